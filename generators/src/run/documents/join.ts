// Several descriptions -> one, with what two of them define differently as problems.
import { isDeepStrictEqual } from "node:util";
import { keyOf, type Report } from "../../diagnostics/index.ts";
import { httpMethods } from "../../model/http.ts";
import type { Location } from "../../source/index.ts";
import { type Bundled, type DocumentObject, type DocumentValue, isObject } from "./bundle.ts";

/** Operations of OpenAPI by what a path item calls them. */
const methods: readonly string[] = httpMethods;

/** What each section calls its members in messages; `unique`: even the same one twice is a clash. */
const sections: readonly { readonly tokens: readonly string[]; readonly what: string; readonly unique?: true }[] = [
  { tokens: ["paths"], what: "the path" },
  { tokens: ["webhooks"], what: "the webhook", unique: true },
  { tokens: ["servers"], what: "the server" },
  { tokens: ["channels"], what: "the channel" },
  { tokens: ["operations"], what: "the operation", unique: true },
  { tokens: ["definitions"], what: "the definition" },
  { tokens: ["parameters"], what: "the parameter" },
  { tokens: ["responses"], what: "the response" },
  { tokens: ["securityDefinitions"], what: "the security scheme" },
];

/**
 * What they have under the same name counts once if it is the same, and is a problem at both places otherwise. `info` is that of the
 * first. Servers and security of a whole description become those of its paths and operations where the others have different ones.
 */
export function joinDescriptions(bundles: readonly Bundled[], report: Report): DocumentObject | null {
  const [first, ...others] = bundles;
  if (first === undefined || !areAlike(first, others, report)) return null;
  const inherited = bundles.map(({ document }) => withInherited(document, bundles));
  const joined: DocumentObject = { ...inherited[0] };
  const join = new Join(bundles, report);
  for (const { tokens, what, unique } of [...sections, ...componentSections(inherited)])
    join.section(inherited, joined, { tokens, what, isUnique: unique === true });
  join.others(inherited, joined);
  const tags = inherited.flatMap(({ tags: list }) => (Array.isArray(list) ? list : []));
  if (tags.length > 0) joined["tags"] = join.tags(tags);
  join.operationIds(inherited);
  return join.failed ? null : joined;
}

function areAlike(first: Bundled, others: readonly Bundled[], report: Report): boolean {
  const versionOf = ({ document }: Bundled): string => {
    const field = ["openapi", "swagger", "asyncapi"].find((one) => Object.hasOwn(document, one)) ?? "";
    return `${field} ${String(document[field]).split(".").slice(0, 2).join(".")}`;
  };
  const unlike = others.filter((one) => versionOf(one) !== versionOf(first));
  for (const one of unlike) {
    const reason = `this is ${versionOf(one)}, and ${first.root.document.name} is ${versionOf(first)}`;
    report.add("unsupported-feature", keyOf(one.root), {
      feature: "joining descriptions of different versions",
      reason,
      advice: "convert one of them to the version of the other",
    });
  }
  return unlike.length === 0;
}

function componentSections(documents: readonly DocumentObject[]): { tokens: string[]; what: string; unique?: true }[] {
  const names = new Set(documents.flatMap(({ components }) => (isObject(components) ? Object.keys(components) : [])));
  return [...names]
    .filter((name) => !name.startsWith("x-"))
    .map((name) => ({ tokens: ["components", name], what: `the component of ${name}` }));
}

class Join {
  failed = false;
  private readonly bundles: readonly Bundled[];
  private readonly report: Report;

  constructor(bundles: readonly Bundled[], report: Report) {
    this.bundles = bundles;
    this.report = report;
  }

  section(
    documents: readonly DocumentObject[],
    joined: DocumentObject,
    { tokens, what, isUnique }: { tokens: readonly string[]; what: string; isUnique: boolean },
  ): void {
    const members = new Map<string, { value: DocumentValue; from: number }>();
    for (const [from, document] of documents.entries())
      for (const [name, value] of Object.entries(sectionOf(document, tokens))) {
        const known = members.get(name);
        if (known === undefined) members.set(name, { value, from });
        else if (tokens[0] === "paths" && isObject(known.value) && isObject(value))
          known.value = this.pathItem({ path: name, from, other: known.from }, known.value, value);
        else if (isUnique || !isDeepStrictEqual(known.value, value))
          this.clash(
            `with different content, ${what}`,
            name,
            this.place(from, [...tokens, name]),
            this.place(known.from, [...tokens, name]),
          );
      }
    if (members.size > 0)
      putAt(joined, tokens, Object.fromEntries([...members].map(([name, { value }]) => [name, value])));
  }

