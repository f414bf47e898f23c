// OpenAPI document (3.0, 3.1, 3.2) -> HttpApi.
import { keyOf, nearest, quote } from "../../diagnostics/index.ts";
import { type DraftHttp, type DraftOperation, withContent, withOperations } from "../../model/draft.ts";
import { camelOf } from "../../model/finish/naming/identifiers.ts";
import { isGroup, type Link, type MediaType, type PathTemplate, type Tag, type Trigger } from "../../model/http.ts";
import { identityOf, Node } from "../../source/index.ts";
import {
  checkFields,
  checkReferences,
  expectObject,
  extensionsOf,
  follow,
  itemsOf,
  membersOf,
  type Reading,
  readInfo,
  readPart,
  readSignature,
  readVersion,
  requiredString,
  type Standard,
  stringField,
} from "../fields/index.ts";
import { isKnownDialect, SchemaReader, type SchemaRegistry } from "../jsonschema/index.ts";
import { bodyOfRange, readExample, readHeader, readMediaType } from "./media-type.ts";
import { fields, type OpenApiReading, openObject, ownObject } from "./openapi-reading.ts";
import { readRequestBody } from "./operation.ts";
import { readParameter } from "./parameter.ts";
import { partsOf } from "./parts.ts";
import { type Defaults, readPathItem, readPaths, withOwnIds } from "./paths.ts";
import { checkLinks, readLink, readResponse } from "./response.ts";
import { readSecurityRequirements, readSecuritySchemes } from "./security.ts";
import { readServers } from "./server.ts";
import { streamItemsOf } from "./stream.ts";

/** Reads the whole document; `null` when it is not an OpenAPI document. */
export function readOpenApi(shared: Reading, root: Node, registry: SchemaRegistry): DraftHttp | null {
  const specVersion = readVersion(shared, root, standard);
  if (specVersion === null) return null;
  const version = specVersion.slice(0, "3.x".length);
  const dialect = version === "3.0" ? "openapi-3.0" : "2020-12";
  const schemas = new SchemaReader(shared, dialect, registry);
  const reading: OpenApiReading = {
    ...shared,
    version,
    schemas,
    root,
    callbacks: [],
    responses: new Map(),
    parameters: new Map(),
    unsettled: [],
    multiparts: new Map(),
    ranges: [],
    leftOut: new Set(),
  };
  checkFields(reading, root, "an OpenAPI document", fields["an OpenAPI document"]);
  checkDialect(reading, root);
  checkParts(reading, root);
  const components = openComponents(reading);
  const securitySchemes = components === null ? [] : readSecuritySchemes(reading, components);
  const defaultSecurity = readSecurityRequirements(reading, root, securitySchemes) ?? [];
  const servers = readServers(reading, root);
  const signature = readSignature(reading, root);
  const defaults = { security: defaultSecurity, securitySchemes, servers, signature };
  const paths = readPaths(reading, defaults);
  const tags = readTags(reading, root);
  const read = withOwnIds(reading, [...paths, ...readWebhooks(reading, defaults, paths)]);
  const all = read.map((operation) => ({ ...operation, tags: groupsFirst(operation.tags, tags) }));
  const [operations, webhooks] = [all.slice(0, paths.length), all.slice(paths.length)];
  const spare = components === null ? [] : checkComponents(reading, components);
  // Leaving out everything would hide that the description, or the way it is read, is wrong.
  if (all.length === 0) shared.report.refuseLosses();
  const links = [...operations, ...webhooks].flatMap((operation) =>
    operation.responses.flatMap((response) => response.links),
  );
  checkLinks(reading, operations, [...links, ...spare]);
  schemas.finish();
  const items = streamItemsOf(reading);
  schemas.finish();
  const ranges = new Set(reading.ranges);
  const parts = partsOf(reading);
  const settled = (media: MediaType): MediaType => ({
    ...media,
    ...parts.get(media),
    body: ranges.has(media) ? bodyOfRange(media) : media.body,
    item: items.get(media) ?? null,
  });
  const draft: DraftHttp = {
    kind: "http",
    specVersion,
    info: readInfo(reading, root, standard),
    servers,
    tags,
    operations,
    webhooks,
    securitySchemes,
    defaultSecurity,
    extensions: extensionsOf(root),
    at: root,
  };
  return withOperations(draft, (operation) => withContent(operation, settled));
}

const patches: ReadonlyMap<string, number> = new Map([
  ["3.0", 4],
  ["3.1", 1],
  ["3.2", 0],
]);

const standard: Standard = {
  field: "openapi",
  name: "OpenAPI",
  versions: /^3\.[012]\.\d+(-.+)?$/,
  example: "3.1.1",
  patchOf: (written) => patches.get(written),
  supported: "supported: OpenAPI 3.0.x, 3.1.x and 3.2.x",
  info: fields.info,
};

