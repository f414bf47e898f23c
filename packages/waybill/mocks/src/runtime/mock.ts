// A route and its sampled responses -> an MSW handler: requests are read and validated, responses typed by status and validated.
import { createFetchHandler } from "@waybill/runtime/serve";
import { createMatcher, problemOf, type Refusal, type Route } from "@waybill/runtime/server";
import { type HttpHandler, http, delay as pause } from "msw";
import { isLaterPage, type LaterPages, linkedTo, nextUrlOf, type PageRequest } from "./pages.ts";
import { bytesTypeOf, refusalStatusOf } from "./refusals.ts";

/** What every described response has. */
export interface MockedResponse {
  readonly status: number;
  readonly contentType?: string | undefined;
  readonly headers?: object | undefined;
  readonly body?: unknown;
}

export interface MockOptions {
  /** Where the API is: `https://api.example/v1`. Default: any host, with or without the path of a described server. */
  readonly baseUrl?: string | undefined;
  /** Milliseconds before each response. Default 0. */
  readonly delay?: number | undefined;
  /** Only the first request; later ones go to the next handler. Default false. */
  readonly once?: boolean | undefined;
}

/** The response with one status. */
export type ResponseWith<Response, Status> = Response extends { readonly status: infer Own }
  ? Status extends Own
    ? Response
    : never
  : never;

/** The body of the response with one status; `undefined` where it has none. */
export type BodyWith<Response, Status> =
  ResponseWith<Response, Status> extends { readonly body: infer Body } ? Body : undefined;

/** What a resolver takes: the values of the request, validated, and the request itself. */
export type Resolver<Values, Response> = (
  request: Values & { readonly request: Request },
) => Response | Promise<Response>;

/** One step of a sequence: a status with its sample, or a whole response. */
export type Step<Response extends MockedResponse> = Response["status"] | Response;

/** The mock of one operation: called, it is an MSW handler. */
export interface Mock<Values, Response extends MockedResponse> {
  /** The sample of the first status below 400. */
  (options?: MockOptions): HttpHandler;
  /** The sample of a status, with a body of your own where you pass one. */
  <Status extends Response["status"]>(
    status: Status,
    body?: BodyWith<Response, Status>,
    options?: MockOptions,
  ): HttpHandler;
  /** A response, a function of the request, or a sequence of responses, the last of which repeats. */
  (
    response: Response | Resolver<Values, Response> | readonly [Step<Response>, ...Step<Response>[]],
    options?: MockOptions,
  ): HttpHandler;
  /** The sampled response of a status. Throws when there is none. */
  sample<Status extends Response["status"]>(status: Status): ResponseWith<Response, Status>;
}

/** The sample of the last page of a paginated operation, for each status, and which requests get it. */
export interface LastPages<Response> extends LaterPages {
  readonly samples: readonly Response[];
}

