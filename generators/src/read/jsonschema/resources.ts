// `$id`, `$anchor` and `$dynamicAnchor` -> which URI identifies which location, the base of references, and their targets.
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { keyOf, type Report } from "../../diagnostics/index.ts";
import { attempt } from "../../source/attempt.ts";
import {
  currentText,
  decodeFragment,
  failed,
  identityOf,
  isUrl,
  Node,
  ok,
  type Result,
  type SourceDocument,
  type Sources,
  tokensOf,
} from "../../source/index.ts";
import { knownDocument } from "./known-documents.ts";

/** A schema resource: a document, or a schema with an `$id` inside of one. Its parts are named relative to it. */
export interface Resource {
  /** Without fragment: the base of references in it. */
  readonly uri: string;
  readonly at: Node;
  readonly anchors: Map<string, Node>;
  /** The anchors that `$dynamicRef` resolves in the dynamic scope. */
  readonly dynamicAnchors: Map<string, Node>;
}

interface DocumentResources {
  readonly root: Resource;
  /** Schemas with an `$id`, by location. */
  readonly embedded: Map<string, Resource>;
  readonly hasMetaSchemas: boolean;
  /** The indexed schemas, by location; `null` when the text has none of the keywords. */
  readonly seen: Set<string> | null;
}

export class SchemaResources {
  private readonly sources: Sources;
  private readonly report: Report;
  private readonly byDocument = new Map<SourceDocument, DocumentResources>();
  private readonly byUri = new Map<string, Resource>();
  private readonly dynamicPlaces = new Map<string, Node[]>();
  private hasIdentifiers = false;

  constructor(sources: Sources, report: Report) {
    this.sources = sources;
    this.report = report;
  }

  /** The target of a reference by the rules of JSON Schema. Without any `$id`, its path and its pointer decide. */
  resolve(ref: string, from: Node): Result<Node> {
    this.documentOf(from.document);
    const [target, fragment] = splitUri(ref);
    const isPointer = fragment === "" || fragment.startsWith("/");
    if (!this.hasIdentifiers && isPointer && !isUrl(target)) return this.sources.resolve(ref, from);
    const base = this.resourceOf(from);
    const resource = target === "" ? ok(base) : this.open({ target, ref, from, base });
    return resource.ok ? this.within(resource.value, fragment, { ref, from }) : resource;
  }

  /** The resource that contains a location. */
  resourceOf(node: Node): Resource {
    const { root, embedded, seen } = this.documentOf(node.document);
    if (seen === null || embedded.size === 0) return root;
    for (let at: Node | null = node; at !== null; at = at.parent) {
      const resource = embedded.get(identityOf(at));
      if (resource !== undefined) return resource;
    }
    return root;
  }

  /** The meta-schema for a location: the nearest `$schema` in the resource around it. */
  metaSchemaAt(node: Node): string | null {
    if (!this.documentOf(node.document).hasMetaSchemas) return null;
    const { at: root } = this.resourceOf(node);
    for (let at: Node | null = node; at !== null; at = at.parent) {
      const uri = stringAt(at, "$schema");
      // The `$schema` of a description is for the description itself.
      if (uri !== null) return at.parent === null && isDescription(at) ? null : uri;
      if (identityOf(at) === identityOf(root)) return null;
    }
    return null;
  }

  /** Every location with a dynamic anchor of this name. */
  placesOf(dynamicAnchor: string): readonly Node[] {
    return this.dynamicPlaces.get(dynamicAnchor) ?? [];
  }

  /** The number of dynamic anchors known by now. */
  get dynamicCount(): number {
    return [...this.dynamicPlaces.values()].reduce((sum, places) => sum + places.length, 0);
  }

  /** Registers the identifiers of a location that turned out to be a schema, and of the schemas in it. */
  meet(node: Node): void {
    const { seen } = this.documentOf(node.document);
    if (seen !== null && !seen.has(identityOf(node))) this.walk(node, this.resourceOf(node));
  }

