// What a client of `paths` takes and returns: the interface of openapi-fetch 0.17, so that code written for it compiles as it is.

export type HttpMethod = "get" | "put" | "post" | "delete" | "options" | "head" | "patch" | "trace";
export type MediaType = `${string}/${string}`;

/** Options of a client. What `RequestInit` has is passed to each request. */
export interface ClientOptions extends Omit<RequestInit, "headers"> {
  /** What paths are appended to, such as `https://api.example/v1`. Default: nothing. */
  baseUrl?: string;
  /** Default: `globalThis.fetch`, looked up when the client is created. */
  fetch?: (input: Request) => Promise<Response>;
  /** The class of requests. Default: `globalThis.Request`. */
  Request?: typeof Request;
  querySerializer?: QuerySerializer<unknown> | QuerySerializerOptions;
  bodySerializer?: BodySerializer<unknown>;
  pathSerializer?: PathSerializer;
  headers?: HeadersOptions;
  /** The second argument of `fetch` in Node, such as `{ dispatcher }` of undici. */
  requestInitExt?: Record<string, unknown>;
}

/** `null` removes a header that the client sets, `undefined` leaves it; an array has a header with each value. */
export type HeadersOptions =
  | Required<RequestInit>["headers"]
  | Record<string, string | number | boolean | (string | number | boolean)[] | null | undefined>;

/** Query parameters -> the text after the `?`. */
export type QuerySerializer<Operation> = (
  query: Operation extends { parameters: infer Parameters }
    ? NonNullable<MemberOf<Parameters, "query">>
    : Record<string, unknown>,
) => string;

type MemberOf<Holder, Name> = Name extends keyof Holder ? Holder[Name] : unknown;