/** `prefixes`: the paths of the described servers, such as `/v1`. */
export function mockOf<Values, Response extends MockedResponse>(
  route: Route,
  samples: readonly Response[],
  prefixes: readonly string[],
  last?: LastPages<Response>,
): Mock<Values, Response> {
  const described = (status: number): Response | undefined => sampleWith(status, route, samples);
  const refuse = (refusal: Refusal): MockedResponse => refusedAs(refusal, route, described);
  const handled = (respond: Respond, options: unknown): HttpHandler =>
    handlerOf({ route, prefixes, refuse }, respond, optionsIn(options));
  const sampleOf = (status: number): Response => {
    const sample = described(status);
    if (sample !== undefined) return sample;
    const others = samples.map((each) => each.status).join(", ");
    throw new TypeError(
      `${route.operationId} has no sample of ${status}: pass a response; statuses with samples: ${others || "none"}`,
    );
  };
  const usual: Respond = (request) => {
    const defaultSample = samples.find(({ status }) => status < 400) ?? samples[0];
    if (defaultSample !== undefined) return asPages(defaultSample)(request);
    throw new TypeError(`${route.operationId} has no sample: pass a response`);
  };
  /** A sample responds to requests of later pages with the last page. */
  const asPages =
    (sample: Response): Respond =>
    (request) => {
      const page = last === undefined ? undefined : sampleWith(sample.status, route, last.samples);
      if (last === undefined || page === undefined) return sample;
      const pageRequest = pageRequestOf(request);
      if (isLaterPage(last, pageRequest)) return page;
      const { field } = last;
      return field.in === "url" ? linkedTo(sample, field.next, nextUrlOf(field.query, pageRequest)) : sample;
    };
  const stepOf = (step: number | Response): Respond =>
    typeof step === "number" ? asPages(sampleOf(step)) : () => step;
  const mock = (...args: readonly unknown[]): HttpHandler => {
    const [first, second, third] = args;
    if (typeof first === "number") {
      const sample = described(first);
      const isBare = second === undefined || isBodiless(sample);
      const response = { ...(sample ?? { status: first }), body: second };
      const respond = isBare ? asPages(sampleOf(first)) : () => response;
      return handled(receiving(respond), third ?? (isBodiless(sample) ? second : undefined));
    }
    if (typeof first === "function") {
      return handled((values) => Reflect.apply(first, undefined, [values]), second);
    }
    if (Array.isArray(first)) {
      let at = 0;
      const steps: readonly Respond[] = first.map(stepOf);
      const next: Respond = (request) => (steps[Math.min(at++, steps.length - 1)] ?? usual)(request);
      return handled(receiving(next), second);
    }
    if (isResponse(first))
      return handled(
        receiving(() => first),
        second,
      );
    return handled(receiving(usual), first);
  };
  return Object.assign(mock, { sample: sampleOf }) as Mock<Values, Response>;
}

/** A sequence as the body of a response: readable as often as it is sent. */
export function itemsOf<Item>(items: readonly Item[]): AsyncIterable<Item> {
  return {
    async *[Symbol.asyncIterator]() {
      yield* items;
    },
  };
}

/** A value that was converted from JSON, as the type that it has there. */
export function typed<Value>(value: unknown): Value;
export function typed(value: unknown): unknown {
  return value;
}

/** The bytes of a response. */
export function fileOf(base64: string, type: string): Blob {
  return new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], { type });
}

/** The sample of a status: its own, else that of the range or of `default` where it describes the status. */
function sampleWith<Response extends MockedResponse>(
  status: number,
  { responses }: Route,
  samples: readonly Response[],
): Response | undefined {
  const keyOf = (code: number): string | number | undefined =>
    [code, `${Math.floor(code / 100)}XX`, "default"].find((key) => responses.some((each) => each.status === key));
  const exactSample = samples.find((each) => each.status === status);
  if (exactSample !== undefined) return exactSample;
  const key = keyOf(status);
  const covering = key === undefined ? undefined : samples.find((each) => keyOf(each.status) === key);
  return covering === undefined ? undefined : Object.assign({}, covering, { status });
}

function isResponse(value: unknown): value is MockedResponse {
  return typeof value === "object" && value !== null && "status" in value;
}

function isBodiless(sample: MockedResponse | undefined): boolean {
  return sample !== undefined && sample.contentType === undefined;
}

function optionsIn(value: unknown): MockOptions {
  return typeof value === "object" && value !== null ? value : {};
}

/** A request that is not as described, as the description has such responses: with the problem where its schema accepts that, else a sample. */
function refusedAs(
  refusal: Refusal,
  { responses, schemas }: Route,
  described: (status: number) => MockedResponse | undefined,
): MockedResponse {
  const problem = problemOf(refusal);
  const status = refusalStatusOf(
    problem.status,
    responses.map((response) => response.status),
  );
  const sample = described(status);
  const body = { ...Object(problem.body), status };
  const contentType = sample?.contentType;
  if (contentType === undefined || contentType === problem.contentType) return { ...problem, status, body };
  const keys = [String(status), `${Math.floor(status / 100)}XX`, "default"];
  const key = keys.find((each) => responses.some((response) => String(response.status) === each)) ?? "";
  const isValid = schemas.responses[key]?.body?.[contentType]?.safeParse(body).success;
  return isValid === true ? { status, contentType, body } : { ...sample, status };
}