  private open(request: Asked): Result<Resource> {
    const { target, ref, from, base } = request;
    const uri = uriOf(target, base.uri);
    if (uri === null) return failed({ kind: "ref-fragment", from, ref });
    const named = this.named(uri);
    if (named !== null) return ok(named);
    const opened = uri.startsWith("file:") ? this.openFile(uri, request) : this.sources.resolve(uri, from);
    if (opened.ok) return ok(this.resourceOf(opened.value));
    if (opened.problem.kind !== "ref-remote") return opened;
    return this.openBeside(uri, request) ?? failed({ ...opened.problem, ref: isUrl(ref) ? ref : uri });
  }

  private openFile(uri: string, { target, from, base, ref }: Asked): Result<Node> {
    // Relative to the file itself, as every other reference.
    if (base.at.parent === null && !isUrl(target)) return this.sources.resolve(target, from);
    return attempt(() => this.sources.open(fileURLToPath(uri), from)) ?? failed({ kind: "ref-remote", from, ref });
  }

  /** A file whose `$id` is a URL was published there with the files next to it: a relative reference is to one of those. */
  private openBeside(uri: string, { target, from, base }: Asked): Result<Resource> | null {
    const file = decodeFragment(target);
    if (base.at.parent !== null || isUrl(target) || target.startsWith("/") || file === null) return null;
    const opened = this.sources.open(path.posix.resolve(path.posix.dirname(from.document.path), file), from);
    if (!opened.ok) return null;
    const { root, embedded } = this.documentOf(opened.value.document);
    const resource = embedded.get(identityOf(opened.value)) ?? root;
    return resource === root || resource.uri === uri ? ok(resource) : null;
  }

  /** The target of a URI: in the documents read so far, or a well-known document. */
  private named(uri: string): Resource | null {
    for (const document of this.sources.documents()) this.documentOf(document);
    const known = this.byUri.get(uri);
    if (known !== undefined) return known;
    const document = knownDocument(uri);
    return document === null ? null : this.resourceOf(Node.root(document));
  }

  private within(resource: Resource, fragment: string, { ref, from }: Pick<Asked, "ref" | "from">): Result<Node> {
    const text = decodeFragment(fragment);
    if (text === null) return failed({ kind: "ref-fragment", from, ref });
    if (text !== "" && !text.startsWith("/")) {
      const place = resource.anchors.get(text);
      const known = [...resource.anchors.keys()];
      return place === undefined ? failed({ kind: "ref-anchor", from, ref, anchor: text, known }) : ok(place);
    }
    const tokens = tokensOf(text);
    if (tokens === null) return failed({ kind: "ref-fragment", from, ref });
    // References on the way to a location in a file are followed, as bundlers do.
    const isFile = resource.uri === this.uriOfDocument(resource.at.document);
    return isFile
      ? this.sources.within(resource.at, tokens, { ref, from })
      : descend(resource.at, tokens, { ref, from });
  }

  private documentOf(document: SourceDocument): DocumentResources {
    const known = this.byDocument.get(document);
    if (known !== undefined) return known;
    const at = Node.root(document);
    const root: Resource = {
      uri: this.uriOfDocument(document),
      at,
      anchors: new Map(),
      dynamicAnchors: new Map(),
    };
    const text = currentText(document);
    const hasNames = /\$(?:id|anchor|dynamicAnchor|recursiveAnchor)|\\u0024|\\x24/.test(text);
    const hasMetaSchemas = /\$schema|\\u0024|\\x24/.test(text);
    const documentResources: DocumentResources = {
      root,
      hasMetaSchemas,
      embedded: new Map(),
      seen: hasNames ? new Set() : null,
    };
    this.byDocument.set(document, documentResources);
    this.byUri.set(root.uri, root);
    if (hasNames) for (const schema of schemasIn(at)) this.walk(schema, root);
    return documentResources;
  }

  private uriOfDocument(document: SourceDocument): string {
    if (isUrl(document.path)) return document.path;
    return this.sources.urls.urlOf(document.path) ?? pathToFileURL(document.path).href;
  }