export interface QuerySerializerOptions {
  /** How arrays are written; default: `form`, exploded: `a=1&a=2`. */
  array?: { style: "form" | "spaceDelimited" | "pipeDelimited"; explode: boolean };
  /** How objects are written; default: `deepObject`: `a[b]=1`. */
  object?: { style: "form" | "deepObject"; explode: boolean };
  /** Whether values keep the characters that have a meaning in URLs. Default: `false`. */
  allowReserved?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: what `fetch` takes as a body differs between platforms.
export type BodySerializer<Operation> = (body: BodyContent<Operation>) => any;

export type PathSerializer = (pathname: string, pathParams: Record<string, unknown>) => string;

interface Parsed<Body = unknown> {
  json: Body;
  text: string;
  blob: Blob;
  arrayBuffer: ArrayBuffer;
  stream: Response["body"];
}

export type ParseAs = keyof Parsed;
export type ParseAsResponse<Body, Options> = Options extends { parseAs: infer As extends ParseAs }
  ? Parsed<Body>[As]
  : Body;

export interface DefaultParamsOption {
  params?: { query?: Record<string, unknown> };
}

/** `params` is required where one of the parameters is. */
export type ParamsOption<Operation> = Operation extends { parameters: infer Parameters }
  ? RequiredKeysOf<Parameters> extends never
    ? { params?: Parameters }
    : { params: Parameters }
  : DefaultParamsOption;

export type RequestBodyOption<Operation> =
  Writable<BodyContent<Operation>> extends never
    ? { body?: never }
    : HasOptionalBody<Operation> extends true
      ? { body?: Writable<BodyContent<Operation>> }
      : { body: Writable<BodyContent<Operation>> };

export type RequestOptions<Operation> = ParamsOption<Operation> &
  RequestBodyOption<Operation> & {
    baseUrl?: string;
    querySerializer?: QuerySerializer<Operation> | QuerySerializerOptions;
    bodySerializer?: BodySerializer<Operation>;
    pathSerializer?: PathSerializer;
    /** How a successful body is read. Default: `json`. */
    parseAs?: ParseAs;
    fetch?: ClientOptions["fetch"];
    headers?: HeadersOptions;
    /** After those of the client. */
    middleware?: Middleware[];
  };

export type FetchOptions<Operation> = RequestOptions<Operation> & Omit<RequestInit, "body" | "headers">;

/** `error` is that of all statuses from 400 on; `response` has the status. */
// biome-ignore lint/suspicious/noExplicitAny: `unknown` would reject interfaces, which have no index signature.
export type FetchResponse<Operation extends Record<string | number, any>, Options, Media extends MediaType> =
  | {
      data: ParseAsResponse<Readable<BodyOf<ResponsesOf<Operation>, SuccessKey, Media>>, Options>;
      error?: never;
      response: Response;
    }
  | {
      data?: never;
      error: Readable<BodyOf<ResponsesOf<Operation>, FailureKey, Media>>;
      response: Response;
    };

type ResponsesOf<Operation> = Operation extends { responses: infer Responses } ? Responses : unknown;

/** As text: `200`, `2XX`. */
type SuccessKey = `2${string}`;
type FailureKey = `4${string}` | `5${string}` | "default";

/** The bodies of these statuses in a media type, or in all where none of them matches. */
type BodyOf<Responses, Key extends string, Media extends MediaType> = {
  [Status in keyof Responses]: Status extends string | number
    ? `${Status}` extends Key
      ? ContentOf<Responses[Status], Media>
      : never
    : never;
}[keyof Responses];

type ContentOf<Described, Media> = Described extends { content?: infer Content }
  ? Content extends object
    ? [Content[keyof Content & Media]] extends [never]
      ? Content
      : Content[keyof Content & Media]
    : Content
  : unknown;

type BodyOfRequest<Operation> = "requestBody" extends keyof Operation ? Operation["requestBody"] : never;
type HasOptionalBody<Operation> = "requestBody" extends keyof Operation
  ? RequiredKeysOf<Pick<Operation, "requestBody">> extends never
    ? true
    : false
  : true;

type BodyContent<Operation> =
  HasOptionalBody<Operation> extends true
    ? MediaOf<NonNullable<BodyOfRequest<Operation>>> | undefined
    : MediaOf<BodyOfRequest<Operation>>;
/** Not inferred: of `any` it is `any`. */
type MediaOf<Body> = Body extends { content: unknown } ? Body["content"][keyof Body["content"] & MediaType] : never;

export interface MergedOptions<Operation = unknown> {
  baseUrl: string;
  parseAs: ParseAs;
  querySerializer: QuerySerializer<Operation>;
  bodySerializer: BodySerializer<Operation>;
  pathSerializer: PathSerializer;
  fetch: typeof globalThis.fetch;
}

export interface MiddlewareRequestParams {
  query?: Record<string, unknown>;
  header?: Record<string, unknown>;
  path?: Record<string, unknown>;
  cookie?: Record<string, unknown>;
}

export interface MiddlewareCallbackParams {
  request: Request;
  /** The path as the description has it: `/orders/{id}`. */
  readonly schemaPath: string;
  readonly params: MiddlewareRequestParams;
  /** The same for all middleware of a request. */
  readonly id: string;
  readonly options: MergedOptions;
}

type Maybe<Value> = Value | Promise<Value>;
// biome-ignore lint/suspicious/noConfusingVoidType: a function without `return` is one.
type OnRequest = (options: MiddlewareCallbackParams) => Maybe<Request | Response | undefined | void>;
// biome-ignore lint/suspicious/noConfusingVoidType: the same.
type OnResponse = (options: MiddlewareCallbackParams & { response: Response }) => Maybe<Response | undefined | void>;
// biome-ignore lint/suspicious/noConfusingVoidType: the same.
type OnError = (options: MiddlewareCallbackParams & { error: unknown }) => Maybe<Response | Error | undefined | void>;

interface Hooks {
  /** Before a request is sent: another request, or the response instead of one. */
  onRequest: OnRequest;
  /** After a response, last middleware first: another response. */
  onResponse: OnResponse;
  /** After `fetch` failed, last middleware first: a response, or another error. */
  onError: OnError;
}

/** At least one of the three. */
export type Middleware = { [Name in keyof Hooks]: Pick<Hooks, Name> & Partial<Omit<Hooks, Name>> }[keyof Hooks];

/** The options of a call, optional where nothing in them is required. */
export type MaybeOptionalInit<Item, Method extends keyof Item> =
  RequiredKeysOf<FetchOptions<Item[keyof Item & Method]>> extends never
    ? FetchOptions<Item[keyof Item & Method]> | undefined
    : FetchOptions<Item[keyof Item & Method]>;

/** More members may be given: they are set on the request for middleware. Added last, because it would make nothing required. */
export type InitParam<Init> =
  RequiredKeysOf<Init> extends never ? [(Init & { [key: string]: unknown })?] : [Init & { [key: string]: unknown }];

export type PathsWithMethod<Paths, Method extends string> = {
  [Path in keyof Paths]: Paths[Path] extends Record<Method, unknown> ? Path : never;
}[keyof Paths];

// biome-ignore-start lint/complexity/noBannedTypes: path items without members are `{}`.
export type ClientMethod<
  Paths extends Record<string, Record<HttpMethod, {}>>,
  Method extends HttpMethod,
  Media extends MediaType,
> = <Path extends PathsWithMethod<Paths, Method>, Init extends MaybeOptionalInit<Paths[Path], Method>>(
  url: Path,
  ...init: InitParam<Init>
) => Promise<FetchResponse<Paths[Path][Method], Init, Media>>;

export type ClientRequestMethod<Paths extends Record<string, Record<HttpMethod, {}>>, Media extends MediaType> = <
  Method extends HttpMethod,
  Path extends PathsWithMethod<Paths, Method>,
  Init extends MaybeOptionalInit<Paths[Path], Method>,
>(
  method: Method,
  url: Path,
  ...init: InitParam<Init>
) => Promise<FetchResponse<Paths[Path][Method], Init, Media>>;

/** A method for each of a path. */
// biome-ignore lint/suspicious/noExplicitAny: `unknown` would reject interfaces, which have no index signature.
export type ClientForPath<Item extends Record<string | number, any>, Media extends MediaType> = {
  [Method in keyof Item as Uppercase<string & Method>]: <Init extends MaybeOptionalInit<Item, Method>>(
    ...init: InitParam<Init>
  ) => Promise<FetchResponse<Item[Method], Init, Media>>;
};

export interface Client<Paths extends {}, Media extends MediaType = MediaType> {
  request: ClientRequestMethod<Paths, Media>;
  GET: ClientMethod<Paths, "get", Media>;
  PUT: ClientMethod<Paths, "put", Media>;
  POST: ClientMethod<Paths, "post", Media>;
  DELETE: ClientMethod<Paths, "delete", Media>;
  OPTIONS: ClientMethod<Paths, "options", Media>;
  HEAD: ClientMethod<Paths, "head", Media>;
  PATCH: ClientMethod<Paths, "patch", Media>;
  TRACE: ClientMethod<Paths, "trace", Media>;
  /** Adds middleware, which runs in this order before requests and in the reverse order after responses. */
  use(...middleware: Middleware[]): void;
  /** Removes middleware that was added. */
  eject(...middleware: Middleware[]): void;
}

// biome-ignore-end lint/complexity/noBannedTypes: see above.

// biome-ignore-start lint/suspicious/noExplicitAny: any client.
export type ClientPathsWithMethod<CreatedClient extends Client<any, any>, Method extends HttpMethod> =
  CreatedClient extends Client<infer Paths, infer _> ? PathsWithMethod<Paths, Method> : never;

/** The body of the success of a method of a client. */
export type MethodResponse<
  CreatedClient extends Client<any, any>,
  Method extends HttpMethod,
  Path extends ClientPathsWithMethod<CreatedClient, Method>,
  Options = object,
> =
  CreatedClient extends Client<infer Paths extends { [key: string]: any }, infer Media extends MediaType>
    ? NonNullable<FetchResponse<Paths[Path][Method], Options, Media>["data"]>
    : never;

export type PathBasedClient<Paths extends Record<string | number, any>, Media extends MediaType = MediaType> = {
  [Path in keyof Paths]: ClientForPath<Paths[Path], Media>;
};
// biome-ignore-end lint/suspicious/noExplicitAny: see above.

export type RequiredKeysOf<Holder> = {
  [Key in keyof Holder]-?: object extends Pick<Holder, Key> ? never : Key;
}[keyof Holder];

/** What `--read-write-markers` makes of members that are read-only or write-only. */
interface Read<Value> {
  readonly $read: Value;
}
interface Write<Value> {
  readonly $write: Value;
}

/** Without markers: as responses have it. */
type Readable<Value> =
  Value extends Write<unknown>
    ? never
    : Value extends Read<infer Inner>
      ? Readable<Inner>
      : Value extends (infer Item)[]
        ? Readable<Item>[]
        : Value extends object
          ? {
              [Key in keyof Value as NonNullable<Value[Key]> extends Write<unknown> ? never : Key]: Readable<
                Value[Key]
              >;
            }
          : Value;

/** Without markers: as requests have it. */
type Writable<Value> =
  Value extends Read<unknown>
    ? never
    : Value extends Write<infer Inner>
      ? Writable<Inner>
      : Value extends (infer Item)[]
        ? Writable<Item>[]
        : Value extends object
          ? {
              [Key in keyof Value as NonNullable<Value[Key]> extends Read<unknown> ? never : Key]: Writable<Value[Key]>;
            } & {
              [Key in keyof Value as NonNullable<Value[Key]> extends Read<unknown> ? Key : never]?: never;
            }
          : Value;
