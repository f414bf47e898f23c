// What an OpenAPI description says: operations with everything inherited already resolved.
import type { Location } from "../source/index.ts";
import type { LocatedValue, Schema } from "./schema.ts";

export type Extensions = Readonly<Record<string, unknown>>;

export interface Words {
  readonly summary: string | null;
  readonly description: string | null;
  readonly deprecated: boolean;
}

export interface Info {
  readonly title: string;
  readonly version: string;
  readonly summary: string | null;
  readonly description: string | null;
}

export interface HttpApi {
  readonly kind: "http";
  /** `3.1.1`: as the document says. */
  readonly specVersion: string;
  readonly info: Info;
  /** Where operations are reached that say nothing else; each has its own list in `servers`. */
  readonly servers: readonly Server[];
  readonly tags: readonly Tag[];
  readonly operations: readonly Operation[];
  /** What the API itself sends: `webhooks`, and the callbacks of operations. */
  readonly webhooks: readonly Operation[];
  readonly securitySchemes: readonly SecurityScheme[];
  /** What operations require that say nothing else; they have it in their own `security`. */
  readonly defaultSecurity: readonly SecurityRequirement[];
  readonly extensions: Extensions;
  readonly at: Location;
}

export interface Server {
  /** `https://{region}.example`, or relative to the place of the description: `/v1`. */
  readonly url: string;
  /** Since 3.2. */
  readonly name: string | null;
  readonly description: string | null;
  readonly variables: readonly {
    readonly name: string;
    readonly default: string;
    readonly enum: readonly string[];
    readonly description: string | null;
  }[];
  readonly at: Location;
}

export interface Tag {
  readonly name: string;
  readonly summary: string | null;
  readonly description: string | null;
  /** The name of the tag that this one is nested under. */
  readonly parent: string | null;
  /** `nav`, `badge`, `audience`, or a kind of the author's own. */
  readonly kind: string | null;
}

/** The methods that a path item has a field for; `query` since 3.2. */
export const httpMethods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"] as const;
export type HttpMethod = (typeof httpMethods)[number];

/** Both directions: what the API answers, and what it sends itself. */
export function everyOperationOf(api: Pick<HttpApi, "operations" | "webhooks"> | null): readonly Operation[] {
  return api === null ? [] : [...api.operations, ...api.webhooks];
}

/** Why the API sends a request. A callback goes where the expression leads in the request that asked for it. */
export type Trigger =
  | { readonly kind: "webhook"; readonly key: string }
  | { readonly kind: "callback"; readonly key: string; readonly expression: string };

export interface Operation {
  readonly kind: "operation";
  /** Set for what the API sends; `path` then has the name of the webhook or the expression of the callback. */
  readonly trigger: Trigger | null;
  /** `operationId`; when the description gives none, made from method and path. */
  readonly id: string;
  /** `listOrders`: a TypeScript identifier, decided by the names pass. Types are named after it: `ListOrdersRequest`. */
  readonly name: string;
  readonly typeName: string;
  /** `get`: the field of the path item. Other methods (`additionalOperations`) are as they are sent: `COPY`. */
  readonly method: string;
  readonly path: PathTemplate;
  readonly tags: readonly string[];
  readonly words: Words;
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | null;
  readonly responses: readonly Response[];
  /** Alternatives; each is a set of schemes that must all be met. Empty: no authentication. */
  readonly security: readonly SecurityRequirement[];
  /** Its own, else those of its path, else the document's: then the very same list. */
  readonly servers: readonly Server[];
  readonly extensions: Extensions;
  readonly at: Location;
}

export interface PathTemplate {
  /** `/v1/orders/{orderId}`, as the description has it. */
  readonly text: string;
  readonly segments: readonly PathPart[];
  /** What stands behind the path as a query, where that is tolerated. */
  readonly query: readonly PathQuery[];
  /** What stands behind a `#`, where that is tolerated. It is never sent. */
  readonly fragment: string | null;
}

/** `op=list` has a value; `user={id}` an expression, and is one of the query parameters then. */
export interface PathQuery {
  readonly name: string;
  readonly value: string | null;
  readonly expression: string | null;
}

export type PathPart =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "parameter"; readonly name: string };

export type ParameterPlace = "path" | "query" | "header" | "cookie";
export type ParameterStyle = "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject";

