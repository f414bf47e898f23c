// The shape of the operation table, and of the function that a client sends with.
import type { Shape } from "../../http/runtime/values.ts";

/** One operation of the description: data to build its requests and read its responses by, and the types of both. */
export interface Operation<Request extends RequestParts = never, Response = unknown> {
  readonly id: string;
  readonly method: Method;
  /** `/v1/orders/{orderId}`; literal text is percent-encoded, braces stand around parameters only. */
  readonly path: string;
  /** Changes nothing on the server (RFC 9110, 9.2.1). */
  readonly safe: boolean;
  /** Sending it twice has the effect of sending it once (RFC 9110, 9.2.2). */
  readonly idempotent: boolean;
  readonly parameters: readonly Parameter[];
  /** By media type; `null` when the operation takes no body. */
  readonly requestBody: Content | null;
  /** By status code, `4XX` or `default`. */
  readonly responses: Readonly<Record<string, ResponseSpec>>;
  /** Names of security schemes: any of the alternatives will do, all schemes of one must be met. */
  readonly security: readonly (readonly string[])[];
  /** Never there: it carries the types. */
  readonly "~types"?: (request: Request) => Response;
}

export type Method = "GET" | "PUT" | "POST" | "DELETE" | "OPTIONS" | "HEAD" | "PATCH" | "TRACE";

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly style: "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject";
  readonly explode: boolean;
  readonly allowReserved?: true;
  /** Set when the value is sent as a document of this media type; style and explode do not apply then. */
  readonly mediaType?: string;
  /** Writes values in this place and style. A reference, so that a bundle has only the writers its operations use. */
  readonly write: Writer;
}

/**
 * The text of a path parameter or header, or the `name=value` pairs of the query and cookies; empty for a value that is
 * not sent. Throws a `TypeError` for one that would arrive as another.
 */
export type Writer = (parameter: Parameter, value: unknown) => readonly string[];

/** How bytes and values become each other, by media type as the description writes it. */
export type Content = Readonly<Record<string, BodyFormat>>;

export interface BodyFormat {
  readonly kind: "json" | "form" | "multipart" | "text" | "binary";
  readonly write: (body: unknown) => WireBody;
  /** Throws a `SyntaxError` when the bytes are not what they claim to be. */
  readonly read: (response: Response) => Promise<unknown>;
}

export type WireBody = string | Blob | FormData;

export interface ResponseSpec {
  readonly headers?: HeaderShapes;
  /** Reads header values; there when some of them have items or members. */
  readonly readHeader?: (text: string, shape: Shape) => unknown;
  readonly content?: Content;
}

/** What the text of each header stands for. */
export type HeaderShapes = Readonly<Record<string, Shape>>;

/** What every request type is made of: keys are sent as they are, never renamed. */
export interface RequestParts {
  readonly path?: Values | undefined;
  readonly query?: Values | undefined;
  readonly headers?: Values | undefined;
  readonly cookies?: Values | undefined;
  /** Only where the operation takes several media types. */
  readonly contentType?: string | undefined;
  readonly body?: unknown;
}

export type Values = Readonly<Record<string, unknown>>;

/** A server of the description; `{name}` in the URL stands for a variable. */
export interface Server {
  readonly url: string;
  readonly description: string | null;
  readonly variables: Readonly<Record<string, ServerVariable>>;
}

export interface ServerVariable {
  readonly default: string;
  /** Empty: any value. */
  readonly values: readonly string[];
}

export interface SecurityScheme {
  /** `http`, `apiKey`, `oauth2`, `openIdConnect`, `mutualTLS`. */
  readonly type: string;
  /** `bearer`, for `http`. */
  readonly scheme: string | null;
  /** Where an `apiKey` is sent, and under which name. */
  readonly in: string | null;
  readonly parameterName: string | null;
}

/** Sends the request of an operation and resolves to its response. What else it takes is up to who writes it. */
export type Send<Options> = <Request extends RequestParts, Response>(
  operation: Operation<Request, Response>,
  request: Request,
  options?: Options,
) => Promise<Response>;
