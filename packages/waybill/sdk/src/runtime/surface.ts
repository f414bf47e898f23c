// Methods of resources as an earlier SDK had them: path parameters by position, all others in one object, promises with responses and pages.
import type { Operation, RequestParts } from "@waybill/runtime/client";
import type { PatientCallOptions } from "@waybill/runtime/middleware";
import { type Paginated, pagesOf } from "@waybill/runtime/pages";
import { expectSuccess, type FetchSend, type SuccessBody } from "@waybill/runtime/send";

/** Options of one call. */
export interface MethodOptions {
  readonly headers?: Readonly<Record<string, string | null | undefined>> | undefined;
  readonly maxRetries?: number | undefined;
  /** Milliseconds. */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | null | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** Options of the client. */
export interface SurfaceOptions {
  readonly baseURL?: string | null | undefined;
  /** Milliseconds. */
  readonly timeout?: number | undefined;
  readonly maxRetries?: number | undefined;
  readonly defaultHeaders?: Readonly<Record<string, string>> | undefined;
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  readonly logLevel?: "off" | "error" | "warn" | "info" | "debug" | undefined;
}

/** The body of a success, its response, and its items if it has pages. */
export type Called<Body, Item> = Promise<Body> & {
  /** Its body has been read. */
  asResponse(): Promise<Response>;
  withResponse(): Promise<{ readonly data: Body; readonly response: Response }>;
} & ([Item] extends [never] ? unknown : AsyncIterable<Item>);

/** What comes after the positions: an object with all other parameters, and the members of the body, or the body as one member. */
export interface MethodForm {
  readonly positional: readonly string[];
  readonly takes: "nothing" | "members" | "body";
  /** The name of that member. Default: `body`. */
  readonly bodyName?: string;
}

export type Method<Request, Response, Form extends MethodForm, Item = never> =
  Streamed<Response> extends never
    ? (...args: Arguments<Request, Form, unknown>) => Called<SuccessBody<Response>, Item>
    : {
        (...args: Arguments<Request, Form, { readonly stream: true }>): Called<Streamed<Response>, never>;
        (...args: Arguments<Request, Form, unknown>): Called<Exclude<SuccessBody<Response>, Streamed<Response>>, never>;
      };

/** The same of an operation. */
export type MethodOf<Operated, Form extends MethodForm> =
  Operated extends Operation<infer Request, infer Response>
    ? Method<Request, Response, Form, Operated extends Paginated<infer Item> ? Item : never>
    : never;

type Streamed<Response> = Extract<SuccessBody<Response>, AsyncIterable<unknown>>;

type Arguments<Request, Form extends MethodForm, Extra> = [
  ...Positions<PartIn<Request, "path">, Form["positional"]>,
  ...(Form["takes"] extends "nothing"
    ? []
    : object extends RequiredMembers<Request, Form>
      ? [parameters?: (Members<Request, Form> & Extra) | null | undefined]
      : [parameters: Members<Request, Form> & Extra]),
  options?: MethodOptions | undefined,
];

type Positions<Path, Names> = { [At in keyof Names]: Names[At] extends keyof Path ? Path[Names[At]] : string };

type Members<Request, Form extends MethodForm> = Request extends unknown
  ? ParametersOf<Request, Form> & (Form["takes"] extends "body" ? NamedBody<Request, Form> : BodyIn<Request>)
  : never;

type NamedBody<Request, Form> = {
  [Name in keyof Pick<Request, "body" & keyof Request> as Form extends { readonly bodyName: infer Other extends string }
    ? Other
    : Name]: Request[Name];
};

/** Without a body that is optional. */
type RequiredMembers<Request, Form extends MethodForm> = Request extends unknown
  ? ParametersOf<Request, Form> & (object extends Pick<Request, "body" & keyof Request> ? unknown : BodyIn<Request>)
  : never;

type ParametersOf<Request, Form extends MethodForm> = Omit<PartIn<Request, "path">, Form["positional"][number]> &
  PartIn<Request, "query"> &
  PartIn<Request, "headers"> &
  PartIn<Request, "cookies">;

/** `ids[]` is also `ids`. */
type PartIn<Request, Part> = Part extends keyof Request ? Unbracketed<NonNullable<Request[Part]>> : unknown;
type Unbracketed<Values> = {
  [Name in keyof Values as Name extends `${infer Plain}[]` ? Plain : Name]: Values[Name];
};

type BodyIn<Request> = "body" extends keyof Request ? NonNullable<Request["body"]> : unknown;

/** A class whose instances have the methods. All options are optional. */
export function clientClass<Options extends SurfaceOptions, Methods extends object>(
  methodsOf: (options: Options) => Methods,
): new (
  options?: Options,
) => Methods {
  const client = class {
    constructor(options: Options = {} as Options) {
      Object.assign(this, methodsOf(options));
    }
  };
  return client as new (
    options?: Options,
  ) => Methods;
}

/** The options of the client -> those of what sends. */
export function sentOptions({ baseURL, timeout, maxRetries, defaultHeaders, fetch, logLevel }: SurfaceOptions): {
  baseUrl: string | undefined;
  timeout: number | undefined;
  retries: number | undefined;
  headers: Readonly<Record<string, string>> | undefined;
  fetch: SurfaceOptions["fetch"];
  log: "debug" | undefined;
} {
  const log = logLevel === "debug" ? "debug" : undefined;
  return { baseUrl: baseURL ?? undefined, timeout, retries: maxRetries, headers: defaultHeaders, fetch, log };
}

/** Sends one operation with arguments in this form. */
export function method<Request extends RequestParts, Response, const Form extends MethodForm, Item = never>(
  send: FetchSend<PatientCallOptions>,
  operation: Operation<Request, Response> & Partial<Paginated<Item>>,
  form: Form,
): Method<Request, Response, Form, Item> {
  const { positional, takes, bodyName = "body" } = form;
  const call = (...args: readonly unknown[]): unknown => {
    const path = Object.fromEntries(positional.map((name, at) => [name, args[at]]));
    const [members, options] = takes === "nothing" ? [null, args[positional.length]] : args.slice(positional.length);
    const request = requestOf(operation, Object(members ?? {}), {
      path,
      hasMembers: members != null,
      bodyName: takes === "body" ? bodyName : null,
    });
    const settings = callOptionsOf(Object(options ?? {}));
    // The first page is requested once: either as the result, or by the iterator.
    const sent = once(() => send(operation, request as Request, settings));
    const body = once(() =>
      sent().then((received) => {
        expectSuccess(operation, received);
        return Object(received).body as unknown;
      }),
    );
    const responses = {
      asResponse: async () => (await sent()).response,
      withResponse: async () => ({ data: await body(), response: (await sent()).response }),
    };
    if (operation.pagination === undefined) return Object.assign(body(), responses);
    const items = () => pagesOf(send, operation as never, request as never, settings);
    return Object.assign(promiseOf(body), responses, { [Symbol.asyncIterator]: () => items()[Symbol.asyncIterator]() });
  };
  return call as Method<Request, Response, Form, Item>;
}

function once<Value>(work: () => Value): () => Value {
  let done: { readonly value: Value } | null = null;
  return () => {
    done ??= { value: work() };
    return done.value;
  };
}

/** Begins when something waits for it. */
function promiseOf<Value>(work: () => Promise<Value>): Promise<Value> {
  return {
    // biome-ignore lint/suspicious/noThenProperty: it is a promise.
    then: (fulfilled, rejected) => work().then(fulfilled, rejected),
    catch: (rejected) => work().catch(rejected),
    finally: (done) => work().finally(done),
    [Symbol.toStringTag]: "Promise",
  };
}

interface RequestFacts {
  readonly path: Readonly<Record<string, unknown>>;
  readonly hasMembers: boolean;
  /** `null`: its members are among the others. */
  readonly bodyName: string | null;
}

/** Members by the place of the parameter of their name; all others are the body. */
function requestOf(
  { parameters, requestBody }: Operation,
  members: Readonly<Record<string, unknown>>,
  { path, hasMembers, bodyName }: RequestFacts,
): RequestParts {
  const places = new Map(parameters.filter(({ name }) => !(name in path)).map(({ name, part }) => [name, part]));
  const parts: Record<string, Record<string, unknown>> = { path: { ...path }, query: {}, headers: {}, cookies: {} };
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members)) {
    const sent = places.has(`${name}[]`) ? `${name}[]` : name;
    const part = parts[places.get(sent) ?? ""] ?? body;
    part[sent] = value;
  }
  if (requestBody === undefined || !hasMembers) return parts;
  return { ...parts, body: bodyName === null ? body : body[bodyName] };
}

function callOptionsOf({ headers, maxRetries, timeout, signal, idempotencyKey }: MethodOptions): PatientCallOptions {
  const stated = Object.entries({ ...headers, "Idempotency-Key": idempotencyKey });
  const values = stated.filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return { headers: Object.fromEntries(values), retries: maxRetries, timeout, signal: signal ?? undefined };
}