  private walk(node: Node, around: Resource): void {
    const document = this.documentOf(node.document);
    if (!node.isObject || document.seen === null || document.seen.has(identityOf(node))) return;
    document.seen.add(identityOf(node));
    const resource = this.identify(node, around, document);
    for (const child of subschemasOf(node)) this.walk(child, resource);
  }

  /** The resource that starts at `node`, or contains it; anchors of `node` belong to that one. */
  private identify(node: Node, around: Resource, document: DocumentResources): Resource {
    const id = stringAt(node, "$id");
    const uri = id === null || id.startsWith("#") ? null : uriOf(splitUri(id)[0], around.uri);
    const outer = document.embedded.get(identityOf(around.at)) ?? document.root;
    const resource = uri === null ? outer : { uri, at: node, anchors: new Map(), dynamicAnchors: new Map() };
    if (uri !== null) this.add(resource, document);
    // Draft 07 writes an anchor as `$id: "#name"`.
    if (id?.startsWith("#") === true) this.addAnchor(resource.anchors, id.slice(1), node.get("$id"), node);
    const anchor = stringAt(node, "$anchor");
    if (anchor !== null) this.addAnchor(resource.anchors, anchor, node.get("$anchor"), node);
    const dynamic = stringAt(node, "$dynamicAnchor");
    if (dynamic !== null) {
      if (dynamic !== anchor) this.addAnchor(resource.anchors, dynamic, node.get("$dynamicAnchor"), node);
      this.addDynamicAnchor(resource, dynamic, node);
    }
    // 2019-09: only at the root of a resource.
    const isRoot = identityOf(resource.at) === identityOf(node);
    if (isRoot && node.get("$recursiveAnchor")?.value === true) this.addDynamicAnchor(resource, recursiveAnchor, node);
    return resource;
  }

  private addDynamicAnchor(resource: Resource, name: string, node: Node): void {
    resource.dynamicAnchors.set(name, node);
    this.dynamicPlaces.set(name, [...(this.dynamicPlaces.get(name) ?? []), node]);
    this.hasIdentifiers = true;
  }

  private add(resource: Resource, document: DocumentResources): void {
    this.hasIdentifiers = true;
    document.embedded.set(identityOf(resource.at), resource);
    // The file itself is identified by its path as well.
    if (resource.at.parent === null) this.byUri.set(document.root.uri, resource);
    const other = this.byUri.get(resource.uri);
    if (other === undefined || other.at.value === resource.at.value) this.byUri.set(resource.uri, resource);
    else this.reportTwice("the $id", resource.uri, resource.at.get("$id") ?? resource.at, other.at);
  }

  private addAnchor(anchors: Map<string, Node>, name: string, at: Node | undefined, node: Node): void {
    this.hasIdentifiers = true;
    const other = anchors.get(name);
    if (other !== undefined && other.value !== node.value) this.reportTwice("the anchor", name, at ?? node, other);
    else anchors.set(name, node);
  }

  private reportTwice(what: string, value: string, place: Node, other: Node): void {
    const related = [{ message: "first given here", place: keyOf(other) }];
    this.report.add("duplicate-value", place, { what, value }, { related });
  }
}

interface Asked {
  readonly target: string;
  readonly ref: string;
  readonly from: Node;
  readonly base: Resource;
}

function descend(root: Node, tokens: readonly string[], { ref, from }: Pick<Asked, "ref" | "from">): Result<Node> {
  let reached = root;
  for (const token of tokens) {
    const next = reached.get(token);
    if (next === undefined) {
      const isSelf = reached === root && ref.startsWith("#");
      const advice = isSelf
        ? '"#" is the schema with this $id; refer to other schemas by their URIs, or remove the $id'
        : undefined;
      return failed({ kind: "ref-missing", from, ref, reached, missing: token, advice });
    }
    reached = next;
  }
  return ok(reached);
}

function stringAt(node: Node, keyword: string): string | null {
  const value = node.get(keyword)?.value;
  return typeof value === "string" ? value : null;
}

