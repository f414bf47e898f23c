// What the readers of OpenAPI objects share: the common reading, the schema reader, the version, the fields of each object, and names.

import { quote } from "../../diagnostics/index.ts";
import type { Endpoint } from "../../model/finish/naming/identifiers.ts";
import type { MediaType, Parameter, Response, Status } from "../../model/http.ts";
import type { Schema } from "../../model/schema.ts";
import type { Node } from "../../source/index.ts";
import { expectKnown, followKnown, type Reading, type Shared, siblingText, stringField } from "../fields/index.ts";
import type { SchemaReader } from "../jsonschema/index.ts";

export interface OpenApiReading extends Reading {
  /** `3.0`, `3.1` or `3.2`. */
  readonly version: string;
  readonly schemas: SchemaReader;
  readonly root: Node;
  /** Callbacks of the operations read so far, with the id of their operation. */
  readonly callbacks: { readonly node: Node; readonly owner: string }[];
  /** Targets of references: responses, by location and status, and parameters, by location. Most are shared by many operations. */
  readonly responses: Map<string, Shared<Response>>;
  readonly parameters: Map<string, Shared<Parameter | null>>;
  /** Sequences whose items are not decided yet. */
  readonly unsettled: UnsettledStream[];
  /** Multipart bodies, with their `itemSchema`: the schema of a part depends on the target of a reference, too. */
  readonly multiparts: Map<MediaType, Schema | null>;
  /** Media type ranges that include JSON: whether their bodies are JSON depends on the target of a reference. */
  readonly ranges: MediaType[];
  /** The ids of operations that are left out: links may still name them. */
  readonly leftOut: Set<string>;
}

/** The fields of a Reference Object that override its target: none in 3.0, summary and description since 3.1. */
export function siblingTexts(reading: OpenApiReading, ...textFields: ("summary" | "description")[]): readonly string[] {
  return reading.version === "3.0" ? [] : textFields;
}

/** The description of an object: the one next to the reference, else its own. */
export function describe(reading: OpenApiReading, member: Node, node: Node): string | null {
  const beside = reading.version === "3.0" ? null : siblingText(reading, member, "description");
  return beside ?? stringField(reading, node, "description");
}

type ObjectName = keyof typeof fields;

/** The object that `member` is or refers to, with its fields checked; `null`, with a report, when it is no such object. */
export function openObject(
  reading: Reading,
  member: Node,
  what: ObjectName,
  beside: readonly string[] = [],
): Node | null {
  return followKnown(reading, member, what, { fields, beside });
}

/** The same where the standard allows no reference. */
export function ownObject(reading: Reading, node: Node, what: ObjectName): Node | null {
  return expectKnown(reading, node, what, fields);
}

/** A stream whose items are decided when all schemas are read: they can depend on the target of a reference. */
export interface UnsettledStream {
  readonly media: MediaType;
  readonly node: Node;
  /** `itemSchema` */
  readonly item: { readonly field: Node; readonly schema: Schema } | null;
}

// The fields of each OpenAPI object, 3.0 to 3.2, by the name that messages give the object: any other field is a misspelling or
// an extension.
export const fields = {
  "an OpenAPI document":
    "openapi info jsonSchemaDialect servers paths webhooks components security tags externalDocs $self",
  info: "title summary description termsOfService contact license version",
  "a server": "url description variables name",
  "a server variable": "enum default description",
  components:
    "schemas responses parameters examples requestBodies headers securitySchemes links callbacks pathItems mediaTypes",
  "a path item":
    "$ref summary description get put post delete options head patch trace query additionalOperations servers parameters",
  "an operation":
    "tags summary description externalDocs operationId parameters requestBody responses callbacks deprecated security servers",
  "a parameter":
    "name in description required deprecated allowEmptyValue style explode allowReserved schema example examples content",
  "a request body": "description content required",
  "a media type": "schema example examples encoding itemSchema prefixEncoding itemEncoding description",
  "a response": "summary description headers content links",
  "a header": "description required deprecated style explode schema example examples content",
  "an example": "summary description value externalValue dataValue serializedValue",
  "a link": "operationRef operationId parameters requestBody description server",
  "a security scheme":
    "type description name in scheme bearerFormat flows openIdConnectUrl oauth2MetadataUrl deprecated",
  flows: "implicit password clientCredentials authorizationCode deviceAuthorization",
  "a flow": "authorizationUrl deviceAuthorizationUrl tokenUrl refreshUrl scopes",
  "an encoding": "contentType headers style explode allowReserved encoding prefixEncoding itemEncoding",
  "a tag": "name description externalDocs summary parent kind",
} as const;

// An operation, or a part of it -> its name in messages about what is left out.

/** How messages call a path item: `the path "/orders"`, `the webhook "orderPaid"`. */
export function nameOfPathItem({ path, trigger }: Omit<Endpoint, "method">): string {
  return trigger === null ? `the path ${quote(path.text)}` : `the ${trigger.kind} ${quote(trigger.key)}`;
}

/** `GET /orders`, `the webhook "orderPaid"`. */
export function nameOfOperation(endpoint: Endpoint): string {
  const { method, path, trigger } = endpoint;
  return trigger === null ? `${method.toUpperCase()} ${path.text}` : nameOfPathItem(endpoint);
}

/** `the response 404 of GET /orders`. */
export function nameOfResponse(key: string, endpoint: Endpoint): string {
  return `the response ${key} of ${nameOfOperation(endpoint)}`;
}

/** Whether an operation is still of use without this response: a client then treats it as any undocumented one. */
export function isErrorStatus(status: Status): boolean {
  return (status.kind === "code" && status.code >= 400) || (status.kind === "range" && status.first >= 4);
}