export interface Parameter {
  readonly kind: "parameter";
  readonly name: string;
  readonly in: ParameterPlace;
  readonly required: boolean;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  readonly schema: Schema;
  /** Set when the value is a serialised document (`content`) instead of a styled value. */
  readonly mediaType: string | null;
  readonly words: Words;
  readonly examples: readonly Example[];
  readonly at: Location;
}

export interface RequestBody {
  readonly required: boolean;
  readonly description: string | null;
  readonly content: readonly MediaType[];
  readonly at: Location;
}

/** How the bytes of a body become a value: decided by the media type alone. */
export type BodyKind = "json" | "form" | "multipart" | "text" | "binary" | StreamKind;

/** Sequences: `text/event-stream`, lines of JSON, and JSON texts that each begin with a record separator. */
export type StreamKind = "events" | "lines" | "sequence";

export interface MediaType {
  /** As written: `text/html; charset=utf-8`. */
  readonly type: string;
  readonly body: BodyKind;
  /** `any` when the description gives no schema. */
  readonly schema: Schema;
  /** Set for sequences, whose values arrive one by one; `schema` is then about all of them together. */
  readonly item: StreamItem | null;
  /** Fields of a form and parts of a multipart body that are not written as they are by default. */
  readonly encodings: readonly Encoding[];
  readonly examples: readonly Example[];
  readonly extensions: Extensions;
  readonly at: Location;
}

export interface StreamItem {
  readonly schema: Schema;
  /** What the `data` of an event is: the text itself, or the value that it is the JSON of. */
  readonly data: "text" | "json";
}

export interface Encoding {
  /** Of the property. */
  readonly name: string;
  /** `image/png, image/jpeg`: any of them. */
  readonly contentType: string | null;
  /** Set for a field of a form that is written as a parameter in the query is. */
  readonly style: ParameterStyle | null;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  readonly at: Location;
}

export interface Example {
  readonly name: string;
  readonly summary: string | null;
  readonly value: LocatedValue;
}

/** `200`, `4XX`, or `default`. */
export type Status =
  | { readonly kind: "code"; readonly code: number }
  | { readonly kind: "range"; readonly first: 1 | 2 | 3 | 4 | 5 }
  | { readonly kind: "default" };

export interface Response {
  readonly kind: "response";
  readonly status: Status;
  /** Since 3.2. */
  readonly summary: string | null;
  readonly description: string;
  readonly headers: readonly Header[];
  /** Empty for an answer to HEAD, whatever is described: it has the headers of a body, and none. */
  readonly content: readonly MediaType[];
  readonly links: readonly Link[];
  readonly at: Location;
}

export interface Header {
  /** As written; compared without regard to case. */
  readonly name: string;
  readonly required: boolean;
  /** An object is `R=100,G=200` instead of `R,100,G,200`. */
  readonly explode: boolean;
  readonly schema: Schema;
  /** Set when the value is a serialised document (`content`) instead of a styled value. */
  readonly mediaType: string | null;
  readonly description: string | null;
  readonly deprecated: boolean;
  readonly examples: readonly Example[];
  readonly at: Location;
}

export interface Link {
  readonly name: string;
  readonly operationId: string | null;
  readonly operationRef: string | null;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly requestBody: unknown;
  readonly description: string | null;
  readonly at: Location;
}

export interface SecurityScheme {
  readonly name: string;
  readonly type: string;
  readonly scheme: string | null;
  readonly in: string | null;
  readonly parameterName: string | null;
  /** `JWT`: a hint for people. */
  readonly bearerFormat: string | null;
  readonly openIdConnectUrl: string | null;
  readonly oauth2MetadataUrl: string | null;
  readonly flows: readonly OAuthFlow[];
  readonly description: string | null;
  readonly deprecated: boolean;
  readonly at: Location;
}

export interface OAuthFlow {
  /** `authorizationCode`, `deviceAuthorization`: the field of `flows`. */
  readonly kind: string;
  readonly authorizationUrl: string | null;
  readonly deviceAuthorizationUrl: string | null;
  readonly tokenUrl: string | null;
  readonly refreshUrl: string | null;
  readonly scopes: readonly { readonly name: string; readonly description: string }[];
  readonly at: Location;
}

export interface SecurityRequirement {
  readonly schemes: readonly { readonly name: string; readonly scopes: readonly string[] }[];
}
