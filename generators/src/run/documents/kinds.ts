// The objects of OpenAPI, Swagger and AsyncAPI as data: of which kind each member is, and in which part of a document a kind has a name.
// Programs that move parts of documents walk by it, because the same key is a reference at one place and data at another.
import { memberOf } from "../../model/fields.ts";

/** `schema`, `operation`: an object of the standard. `data`: the author's own value. `other`: what no row describes. */
export type Kind = string;

/** `kind`, `kind{}` (by name), `kind[]` (a list), or `kind|[]` (one or a list). `*`: every other member. */
type Members = Readonly<Record<string, string>>;

const schema: Members = {
  ...rows("allOf anyOf oneOf prefixItems", "schema[]"),
  ...rows("properties patternProperties $defs definitions dependentSchemas dependencies", "schema{}"),
  ...rows(
    "additionalProperties not if then else contains propertyNames unevaluatedProperties unevaluatedItems additionalItems contentSchema",
    "schema",
  ),
  items: "schema|[]",
  discriminator: "discriminator",
  ...rows("example examples default enum const required type xml", "data"),
};

/** Extensions, and fields that have no references by the standard: values below these keys are data even there. */
const other: Members = rows("example examples default enum const", "data");

const openapi: Readonly<Record<Kind, Members>> = {
  document: {
    components: "components",
    paths: "pathItem{}",
    webhooks: "pathItem{}",
    definitions: "schema{}",
    parameters: "parameter{}",
    responses: "response{}",
    ...rows("info servers security tags", "other"),
  },
  components: {
    schemas: "schema{}",
    responses: "response{}",
    parameters: "parameter{}",
    examples: "example{}",
    requestBodies: "requestBody{}",
    headers: "header{}",
    securitySchemes: "securityScheme{}",
    links: "link{}",
    callbacks: "callback{}",
    pathItems: "pathItem{}",
    mediaTypes: "mediaType{}",
  },
  pathItem: {
    parameters: "parameter[]",
    additionalOperations: "operation{}",
    ...rows("get put post delete options head patch trace query", "operation"),
  },
  operation: {
    parameters: "parameter[]",
    requestBody: "requestBody",
    responses: "response{}",
    callbacks: "callback{}",
  },
  callback: { "*": "pathItem" },
  parameter: { schema: "schema", content: "mediaType{}", example: "value", examples: "example{}", default: "data" },
  header: { schema: "schema", content: "mediaType{}", example: "value", examples: "example{}", default: "data" },
  requestBody: { content: "mediaType{}" },
  response: { headers: "header{}", content: "mediaType{}", links: "link{}", schema: "schema", examples: "data" },
  mediaType: {
    ...rows("schema itemSchema", "schema"),
    example: "value",
    examples: "example{}",
    encoding: "encoding{}",
    prefixEncoding: "encoding[]",
    itemEncoding: "encoding",
  },
  encoding: { headers: "header{}", encoding: "encoding{}", prefixEncoding: "encoding[]", itemEncoding: "encoding" },
  example: { value: "value", dataValue: "value" },
  link: { operationRef: "operationReference", parameters: "data", requestBody: "data" },
  discriminator: { mapping: "mapping", defaultMapping: "schemaReference" },
  schema,
  other,
};

const asyncapi: Readonly<Record<Kind, Members>> = {
  document: {
    components: "components",
    servers: "server{}",
    channels: "channel{}",
    operations: "operation{}",
    info: "info",
    tags: "tag[]",
    externalDocs: "externalDocs",
  },
  components: {
    schemas: "schema{}",
    servers: "server{}",
    serverVariables: "serverVariable{}",
    channels: "channel{}",
    operations: "operation{}",
    messages: "message{}",
    securitySchemes: "securityScheme{}",
    parameters: "parameter{}",
    correlationIds: "correlationId{}",
    replies: "reply{}",
    replyAddresses: "replyAddress{}",
    externalDocs: "externalDocs{}",
    tags: "tag{}",
    operationTraits: "operationTrait{}",
    messageTraits: "messageTrait{}",
    serverBindings: "serverBinding{}",
    channelBindings: "channelBinding{}",
    operationBindings: "operationBinding{}",
    messageBindings: "messageBinding{}",
  },
  info: { tags: "tag[]", externalDocs: "externalDocs" },
  server: {
    variables: "serverVariable{}",
    security: "securityScheme[]",
    tags: "tag[]",
    externalDocs: "externalDocs",
    bindings: "serverBinding",
  },
  channel: {
    messages: "message{}",
    parameters: "parameter{}",
    servers: "server[]",
    tags: "tag[]",
    externalDocs: "externalDocs",
    bindings: "channelBinding",
    // AsyncAPI 2
    ...rows("publish subscribe", "operation"),
  },
  operation: {
    channel: "channel",
    messages: "message[]",
    message: "message",
    reply: "reply",
    traits: "operationTrait[]",
    security: "securityScheme[]",
    tags: "tag[]",
    externalDocs: "externalDocs",
    bindings: "operationBinding",
  },
  operationTrait: {
    security: "securityScheme[]",
    tags: "tag[]",
    externalDocs: "externalDocs",
    bindings: "operationBinding",
  },
  reply: { channel: "channel", messages: "message[]", address: "replyAddress" },
  message: {
    headers: "schema",
    payload: "schema",
    oneOf: "message[]",
    correlationId: "correlationId",
    traits: "messageTrait[]",
    tags: "tag[]",
    externalDocs: "externalDocs",
    bindings: "messageBinding",
    examples: "messageExample[]",
  },
  messageTrait: {
    headers: "schema",
    correlationId: "correlationId",
    tags: "tag[]",
    externalDocs: "externalDocs",
    bindings: "messageBinding",
    examples: "messageExample[]",
  },
  messageExample: rows("headers payload", "value"),
  parameter: { schema: "schema" },
  tag: { externalDocs: "externalDocs" },
  ...Object.fromEntries(
    ["serverBinding", "channelBinding", "operationBinding", "messageBinding"].map((kind) => [kind, { "*": "binding" }]),
  ),
  binding: rows("query headers key groupId clientId", "schema"),
  discriminator: { mapping: "mapping", defaultMapping: "schemaReference" },
  // `{ schemaFormat, schema }` is at the same places.
  schema: { ...schema, schema: "schema" },
  other,
};