/** Items of a request are validated as they are read. */
function receiving(respond: Respond): Respond {
  return async (request) => {
    const { body } = request;
    if (typeof body === "object" && body !== null && Symbol.asyncIterator in body)
      for await (const _ of body as AsyncIterable<unknown>);
    return respond(request);
  };
}

type Respond = (request: Asked) => MockedResponse | Promise<MockedResponse>;

/** The values of a request, and the request itself. */
interface Asked {
  readonly body?: unknown;
  readonly request: Request;
}

function pageRequestOf({ request, body }: Asked): PageRequest {
  const { origin, pathname, search } = new URL(request.url);
  return { address: origin + pathname, query: search.slice(1), header: (name) => request.headers.get(name), body };
}

interface Mocked {
  readonly route: Route;
  readonly prefixes: readonly string[];
  readonly refuse: (refusal: Refusal) => MockedResponse;
}

/** Requests of another method, path or condition go to the next handler. */
function handlerOf(
  { route, prefixes, refuse }: Mocked,
  respond: Respond,
  { baseUrl, delay = 0, once = false }: MockOptions,
): HttpHandler {
  const match = createMatcher([route]);
  const address = addressOf(route, prefixes, baseUrl);
  let calls = 0;
  const resolver = async ({ request }: { readonly request: Request }): Promise<Response | undefined> => {
    const url = new URL(request.url);
    const prefix = address.exec(`${url.origin}${url.pathname}`)?.[1] ?? "";
    const sent = { query: url.search.slice(1), header: (name: string) => request.headers.get(name) };
    const method = request.method.toUpperCase();
    if (match(method, url.pathname.slice(prefix.length), sent).kind !== "found") return undefined;
    calls += 1;
    if (once && calls > 1) return undefined;
    if (delay > 0) await pause(delay);
    const readRequest = request.clone();
    const type = bytesTypeOf(request.headers.get("content-type"), route.requestBody?.content);
    if (type !== null) readRequest.headers.set("content-type", type);
    let failure: { readonly error: unknown } | null = null;
    const response = await createFetchHandler<string, object>({
      routes: [route],
      prefix,
      handlers: {
        [route.handler]: async (values) => respond({ ...values, request }),
      },
      context: () => ({}),
      refuse,
      checkResponses: true,
      onError: (error) => {
        failure = { error };
      },
    })(readRequest);
    rethrow(failure);
    return response;
  };
  return handledBy(route.method)(address, resolver);
}

/** What a resolver throws, and a response that is not as described, is a mistake of the test. */
function rethrow(failure: { readonly error: unknown } | null): void {
  if (failure !== null) throw failure.error;
}

type Register = (typeof http)["all"];

function handledBy(method: string): Register {
  const registerByMethod: Readonly<Record<string, Register>> = {
    GET: http.get,
    POST: http.post,
    PUT: http.put,
    PATCH: http.patch,
    DELETE: http.delete,
    HEAD: http.head,
    OPTIONS: http.options,
  };
  return registerByMethod[method] ?? http.all;
}

/** The group is the path in front of that of the route. */
function addressOf({ path }: Route, prefixes: readonly string[], baseUrl: string | undefined): RegExp {
  const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  const route = (path.split(/[?#]/)[0] ?? "")
    .split(/(\{[^}]+\})/)
    .map((part, index) => (index % 2 === 1 ? "[^/]+" : escaped(encodeURI(decodeURI(part)))))
    .join("");
  if (baseUrl === undefined) {
    const described = ["", ...prefixes].map(escaped).join("|");
    return new RegExp(`^[a-z][a-z0-9+.-]*:\\/\\/[^/]+(${described})${route}$`);
  }
  const { origin, pathname } = new URL(baseUrl);
  return new RegExp(`^${escaped(origin)}(${escaped(pathname.replace(/\/$/, ""))})${route}$`);
}