/** The part before `#`, and the part after it. */
export function splitUri(uri: string): [string, string] {
  const hash = uri.indexOf("#");
  return hash === -1 ? [uri, ""] : [uri.slice(0, hash), uri.slice(hash + 1)];
}

/** A normalised absolute URI; `null` when the two do not form one. */
function uriOf(reference: string, base: string): string | null {
  return URL.canParse(reference, base) ? splitUri(new URL(reference, base).href)[0] : null;
}

// `$recursiveRef: "#"` of JSON Schema 2019-09 -> the schema it refers to. Authors use it in descriptions of OpenAPI 3.1, whose schemas
// rarely have an `$id`: "#" would be the description itself. It is the schema around it that they mean.

/** The nearest schema around a `$recursiveRef` with `$recursiveAnchor: true`; without one, the whole schema it is in, or its resource. */
export function recursiveTargetOf(node: Node): Node {
  if (node.get("$recursiveAnchor")?.value === true || typeof node.get("$id")?.value === "string") return node;
  const around = schemaAround(node);
  return around === null ? node : recursiveTargetOf(around);
}

/** The name in the dynamic scope of a resource that other resources extend; no `$dynamicAnchor` can have it. */
export const recursiveAnchor = "#";

// A document -> the locations in it that hold schemas, as far as the structure shows before anything is read.

/** Fields of OpenAPI and AsyncAPI that hold one schema. */
const fields: ReadonlySet<string> = new Set(["schema", "itemSchema", "payload"]);

/** Values below these keys are the author's own. */
const free: ReadonlySet<string> = new Set(["example", "examples", "default", "enum", "const", "value", "bindings"]);

/** A file without the fields of a description is a schema itself, or a collection of them. */
function schemasIn(root: Node): Node[] {
  if (isDescription(root)) return schemasBelow(root);
  return root.has("$id") ||
    root.has("$schema") ||
    subschemasOf(root).length > 0 ||
    root.members().every(({ isObject }) => !isObject)
    ? [root]
    : [root, ...root.members().flatMap((member) => [member, ...schemasBelow(member)])];
}

function isDescription(root: Node): boolean {
  return ["openapi", "asyncapi", "swagger"].some((field) => root.has(field));
}

function schemasBelow(node: Node): Node[] {
  return [...node.members(), ...node.items()].flatMap((child) => {
    if (free.has(child.key) || child.key.startsWith("x-")) return [];
    if (child.key === "schemas") return child.members();
    if (fields.has(child.key)) return [child, ...child.members().filter(({ key }) => key === "schema")];
    // `headers` of a message in AsyncAPI is a schema; in OpenAPI it is a map of objects, which have no schema keywords.
    return child.key === "headers" ? [child, ...schemasBelow(child)] : schemasBelow(child);
  });
}

const keywordSetOf = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Keywords that hold a schema, or a list of schemas. */
const holders = keywordSetOf(
  "additionalItems additionalProperties allOf anyOf contains contentSchema else if items not oneOf prefixItems propertyNames then " +
    "unevaluatedItems unevaluatedProperties",
);

/** Keywords that hold schemas under names. */
const maps = keywordSetOf("$defs definitions dependencies dependentSchemas patternProperties properties");

/** The schema object directly around a schema, by keyword alone; `null` for one that is in none. */
function schemaAround({ key, parent }: Node): Node | null {
  const outer = parent?.parent ?? null;
  if (parent === null) return null;
  if (outer !== null && maps.has(parent.key) && parent.isObject) return outer;
  if (outer !== null && holders.has(parent.key) && parent.isArray) return outer;
  return holders.has(key) ? parent : null;
}

/** The schemas directly inside a schema object, by keyword alone, in any dialect. */
export function subschemasOf(node: Node): Node[] {
  return node.members().flatMap((member) => {
    if (maps.has(member.key)) return member.members().filter((entry) => !entry.isArray);
    if (!holders.has(member.key)) return [];
    return member.isArray ? member.items() : [member];
  });
}
