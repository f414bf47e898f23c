// The model of an OpenAPI description: operations with everything inherited already resolved.
import type { Location } from "../source/index.ts";
import type { Pagination } from "./pagination.ts";
import type { LocatedValue, Schema } from "./schema.ts";
import type { Signature } from "./signature.ts";
import { unreachable } from "./unreachable.ts";

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
  /** As in the document: `3.1.1`. */
  readonly specVersion: string;
  readonly info: Info;
  /** The default servers of operations; each has its own list in `servers`. */
  readonly servers: readonly Server[];
  readonly tags: readonly Tag[];
  readonly operations: readonly Operation[];
  /** Requests that the API itself sends: `webhooks`, and the callbacks of operations. */
  readonly webhooks: readonly Operation[];
  readonly securitySchemes: readonly SecurityScheme[];
  /** The default security of operations; each has its own in `security`. */
  readonly defaultSecurity: readonly SecurityRequirement[];
  readonly extensions: Extensions;
  readonly at: Location;
}

export interface Server {
  /** `https://{region}.example`, or relative to the location of the description: `/v1`. */
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
  /** The name of the parent tag. */
  readonly parent: string | null;
  /** `nav`, `badge`, `audience`, or a kind of the author's own. */
  readonly kind: string | null;
}

/** Whether a tag groups operations: `kind` (OpenAPI 3.2) is `nav`, or not set. */
export function isGroup({ kind }: Pick<Tag, "kind">): boolean {
  return kind === null || kind === "nav";
}

/** The methods that a path item has a field for; `query` since 3.2. */
export const httpMethods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"] as const;
export type HttpMethod = (typeof httpMethods)[number];

/** Both directions: requests to the API, and requests that it sends itself. */
export function everyOperationOf(api: Pick<HttpApi, "operations" | "webhooks"> | null): readonly Operation[] {
  return api === null ? [] : [...api.operations, ...api.webhooks];
}

/** `name`: in lower case. */
export function takesHeader({ parameters }: Pick<Operation, "parameters">, name: string): boolean {
  return parameters.some((one) => one.in === "header" && one.name.toLowerCase() === name);
}

/** Why the API sends a request. The URL of a callback comes from an expression over the request that registered it. */
export type Trigger =
  | { readonly kind: "webhook"; readonly key: string }
  | { readonly kind: "callback"; readonly key: string; readonly expression: string };

export interface Operation {
  readonly kind: "operation";
  /** Set for requests that the API sends; `path` is then the name of the webhook or the expression of the callback. */
  readonly trigger: Trigger | null;
  /** `operationId`; derived from method and path when the description has none. */
  readonly id: string;
  /** `listOrders`: a TypeScript identifier, decided by the names pass. Types are named after it: `ListOrdersRequest`. */
  readonly name: string;
  readonly typeName: string;
  /** `get`: the field of the path item. Other methods (`additionalOperations`) are spelled as they are sent: `COPY`. */
  readonly method: string;
  readonly path: PathTemplate;
  readonly tags: readonly string[];
  readonly words: Words;
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | null;
  /** The request as a handler gets it, where that differs from what is sent: by `defaults: "apply"` or `binary: "stream"`, or as it always has its media type. */
  readonly received?: Received;
  readonly responses: readonly Response[];
  /** Alternatives; each is a set of schemes that are all required. Empty: no authentication. */
  readonly security: readonly SecurityRequirement[];
  /** Its own, else those of its path, else the document's: then the very same list. */
  readonly servers: readonly Server[];
  /** How its list is requested page by page; `null` for an operation without known pages. */
  readonly pagination: Pagination | null;
  /** Of a webhook or a callback: how its request is signed, as it says itself, or its path item or the document. */
  readonly signature: Signature | null;
  readonly extensions: Extensions;
  readonly at: Location;
}

/** Members and parameters with a default are required. */
export interface Received {
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | null;
}

export interface PathTemplate {
  /** As in the description: `/v1/orders/{orderId}`. */
  readonly text: string;
  readonly segments: readonly PathPart[];
  /** The query in the path, where that is tolerated. */
  readonly query: readonly PathQuery[];
  /** The fragment of the path, where that is tolerated. It is never sent. */
  readonly fragment: string | null;
}