function rows(names: string, kind: string): Members {
  return Object.fromEntries(names.split(" ").map((name) => [name, kind]));
}

/** How a document is walked, and where its standard keeps parts with names. */
export interface Standard {
  readonly kinds: Readonly<Record<Kind, Members>>;
  /** The keys that lead to the named parts of a kind: `["components", "schemas"]`; `null` where there is no place for them. */
  readonly sectionOf: (kind: Kind) => readonly string[] | null;
}

/** By the field that names the version; `null` for what is no description. */
export function standardOf(document: unknown): Standard | null {
  const versionOf = (field: string): string | null => {
    const version = memberOf(document, field);
    return typeof version === "string" || typeof version === "number" ? String(version) : null;
  };
  const version = versionOf("openapi");
  if (version !== null) return { kinds: openapi, sectionOf: openapiSections(version) };
  if (versionOf("swagger") !== null) return { kinds: openapi, sectionOf: swaggerSection };
  if (versionOf("asyncapi") !== null) return { kinds: asyncapi, sectionOf: sectionsOf(asyncapi) };
  return null;
}

/** Components for path items came with 3.1, those for media types with 3.2. */
function openapiSections(version: string): Standard["sectionOf"] {
  const section = sectionsOf(openapi);
  const absent = [
    ...(version.startsWith("3.0") ? ["pathItem"] : []),
    ...(/^3\.[01]/.test(version) ? ["mediaType"] : []),
  ];
  return (kind) => (absent.includes(kind) ? null : section(kind));
}

function sectionsOf({ components = {} }: Readonly<Record<Kind, Members>>): Standard["sectionOf"] {
  const sections = new Map(Object.entries(components).map(([name, kind]) => [kind, ["components", name]]));
  return (kind) => sections.get(`${kind}{}`) ?? null;
}

function swaggerSection(kind: Kind): readonly string[] | null {
  return { schema: ["definitions"], parameter: ["parameters"], response: ["responses"] }[kind] ?? null;
}

/** The kind of a member of an object: `pathItem{}` is that of a map of path items. */
export function memberKind({ kinds }: Standard, kind: Kind, key: string): Kind {
  if (kind.endsWith("{}")) return key.startsWith("x-") && kind === "pathItem{}" ? "other" : kind.slice(0, -2);
  if (kind.endsWith("[]")) return kind.slice(0, -2);
  if (kind === "data" || kind === "value") return "data";
  if (kind === "mapping") return "schemaReference";
  const members = kinds[kind];
  return (members && Object.hasOwn(members, key) ? members[key] : members?.["*"]) ?? "other";
}

/** `schema|[]` is a schema, or a list of them. */
export function settledKind(kind: Kind, value: unknown): Kind {
  if (!kind.endsWith("|[]")) return kind;
  const one = kind.slice(0, -"|[]".length);
  return Array.isArray(value) ? `${one}[]` : one;
}

/** What a text that is a reference itself leads to: in the mapping of a discriminator, in a link. `null` for any other kind. */
export function referredKind(kind: Kind): Kind | null {
  if (kind === "schemaReference") return "schema";
  return kind === "operationReference" ? "operation" : null;
}

/** Whether a reference at a place of this kind is one by the standard: elsewhere it may be data, and is followed where it leads anywhere. */
export function isReferable(kind: Kind): boolean {
  return kind !== "other" && kind !== "value";
}

/** A copy in which the text of each reference is what `replace` returns; `isSoft`: it may be data. */
export function mapReferences(
  value: unknown,
  { standard, kind }: { readonly standard: Standard; readonly kind: Kind },
  replace: (ref: string, isSoft: boolean) => string,
): unknown {
  const settled = settledKind(kind, value);
  if (referredKind(settled) !== null && typeof value === "string") return replace(value, true);
  if (typeof value !== "object" || value === null || settled === "data") return value;
  const inner = (key: string, member: unknown): unknown => {
    if (key === "$ref" && typeof member === "string")
      return settled === "value" ? member : replace(member, !isReferable(settled));
    return mapReferences(member, { standard, kind: memberKind(standard, settled, key) }, replace);
  };
  if (Array.isArray(value)) return value.map((item) => inner("", item));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inner(key, member)]));
}
