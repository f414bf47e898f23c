// The shape of the operation table, and of the function that a client sends with.
import type { BodyFormat, ReadingFormat, WireBody, WritingFormat } from "../../http/runtime/body-format.ts";
import type { ChooseMediaType } from "../../http/runtime/media-types.ts";
import type { Styled } from "../../http/runtime/styles.ts";
import type { Arrived } from "./response.ts";

export type { BodyFormat, ChooseMediaType, ReadingFormat, WireBody, WritingFormat };

/** One operation of the description: data to build its requests and read its responses by, and the types of both. */
export interface Operation<Request extends RequestParts = never, Response = unknown> {
  readonly id: string;
  readonly method: Method;
  /** `/v1/orders/{orderId}`; literal text is percent-encoded, braces stand around parameters only. */
  readonly path: string;
  /** Query parameters of every request. */
  readonly query?: string;
  /** Where a callback is sent, as an expression over the request that registered it; `callbackUrlOf` evaluates it. */
  readonly expression?: string;
  /** Changes nothing on the server (RFC 9110, 9.2.1). */
  readonly safe: boolean;
  readonly parameters: readonly Parameter[];
  /** The `Accept` header: the media types of its responses. */
  readonly accept?: string;
  /** Omitted when the operation has no body. */
  readonly requestBody?: RequestBody;
  /** By status code, `4XX` or `default`. */
  readonly responses: Readonly<Record<string, ResponseSpec>>;
  /** Names of security schemes: any alternative is enough, all schemes of one are needed. Omitted for the default. */
  readonly security?: readonly (readonly string[])[];
  /** Its server; omitted when it is that of all operations. */
  readonly servers?: readonly Server[];
  /** Never set: it carries the types. */
  readonly "~types"?: (request: Request) => Response;
}

/** As it is sent; descriptions may name methods of their own. */
export type Method =
  | "GET"
  | "PUT"
  | "POST"
  | "DELETE"
  | "OPTIONS"
  | "HEAD"
  | "PATCH"
  | "TRACE"
  | "QUERY"
  | (string & {});

export interface Parameter extends Styled {
  /** Writes values in this style. A reference, as is `put`, so that a bundle has only what its operations use. */
  readonly write: Writer;
  /** Puts the written value in its place. */
  readonly put: Put;
}

/**
 * The text of a path parameter or header, or the `name=value` pairs of the query and cookies; empty for a value that is
 * not sent. Throws a `TypeError` for one that would arrive as another.
 */
export type Writer = (parameter: Parameter, value: unknown) => readonly string[];

export type Put = (draft: RequestDraft, name: string, texts: readonly string[]) => void;

/** A request that is being built. */
export interface RequestDraft {
  readonly headers: Headers;
  /** With `{name}` for path parameters that are still missing. */
  path: string;
  /** Without `?`. */
  query: string;
}

export interface RequestBody {
  readonly content: Content;
  /** A reference, as in parameters. */
  readonly put: PutBody;
}

/** In the format of the media type that the request names, otherwise of the first. Sets `content-type`. */
export type PutBody = (content: Content, request: RequestParts, headers: Headers) => PreparedBody | null;

/** What `fetch` takes; a form only on React Native, for its files. */
export type SentBody = WireBody | FormData;

/** How the body of a request is passed to `fetch`. */
export interface PreparedBody {
  readonly body: SentBody;
  /** `fetch` requires this when a body is still being produced while it is sent. */
  readonly duplex?: "half";
}

/** How to convert between bytes and values, by media type as the description writes it. */
export type Content<Format = WritingFormat<SentBody>> = Readonly<Record<string, Format>>;

export interface ResponseSpec {
  /** How the text of each header is read. */
  readonly headers?: HeaderReaders;
  readonly content?: Content<ReadingFormat>;
  /** Set when media types alone do not identify the content: several of them, or `image/*`. */
  readonly choose?: ChooseMediaType;
}

export type HeaderReaders = Readonly<Record<string, (text: string) => unknown>>;

/** What every request type consists of: keys are sent as they are, never renamed. */
export interface RequestParts {
  readonly path?: Values | undefined;
  readonly query?: Values | undefined;
  readonly headers?: Values | undefined;
  readonly cookies?: Values | undefined;
  /** Only where the operation takes several media types; the default is JSON if it is among them. */
  readonly contentType?: string | undefined;
  readonly body?: unknown;
}

export type Values = Readonly<Record<string, unknown>>;

/** A server of the description; `{name}` in the URL is a variable. */
export interface Server {
  readonly url: string;
  readonly name?: string;
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

/** Sends the request of an operation and resolves to its response. Further options depend on the implementation. */
export type Send<Options> = <Request extends RequestParts, Response>(
  operation: Operation<Request, Response>,
  request: NoInfer<Request>,
  options?: Options,
) => Promise<Arrived<Response>>;
