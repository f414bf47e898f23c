// One document -> a file for each path, channel, message and schema, and an entry that refers to them.
import path from "node:path";
import { decodeFragment, tokensOf } from "../../source/index.ts";
import { type DocumentObject, type DocumentValue, fragmentOf, isObject } from "./bundle.ts";
import type { DocumentFormat } from "./document-text.ts";
import { type Kind, mapReferences, type Standard } from "./kinds.ts";

interface Part {
  readonly tokens: readonly string[];
  readonly kind: Kind;
  readonly file: string;
  readonly value: DocumentValue;
}

/** The sections whose members are files of their own, the kind of these, and the folder. */
const sections: readonly { readonly tokens: readonly string[]; readonly kind: Kind; readonly folder: string }[] = [
  { tokens: ["paths"], kind: "pathItem", folder: "paths" },
  { tokens: ["webhooks"], kind: "pathItem", folder: "webhooks" },
  { tokens: ["channels"], kind: "channel", folder: "channels" },
  { tokens: ["components", "messages"], kind: "message", folder: "messages" },
  { tokens: ["components", "schemas"], kind: "schema", folder: "schemas" },
  { tokens: ["definitions"], kind: "schema", folder: "schemas" },
];

/** Files by their paths; `openapi.yaml` or `asyncapi.yaml` is the entry. `bundleDescription` of the entry has the same model. */
export function splitDescription(
  document: DocumentObject,
  { standard, format }: { readonly standard: Standard; readonly format: DocumentFormat },
): ReadonlyMap<string, DocumentValue> {
  const entry = `${Object.hasOwn(document, "asyncapi") ? "asyncapi" : "openapi"}.${format}`;
  const parts = partsOf(document, format);
  const byPointer = new Map(parts.map((part) => [fragmentOf(part.tokens), part]));
  const moved = (value: DocumentValue, kind: Kind, file: string): DocumentValue =>
    mapReferences(value, { standard, kind }, (ref) => {
      const target = targetOf(ref, byPointer);
      if (target === null) return ref;
      // In the entry, pointers lead through the references: AsyncAPI identifies messages by those.
      if (file === entry) return ref;
      const name = path.posix.relative(path.posix.dirname(file), target.part?.file ?? entry);
      return target.rest === "" ? name : `${name}#${target.rest}`;
    }) as DocumentValue;
  const files = new Map<string, DocumentValue>();
  const references = new Map(parts.map((part) => [part.value, { $ref: part.file }]));
  files.set(entry, moved(withReferences(document, parts, references), "document", entry));
  for (const { file, kind, value } of parts) files.set(file, moved(value, kind, file));
  return files;
}

function partsOf(document: DocumentObject, format: DocumentFormat): Part[] {
  const taken = new Set<string>();
  return sections.flatMap(({ tokens, kind, folder }) =>
    Object.entries(objectAt(document, tokens)).flatMap(([name, value]): Part[] => {
      const isExtension = name.startsWith("x-") && kind !== "schema";
      // What only refers to another component stays an alias of it.
      if (!isObject(value) || isExtension || Object.hasOwn(value, "$ref")) return [];
      const file = freeFile(`${folder}/${slugOf(name)}`, format, taken);
      return [{ tokens: [...tokens, name], kind, file, value }];
    }),
  );
}

/** `/v1/orders/{id}` -> `v1-orders-id`: a name in every file system, and in a URI as it is. */
function slugOf(name: string): string {
  const slug = name.replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^[-.]+|[-.]+$/g, "");
  return slug === "" ? "root" : slug;
}

/** Some file systems do not distinguish upper and lower case. */
function freeFile(name: string, format: DocumentFormat, taken: Set<string>): string {
  for (let suffix = ""; ; suffix += "_") {
    const file = `${name}${suffix}.${format}`;
    if (taken.has(file.toLowerCase())) continue;
    taken.add(file.toLowerCase());
    return file;
  }
}

interface ReferredPart {
  /** `null`: the entry. */
  readonly part: Part | null;
  /** A pointer into it. */
  readonly rest: string;
}

function targetOf(ref: string, parts: ReadonlyMap<string, Part>): ReferredPart | null {
  if (!ref.startsWith("#/")) return null;
  const tokens = tokensOf(decodeFragment(ref.slice(1)) ?? "") ?? [];
  for (let length = tokens.length; length > 0; length -= 1) {
    const part = parts.get(fragmentOf(tokens.slice(0, length)));
    if (part !== undefined) return { part, rest: fragmentOf(tokens.slice(length)) };
  }
  return { part: null, rest: ref.slice(1) };
}

function withReferences(
  document: DocumentObject,
  parts: readonly Part[],
  references: ReadonlyMap<DocumentValue, DocumentObject>,
): DocumentObject {
  const holders = new Set(parts.map(({ tokens }) => tokens.slice(0, -1).join("/")));
  const copied = (value: DocumentValue, place: string): DocumentValue => {
    if (!isObject(value)) return value;
    const isHolder = holders.has(place);
    if (!isHolder && ![...holders].some((holder) => place === "" || holder.startsWith(`${place}/`))) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        isHolder ? (references.get(member) ?? member) : copied(member, place === "" ? key : `${place}/${key}`),
      ]),
    );
  };
  return copied(document, "") as DocumentObject;
}

function objectAt(document: DocumentObject, tokens: readonly string[]): DocumentObject {
  let at: DocumentValue = document;
  for (const token of tokens) {
    const next: DocumentValue | undefined = isObject(at) && Object.hasOwn(at, token) ? at[token] : undefined;
    if (!isObject(next)) return {};
    at = next;
  }
  return isObject(at) ? at : {};
}
