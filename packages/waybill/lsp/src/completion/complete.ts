// A cursor -> what can be written there: references, keywords of the standard, names that the description has, members of examples.
import path from "node:path";
import { type CompletionItem, CompletionItemKind } from "vscode-languageserver";
import { pointerOf, type SourceDocument } from "waybill/language";
import { mentionsIn, referredBy } from "../features/named-things.ts";
import { methods } from "../methods.ts";
import { locationOf } from "../places.ts";
import { valueAt } from "../value-at.ts";
import type { Project } from "../workspace/project.ts";
import type { Texts } from "../workspace/texts.ts";
import type { Cursor } from "./cursor.ts";
import type { Proposal } from "./inserted-text.ts";
import { knownAt, type Resolve, type SchemaAt } from "./schema-walk.ts";
import { resolveInStandard, standardOf } from "./standards.ts";

export interface Asked {
  readonly file: string;
  readonly cursor: Cursor;
  readonly project: Project;
  readonly texts: Texts;
}

/** Without ranges: the server adds what they replace. */
export function completionsAt(context: Asked): Proposal[] {
  const { cursor } = context;
  if (cursor.writes === "value") return valuesAt(context);
  const keys = keysAt(context);
  return keys.length > 0 || !cursor.isItem ? keys : valuesAt({ ...context, cursor: { ...cursor, writes: "value" } });
}

function valuesAt(context: Asked): Proposal[] {
  const proposed = (item: CompletionItem): Proposal => ({ item, kind: "text", isScalar: false });
  if (context.cursor.tokens.at(-1) === "$ref") return references(context).map(proposed);
  const names = namesFor(context).map(proposed);
  return without(itemsAt(context.cursor), names.length > 0 ? names : knownValues(context));
}

function keysAt(context: Asked): Proposal[] {
  const names = keysFor(context).map((item): Proposal => ({ item, kind: "key", isScalar: false }));
  const { value, tokens, ownKey } = context.cursor;
  const present = Object.keys(Object(valueAt(value, tokens))).filter((key) => key !== ownKey);
  return without(present, names.length > 0 ? names : knownKeys(context));
}

/** Without what is there already. */
function without(present: readonly string[], proposals: readonly Proposal[]): Proposal[] {
  const labels = new Set(present);
  return proposals.filter(({ item }) => !labels.has(item.label));
}

/** Lists in which nothing is named twice. */
const uniqueLists: ReadonlySet<string> = new Set(["required", "tags", "type"]);

/** The other items of such a list. */
function itemsAt({ tokens, value }: Cursor): string[] {
  const list = uniqueLists.has(tokens.at(-2) ?? "") ? valueAt(value, tokens.slice(0, -1)) : null;
  return Array.isArray(list) ? list.filter((_, index) => String(index) !== tokens.at(-1)).map(String) : [];
}

function knownValues(context: Asked): Proposal[] {
  return [...knownHere(context).values].map(([label, value]) => ({
    item: { label, kind: CompletionItemKind.EnumMember },
    kind: typeof value === "string" ? "text" : "value",
    isScalar: false,
  }));
}

function knownKeys(context: Asked): Proposal[] {
  const { keys } = knownHere(context);
  const isPathItem = keys.has("get") && keys.has("put") && keys.has("parameters");
  return [...keys].map(([label, { words, isScalar }]) => ({
    item: {
      label,
      kind: CompletionItemKind.Property,
      ...(words === "" ? {} : { documentation: words }),
      ...(isPathItem ? { sortText: sortTextInPathItem(label) } : {}),
    },
    kind: "key",
    isScalar,
  }));
}

/** Methods first. */
function sortTextInPathItem(key: string): string {
  const index = methods.indexOf(key);
  return index === -1 ? `1 ${key}` : `0 ${index}`;
}

/** The documents of the API; the one at the cursor may never have parsed without what is being written. */
function documentsOf({ project, file, cursor: { value } }: Asked): readonly SourceDocument[] {
  const documents = project.documents();
  if (documents.some(({ path }) => path === file)) return documents;
  return [{ path: file, name: file, format: "yaml", text: "", value }, ...documents];
}