  /** A path may have some operations in one description and others in another. */
  private pathItem(
    { path, from, other }: { path: string; from: number; other: number },
    known: DocumentObject,
    value: DocumentObject,
  ): DocumentObject {
    const joined = { ...known };
    for (const [key, member] of Object.entries(value)) {
      if (!Object.hasOwn(known, key)) joined[key] = member;
      else if (methods.includes(key) || !isDeepStrictEqual(known[key], member)) {
        const places = [from, other].map((index) => this.place(index, ["paths", path, key]));
        this.clash(
          methods.includes(key) ? "the operation" : "with different content, the field",
          `${key} ${path}`,
          ...(places as [Location, Location]),
        );
      }
    }
    return joined;
  }

  /** The other fields of the documents, such as extensions. */
  others(documents: readonly DocumentObject[], joined: DocumentObject): void {
    const isJoined = (key: string): boolean =>
      ["info", "tags", "components", "openapi", "swagger", "asyncapi", "$self", "id"].includes(key) ||
      (sections.some(({ tokens }) => tokens[0] === key) && !Array.isArray(joined[key]));
    for (const [from, document] of documents.entries())
      for (const [key, value] of Object.entries(document)) {
        if (isJoined(key)) continue;
        if (!Object.hasOwn(joined, key)) joined[key] = value;
        else if (!isDeepStrictEqual(joined[key], value))
          this.clash("with different content, the field", key, this.place(from, [key]), this.place(0, [key]));
      }
  }

  tags(tags: readonly DocumentValue[]): DocumentValue[] {
    const byName = new Map<DocumentValue, DocumentValue>();
    for (const tag of tags) {
      const name = isObject(tag) ? (tag["name"] ?? tag["$ref"] ?? null) : tag;
      const known = byName.get(name);
      // The first description of a tag is that of the whole.
      byName.set(name, isObject(known) && isObject(tag) ? { ...tag, ...known } : tag);
    }
    return [...byName.values()];
  }

  operationIds(documents: readonly DocumentObject[]): void {
    const known = new Map<string, { from: number; at: Location }>();
    for (const [from, document] of documents.entries())
      for (const [path, item] of Object.entries(sectionOf(document, ["paths"])))
        for (const [method, operation] of isObject(item) ? Object.entries(item) : []) {
          const id = isObject(operation) && methods.includes(method) ? operation["operationId"] : undefined;
          if (typeof id !== "string") continue;
          const at = this.place(from, ["paths", path, method, "operationId"]);
          const other = known.get(id);
          if (other === undefined) known.set(id, { from, at });
          else if (other.from !== from) this.clash("the operationId", id, at, other.at);
        }
  }

  /** Where the document has it; as far down as it is written there. */
  private place(index: number, tokens: readonly string[]): Location {
    const root = this.bundles[index]?.root;
    if (root === undefined) throw new Error("no such description");
    return tokens.reduce((at, token) => at.get(token) ?? at, root);
  }

  private clash(what: string, value: string, at: Location, other: Location): void {
    this.failed = true;
    const related = [{ message: "first given here", place: keyOf(other) }];
    this.report.add("duplicate-value", keyOf(at), { what, value }, { related, tolerated: null });
  }
}

/** Of OpenAPI: what the whole description says, at each path and operation that says nothing else, unless all descriptions say the same. */
function withInherited(document: DocumentObject, all: readonly Bundled[]): DocumentObject {
  const differs = (field: string): boolean =>
    all.some((one) => !isDeepStrictEqual(one.document[field], all[0]?.document[field]));
  if (!Object.hasOwn(document, "openapi") || !(differs("servers") || differs("security"))) return document;
  const { servers, security, ...rest } = document;
  const kept: DocumentObject = {
    ...rest,
    ...(differs("servers") || servers === undefined ? {} : { servers }),
    ...(differs("security") || security === undefined ? {} : { security }),
  };
  const withServers = (item: DocumentObject): DocumentObject =>
    differs("servers") && servers !== undefined && !Object.hasOwn(item, "servers") ? { ...item, servers } : item;
  const withSecurity = (operation: DocumentValue): DocumentValue =>
    isObject(operation) && differs("security") && security !== undefined && !Object.hasOwn(operation, "security")
      ? { ...operation, security }
      : operation;
  const item = (value: DocumentValue): DocumentValue =>
    isObject(value)
      ? withServers(
          Object.fromEntries(
            Object.entries(value).map(([key, member]) => [key, methods.includes(key) ? withSecurity(member) : member]),
          ),
        )
      : value;
  for (const section of ["paths", "webhooks"]) {
    const members = kept[section];
    if (isObject(members))
      kept[section] = Object.fromEntries(Object.entries(members).map(([key, value]) => [key, item(value)]));
  }
  return kept;
}

function sectionOf(document: DocumentObject, tokens: readonly string[]): DocumentObject {
  const [first = "", second] = tokens;
  const section = document[first];
  if (!isObject(section)) return {};
  if (second === undefined) return section;
  const inner = section[second];
  return isObject(inner) ? inner : {};
}

function putAt(document: DocumentObject, tokens: readonly string[], value: DocumentObject): void {
  const [first = "", second] = tokens;
  const section = document[first];
  document[first] = second === undefined ? value : { ...(isObject(section) ? section : {}), [second]: value };
}