/** 3.0 requires paths; since 3.1 a document may contain components only. */
function checkParts(reading: OpenApiReading, root: Node): void {
  const parts = reading.version === "3.0" ? ["paths"] : ["paths", "components", "webhooks"];
  if (!parts.some((part) => root.has(part))) {
    reading.report.add("missing-field", keyOf(root), { object: "an OpenAPI document", field: "paths" });
  }
}

function checkDialect(reading: Reading, root: Node): void {
  const field = root.get("jsonSchemaDialect");
  const dialect = field === undefined ? null : stringField(reading, root, "jsonSchemaDialect");
  if (field !== undefined && dialect !== null && !isKnownDialect(dialect)) {
    const tolerated = "the schemas are read as JSON Schema 2020-12";
    reading.report.add("unsupported-dialect", field, { dialect }, { tolerated });
  }
}

function readTags(reading: Reading, root: Node): Tag[] {
  const names = new Set<string>();
  const read = itemsOf(reading, root, "tags").flatMap((node) => {
    if (ownObject(reading, node, "a tag") === null) return [];
    const name = requiredString(reading, node, { name: "name", object: "a tag", missing: { stops: [] } });
    const place = node.get("name");
    if (names.has(name) && place !== undefined) {
      reading.report.add("duplicate-value", place, { what: "the tag", value: name }, { stops: [] });
    }
    names.add(name);
    const tag: Tag = {
      name,
      summary: stringField(reading, node, "summary"),
      description: stringField(reading, node, "description"),
      parent: stringField(reading, node, "parent"),
      kind: stringField(reading, node, "kind"),
    };
    return [{ tag, node }];
  });
  const tags = read.map(({ tag }) => tag);
  return read.map(({ tag, node }) => (hasParent(reading, node, tag, tags) ? tag : { ...tag, parent: null }));
}

/** The first tag of an operation is its group: badges and audiences (OpenAPI 3.2) are none. */
function groupsFirst(names: readonly string[], tags: readonly Tag[]): readonly string[] {
  const others = new Set(tags.filter((tag) => !isGroup(tag)).map(({ name }) => name));
  if (others.size === 0) return names;
  return [...names.filter((name) => !others.has(name)), ...names.filter((name) => others.has(name))];
}

/** A parent must be defined, and no tag is its own ancestor. */
function hasParent(reading: Reading, node: Node, { name, parent }: Tag, tags: readonly Tag[]): boolean {
  const field = node.get("parent");
  if (parent === null || field === undefined) return true;
  const parents = new Map(tags.map((tag) => [tag.name, tag.parent]));
  if (!parents.has(parent)) {
    const near = nearest(
      parent,
      [...parents.keys()].filter((other) => other !== name),
    );
    reading.report.add("tag-parent", field, { name, parent, near, circle: null });
    return false;
  }
  const ancestors = [name];
  for (let at: string | null = parent; at !== null && !ancestors.slice(1).includes(at); at = parents.get(at) ?? null) {
    ancestors.push(at);
    if (at !== name) continue;
    reading.report.add("tag-parent", field, { name, parent, near: undefined, circle: ancestors });
    return false;
  }
  return true;
}

// Components Object: names its schemas, and reads everything once, so that mistakes in unused components are reported.

/** The node if it is an object. Reads its schemas, which registers the names of their targets. */
function openComponents(reading: OpenApiReading): Node | null {
  const field = reading.root.get("components");
  const components = field === undefined ? null : componentsOf(reading, field);
  if (components !== null) reading.schemas.readComponents(membersOf(reading, components, "schemas"));
  return components;
}

/** The node itself, or the target of a reference in place of it, which bundlers inline. */
function componentsOf(reading: OpenApiReading, field: Node): Node | null {
  const ref = field.get("$ref");
  if (typeof ref?.value !== "string") return ownObject(reading, field, "components");
  reading.report.add("misplaced-ref", ref, { field: "components" });
  return openObject(reading, field, "components");
}