/** What the standard, or the schema of an example, knows here. */
function knownHere(context: Asked): ReturnType<typeof knownAt> {
  const { file } = context;
  const { tokens } = context.cursor;
  const example = exampleAt({ path: file, tokens }, context);
  if (example !== null) return knownAt(example.schema, example.inside, resolverIn(context));
  const place = placeInStandard(file, tokens, context, 0);
  return place === null ? { keys: new Map(), values: new Map() } : knownAt(place.root, place.tokens, resolveInStandard);
}

interface StandardPlace {
  readonly root: SchemaAt;
  readonly tokens: readonly string[];
}

/** A part in a file of its own is what the place is that refers to it. */
function placeInStandard(file: string, tokens: readonly string[], context: Asked, depth: number): StandardPlace | null {
  const value = file === context.file ? context.cursor.value : context.texts.lastParsed(file)?.document.value;
  const root = standardOf(value);
  if (root !== null) return { root, tokens };
  if (depth > 5) return null;
  for (const document of context.project.documents()) {
    if (document.path === file) continue;
    for (const { spot, named, spelling } of mentionsIn(document)) {
      if (named.kind !== "part" || spelling === "key" || named.path !== file) continue;
      if (!named.tokens.every((token, index) => tokens[index] === token)) continue;
      const above = placeInStandard(
        document.path,
        [...spot.tokens.slice(0, -1), ...tokens.slice(named.tokens.length)],
        context,
        depth + 1,
      );
      if (above !== null) return above;
    }
  }
  return null;
}

/** Where an example is written: its schema, and the way into it. */
function exampleAt(
  { path: file, tokens }: { readonly path: string; readonly tokens: readonly string[] },
  context: Asked,
): { readonly schema: SchemaAt; readonly inside: readonly string[] } | null {
  for (let index = tokens.length - 1; index >= 0; index -= 1) {
    const holder = tokens.slice(0, index);
    const after = tokens.slice(index + 1);
    const value = valueAt(context.cursor.value, holder);
    if (typeof value !== "object" || value === null) continue;
    const schema =
      "schema" in value ? Reflect.get(value, "schema") : "payload" in value ? Reflect.get(value, "payload") : value;
    const isSchema =
      schema !== value || "type" in value || "properties" in value || "allOf" in value || "$ref" in value;
    if (!isSchema) continue;
    const key = tokens[index];
    if (key === "example" || key === "default") return { schema: { schema, base: file }, inside: after };
    if (key === "examples" && schema === value && after.length > 0)
      return { schema: { schema, base: file }, inside: after.slice(1) };
    if (key === "examples" && (after[1] === "value" || after[1] === "payload"))
      return { schema: { schema, base: file }, inside: after.slice(2) };
  }
  return null;
}

/** References of the description itself. */
function resolverIn({ texts, file, cursor }: Asked): Resolve {
  return (ref, { base }) => {
    const target = referredBy(ref, base);
    if (target === null) return null;
    const value = target.path === file ? cursor.value : texts.lastParsed(target.path)?.document.value;
    const schema = valueAt(value, target.tokens);
    return schema === undefined ? null : { schema, base: target.path };
  };
}

const kindsByKey: Readonly<Record<string, string>> = {
  ...{ schema: "schemas", items: "schemas", payload: "schemas", not: "schemas", additionalProperties: "schemas" },
  ...{ requestBody: "requestBodies", channel: "channels", message: "messages", correlationId: "correlationIds" },
};

const kindsByParent: Readonly<Record<string, string>> = {
  ...{
    properties: "schemas",
    allOf: "schemas",
    anyOf: "schemas",
    oneOf: "schemas",
    schemas: "schemas",
    parameters: "parameters",
  },
  ...{ responses: "responses", headers: "headers", examples: "examples", links: "links", callbacks: "callbacks" },
  ...{ messages: "messages", security: "securitySchemes", requestBodies: "requestBodies", paths: "pathItems" },
};