/** `op=list` has a value; `user={id}` has an expression, and is then one of the query parameters. */
export interface PathQuery {
  readonly name: string;
  readonly value: string | null;
  readonly expression: string | null;
}

export type PathPart =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "parameter"; readonly name: string };

/** `querystring`: the parameter is the whole query (3.2), as a document of its media type. */
export type ParameterPlace = "path" | "query" | "querystring" | "header" | "cookie";
/** `cookie`: nothing is percent-encoded (3.2). */
export type ParameterStyle =
  | "simple"
  | "label"
  | "matrix"
  | "form"
  | "spaceDelimited"
  | "pipeDelimited"
  | "deepObject"
  | "cookie";

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
  /** Of a query string: how the fields of a form are written where that is not the default. */
  readonly encodings?: readonly Encoding[];
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

/** How the bytes of a body are decoded: the media type alone decides. */
export type BodyKind = "json" | "form" | "multipart" | "text" | "binary" | StreamKind;

/** Sequences: `text/event-stream`, lines of JSON, and JSON texts that each begin with a record separator. */
export type StreamKind = "events" | "lines" | "sequence";

export interface MediaType {
  /** As written: `text/html; charset=utf-8`. */
  readonly type: string;
  readonly body: BodyKind;
  /** Of a body of bytes: whether its handler gets a stream. */
  readonly isStreamed?: true;
  /** Of a response: it has values that the response also has as JSON. Clients request JSON. */
  readonly isAlternative?: true;
  /** `any` when the description has no schema. */
  readonly schema: Schema;
  /** Set for streams, whose values arrive one by one; `schema` then describes all of them together. */
  readonly item: StreamItem | null;
  /** Fields of a form and parts of a multipart body with an encoding other than the default. */
  readonly encodings: readonly Encoding[];
  /** Of a multipart body: its parts have no names, and are an array. Encodings are named `0`, `1`, …, and `*` for all that follow. */
  readonly isByPosition?: true;
  readonly examples: readonly Example[];
  readonly extensions: Extensions;
  readonly at: Location;
}

/** The media types that clients expect. */
export function expectedOf({ content }: Pick<Response, "content">): readonly MediaType[] {
  return content.filter(({ isAlternative }) => isAlternative !== true);
}

/** Whether a handler may return more than clients expect. */
export function hasAlternatives({ responses }: Pick<Operation, "responses">): boolean {
  return responses.some(({ content }) => content.some(({ isAlternative }) => isAlternative === true));
}

export interface StreamItem {
  readonly schema: Schema;
  /** The `data` of an event: a text, or a value as JSON. */
  readonly data: "text" | "json";
  /** The types of events (`event`) whose data is the other of the two. */
  readonly others?: readonly string[];
  /** Whether the description has data as strings with `contentSchema`, where `schema` has their values. */
  readonly hasContent?: true;
  /** The data that is a text where others are JSON. */
  readonly texts?: readonly string[];
  /** The data that ends the stream and is no item of it: `[DONE]`, where the description does not have it as data. */
  readonly end?: string;
}

export interface Encoding {
  /** Of the property; by position: its index, or `*`. */
  readonly name: string;
  /** `image/png, image/jpeg`: any of them. */
  readonly contentType: string | null;
  /** Set for a field of a form that is serialised like a query parameter. */
  readonly style: ParameterStyle | null;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** Of an array in a multipart body: it is one part of JSON. Otherwise each item is a part. */
  readonly isWhole?: true;
  /** The headers of a part that always have the same value. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Of a part that has parts or fields itself: how it is read and written. */
  readonly media?: MediaType;
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
  /** Empty for a response to HEAD, which has the headers of a body but no body. */
  readonly content: readonly MediaType[];
  readonly links: readonly Link[];
  readonly at: Location;
}

export interface Header {
  /** As written; case-insensitive. */
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
  readonly extensions: Extensions;
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

export function statusKeyOf(status: Status): number | `${1 | 2 | 3 | 4 | 5}XX` | "default" {
  switch (status.kind) {
    case "code":
      return status.code;
    case "range":
      return `${status.first}XX`;
    case "default":
      return "default";
    default:
      return unreachable(status);
  }
}

/** As in descriptions. */
export function statusText(status: Status): string {
  return String(statusKeyOf(status));
}