/** Reads the components of operations, used or not (operations read them again), and returns their links. */
function checkComponents(reading: OpenApiReading, components: Node): Link[] {
  const links: Link[] = [];
  const each = (name: string, read: (member: Node) => unknown): void => {
    for (const member of membersOf(reading, components, name)) readPart(reading, null, () => read(member));
  };
  each("parameters", (member) => readParameter(reading, member));
  each("requestBodies", (member) => readRequestBody(reading, member));
  each("responses", (member) => {
    links.push(...(readResponse(reading, member, { kind: "default" })?.links ?? []));
  });
  each("headers", (member) => readHeader(reading, member));
  each("examples", (member) => readExample(reading, member));
  each("links", (member) => links.push(...[readLink(reading, member) ?? []].flat()));
  // The required path parameters are only known where a path refers to it.
  each("pathItems", (member) => checkPathItem(reading, member));
  const resolve = (ref: Node): Node | null => reading.schemas.targetOf(ref);
  each("callbacks", (member) => checkReferences(reading, member, { resolve }));
  // Under `components` the key of a media type is a name, not a type.
  each("mediaTypes", (member) => readMediaType(reading, member, "application/json"));
  return links;
}

function checkPathItem(reading: OpenApiReading, member: Node): void {
  const node = openObject(reading, member, "a path item", fields["a path item"].split(" "));
  if (node !== null) checkReferences(reading, node, { resolve: (ref) => reading.schemas.targetOf(ref) });
}

// `webhooks`, and the callbacks of operations -> the requests that the API itself sends, as operations of a kind of their own.

/** Runs after the paths have been read, which collect callbacks. Each is read once, however many operations refer to it. */
function readWebhooks(
  reading: OpenApiReading,
  defaults: Defaults,
  operations: readonly DraftOperation[],
): DraftOperation[] {
  // Authentication of the API's own requests differs from authentication of requests to it: security is not inherited.
  const webhookDefaults: Defaults = { ...defaults, security: [] };
  const webhooks = membersOf(reading, reading.root, "webhooks").flatMap((member) =>
    readPathItem(
      reading,
      member,
      { trigger: { kind: "webhook", key: member.key }, path: pathOf(member.key) },
      webhookDefaults,
    ),
  );
  const seen = new Set<string>();
  const callbacks: DraftOperation[] = [];
  // Callbacks can have callbacks, which are appended to the list.
  for (const { node, owner } of reading.callbacks) {
    const part = `the callback ${quote(node.key)} of ${quote(owner)}`;
    callbacks.push(
      ...(readPart(reading, part, () => readCallback(reading, node, { owner, own: webhookDefaults, seen })) ?? []),
    );
  }
  const operationNames = new Set(operations.map(({ id }) => nameIn(id)));
  return [...webhooks, ...callbacks].map((operation) => besideOperations(operation, operationNames));
}

/** A key that is also the id of an operation is prefixed with its kind; an explicit id stays. */
function besideOperations(operation: DraftOperation, operationNames: ReadonlySet<string>): DraftOperation {
  const { id, at, trigger } = operation;
  const isWritten = at instanceof Node && at.has("operationId");
  return isWritten || trigger === null || !operationNames.has(nameIn(id))
    ? operation
    : { ...operation, id: `${id}_${trigger.kind}` };
}

function nameIn(id: string): string {
  return camelOf(id).toLowerCase();
}

interface Scope {
  readonly owner: string;
  readonly own: Defaults;
  readonly seen: Set<string>;
}

function readCallback(reading: OpenApiReading, member: Node, { owner, own, seen }: Scope): DraftOperation[] {
  const node = follow(reading, member);
  if (node === null || expectObject(reading, node, "a callback") === null || seen.has(identityOf(node))) return [];
  seen.add(identityOf(node));
  // A callback in components is named after its key, any other one after its operation.
  const base = node.value === member.value ? `${owner}_${member.key}` : node.key;
  return node.members().flatMap((item) => {
    if (item.key.startsWith("x-")) return [];
    checkExpression(reading, item);
    const trigger: Trigger = { kind: "callback", key: base, expression: item.key };
    return readPathItem(reading, item, { trigger, path: pathOf(item.key) }, own);
  });
}

function pathOf(text: string): PathTemplate {
  return { text, segments: [{ kind: "literal", text }], query: [], fragment: null };
}

const source = String.raw`(header\.[A-Za-z0-9!#$%&'*+.^_|~\x60-]+|query\.[^{}]+|path\.[^{}]+|body(#[^{}]*)?)`;
const expression = new RegExp(String.raw`^\$(url|method|statusCode|(request|response)\.${source})$`);

/** `{$request.body#/callbackUrl}/events`: expressions are in braces, or are the whole key. */
function checkExpression(reading: OpenApiReading, item: Node): void {
  const { key } = item;
  const expressions = key.startsWith("$") ? [key] : [...key.matchAll(/\{([^{}]*)\}/g)].map(([, inner = ""]) => inner);
  for (const written of expressions) {
    if (expression.test(written)) continue;
    reading.report.add("invalid-keyword-value", keyOf(item), {
      keyword: "callbacks",
      expected: "a runtime expression such as {$request.body#/callbackUrl}",
      found: JSON.stringify(written),
    });
  }
}