/** Every part of the description, those of the kind that fits first; and files that nothing refers to yet are left to the shell. */
function references(context: Asked): CompletionItem[] {
  const { file, cursor, project } = context;
  const [, key = "", parent = ""] = cursor.tokens.toReversed();
  const fitting = kindsByKey[key] ?? kindsByParent[parent] ?? null;
  const items: CompletionItem[] = [];
  for (const document of documentsOf(context)) {
    const name = document.path === file ? "" : relativeTo(file, document.path);
    for (const { spot, spelling, named } of mentionsIn(document)) {
      if (spelling !== "key" || named.kind !== "part" || named.path !== document.path || spot.tokens !== named.tokens)
        continue;
      const kind = spot.tokens.at(-2) ?? "";
      const label = `${name}#${pointerOf(locationOf(document, spot.tokens))}`;
      items.push({
        label,
        kind: CompletionItemKind.Reference,
        detail: kind,
        sortText: `${kind === fitting ? 0 : 1} ${label}`,
      });
    }
    const isWhole = name !== "" && !project.entries.includes(document.path);
    if (isWhole)
      items.push({
        label: name,
        kind: CompletionItemKind.File,
        sortText: `${fitting === null ? 0 : 2} ${name}`,
      });
  }
  return items;
}

function relativeTo(file: string, other: string): string {
  const relativePath = path.posix.relative(path.posix.dirname(file), other);
  return relativePath.startsWith(".") ? relativePath : `./${relativePath}`;
}

/** Names that the description has: tags, operations, alternatives of a discriminator. */
function namesFor(context: Asked): CompletionItem[] {
  const { tokens, value } = context.cursor;
  const [key = "", parent = "", above = ""] = tokens.toReversed();
  const documents = documentsOf(context);
  if (parent === "tags" && tokens.length > 2) return items(rootNames(documents, "tags"), CompletionItemKind.Constant);
  if (key === "operationId" && above === "links") {
    const ids = documents.flatMap((document) =>
      mentionsIn(document).flatMap(({ named }) => (named.kind === "operation" ? [named.name] : [])),
    );
    return items(ids, CompletionItemKind.Method);
  }
  const holder = valueAt(value, tokens.slice(0, -2));
  const properties: unknown = parent === "required" ? Reflect.get(Object(holder), "properties") : null;
  return properties === null || properties === undefined
    ? []
    : items(Object.keys(Object(properties)), CompletionItemKind.Field);
}

/** Keys that are names: security schemes, media types, statuses. */
function keysFor(context: Asked): CompletionItem[] {
  const [key = "", parent = ""] = context.cursor.tokens.toReversed();
  if (parent === "security" && /^\d+$/.test(key)) {
    const schemes = documentsOf(context).flatMap(({ value }) => [
      ...Object.keys(Object(valueAt(value, ["components", "securitySchemes"]))),
      ...Object.keys(Object(valueAt(value, ["securityDefinitions"]))),
    ]);
    return items(schemes, CompletionItemKind.Interface);
  }
  if (key === "content") return items(mediaTypes, CompletionItemKind.Constant);
  if (key === "responses" && parent !== "components") return items(statuses, CompletionItemKind.Constant);
  return [];
}

const mediaTypes = [
  ...["application/json", "application/problem+json", "application/x-www-form-urlencoded", "multipart/form-data"],
  ...["application/octet-stream", "application/xml", "text/plain", "text/event-stream", "application/x-ndjson"],
];

const statuses = [
  "200",
  "201",
  "202",
  "204",
  "400",
  "401",
  "403",
  "404",
  "409",
  "415",
  "422",
  "429",
  "500",
  "503",
  "4XX",
  "5XX",
  "default",
];

function rootNames(documents: readonly SourceDocument[], key: string): string[] {
  return documents.flatMap(({ value }) => {
    const list = valueAt(value, [key]);
    return Array.isArray(list)
      ? list.flatMap((one): string[] =>
          typeof one === "object" && one !== null && typeof one.name === "string" ? [one.name] : [],
        )
      : [];
  });
}

function items(labels: readonly string[], kind: CompletionItemKind): CompletionItem[] {
  return [...new Set(labels)].map((label, index) => ({ label, kind, sortText: String(index).padStart(4, "0") }));
}
