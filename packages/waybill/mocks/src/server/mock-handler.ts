// A model -> a function that responds to requests with samples: `Prefer` chooses status, example and new values, `Accept` the media type.
import { setTimeout as wait } from "node:timers/promises";
import { type Api, type Response as Described, type MediaType, type Operation, takesHeader } from "waybill/plugin";
import { lastPageOf, laterPagesOf } from "../last-page.ts";
import {
  hasExample,
  type ResponseOptions,
  responseFor,
  type SampledResponse,
  sampledResponseOf,
  statusOf,
} from "../responses.ts";
import { isLaterPage, linkedTo, nextUrlOf, type PageRequest } from "../runtime/pages.ts";
import { bytesTypeOf } from "../runtime/refusals.ts";
import { pathsOf } from "../server-paths.ts";
import { type DeliveryOptions, deliver } from "./events.ts";
import {
  type Addressed,
  type AnyResponse,
  type Incoming,
  loadServer,
  type Outgoing,
  type Refusal,
  type Serve,
  type Values,
} from "./generated-server.ts";
import { reasonIn, refusedAs } from "./refused.ts";
import { Resources } from "./resources.ts";
import { Versions } from "./versions.ts";

export interface MockOptions extends DeliveryOptions {
  /** New values in every response, without examples. */
  readonly dynamic: boolean;
  readonly cors: boolean;
  /** Whether described credentials are required; any value is accepted. */
  readonly auth: boolean;
  /** Whether what is created, changed and deleted shows in later responses. */
  readonly stateful?: boolean;
  /** Milliseconds before each response. */
  readonly delay?: number;
}

export interface Asked {
  readonly method: string;
  /** Path and query, as sent. */
  readonly url: string;
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array> | null;
}

/** A line of the log. */
export interface Served {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** The id of the operation; `null` when none was found. */
  readonly operation: string | null;
  /** Why it was refused. */
  readonly reason?: string | undefined;
  readonly milliseconds: number;
}

export type Handle = (request: Asked) => Promise<Reply>;

interface Reply extends Pick<Served, "operation" | "reason"> {
  readonly response: Response;
}

/** A problem that is no refusal of the generated server: a preference that cannot be met. */
class Unmet extends Error {
  readonly response: AnyResponse;

  constructor(status: number, code: string, title: string) {
    super(title);
    this.response = { status, contentType: problemType, body: { title, status, code } };
  }
}

function unmetVersion(): Unmet {
  return new Unmet(412, "precondition_failed", "There is another version by now");
}

const problemType = "application/problem+json";
const eventsPath = "/__waybill/events";

export async function mockHandlerOf(
  api: Api,
  options: MockOptions,
): Promise<{ readonly handle: Handle; readonly dispose: () => void }> {
  const http = (api.http?.operations ?? []).length === 0 ? null : await httpHandlerOf(api, options);
  const handle: Handle = async (request) => {
    const { method, url, headers } = request;
    if (options.delay !== undefined && options.delay > 0) await wait(options.delay);
    const preflight = options.cors && method === "OPTIONS" && headers.has("access-control-request-method");
    if (preflight) return { response: withCors(new Response(null, { status: 204 }), headers), operation: null };
    const isEvents = url === eventsPath || url.startsWith(`${eventsPath}/`);
    const reply = isEvents
      ? { response: await eventResponse(api, request, options), operation: null }
      : ((await http?.handle(request)) ?? {
          response: problem(404, "not_found", "There is nothing at this path"),
          operation: null,
        });
    return options.cors ? { ...reply, response: withCors(reply.response, headers) } : reply;
  };
  return { handle, dispose: () => http?.dispose() };
}

async function httpHandlerOf(api: Api, options: MockOptions): Promise<{ handle: Handle; dispose: () => void }> {
  const { server, dispose } = await loadServer(api);
  const operations = new Map((api.http?.operations ?? []).map((operation) => [operation.name, operation]));
  const match = server.createMatcher(server.routes);
  const resources = options.stateful === true ? new Resources([...operations.values()]) : null;
  let requests = 0;
  const respondTo = async (operation: Operation, request: PageRequest): Promise<AnyResponse> => {
    requests += 1;
    return sampledOf(operation, request, { ...options, seed: (options.seed ?? 0) + requests }, options.seed);
  };
  // The server passes a request on as a copy; its signal is the same.
  const reasons = new WeakMap<Incoming["signal"], string>();
  const refuse = (refusal: Refusal, { method, pathname, header, query, signal }: Incoming): AnyResponse => {
    if (refusal.cause instanceof Unmet) return refusal.cause.response;
    const response = server.problemOf(refusal);
    reasons.set(signal, reasonIn(Object(response.body)));
    const { cause } = refusal;
    if (refusal.status === 500)
      return {
        ...response,
        body: { ...Object(response.body), detail: cause instanceof Error ? cause.message : String(cause) },
      };
    // Also of a path that is not percent-encoded UTF-8.
    const routeMatch = match(method, pathname.replaceAll(/%[\da-f]{0,2}/gi, "_"), { header, query });
    const operation = routeMatch.kind === "found" ? operations.get(routeMatch.route.handler) : undefined;
    const challenge = Object.fromEntries(refusal.status === 401 ? refusal.headers : []);
    const refused = operation === undefined ? response : refusedAs(operation, response);
    return { ...refused, headers: { ...refused.headers, ...challenge } };
  };
  const versions: Versions = new Versions(server, (request, address) => serve(request, address));
  const serve: Serve = server.createServe({
    routes: server.routes,
    handlers: Object.fromEntries(
      [...operations].map(([name, operation]) => [
        name,
        async (values: Values, addressed: Addressed) => {
          const { address, query, header } = addressed;
          const { path = {}, query: parameters = {}, body } = values;
          await receive(body);
          const request = { address, query, header, body };
          if (choosesResponse(header("prefer"))) return respondTo(operation, request);
          const sample = (code?: number): Promise<AnyResponse | null> => {
            if (code === undefined) return respondTo(operation, request);
            const preferring = {
              ...request,
              header: (name: string) => (name === "prefer" ? `code=${code}` : header(name)),
            };
            return respondTo(operation, preferring).catch(() => null);
          };
          if (await versions.isOther(operation, addressed)) return (await sample(412)) ?? unmetVersion().response;
          if (resources === null) return respondTo(operation, request);
          const resourceRequest = { path, query: parameters, body, sent: request };
          const response = await resources.respond(operation, resourceRequest, sample);
          return response ?? respondTo(operation, request);
        },
      ]),
    ),
    context: (request, address) => {
      const { pathname, query } = request;
      const addressed = { address, pathname, query, header: (name: string) => request.header(name) };
      const { security } = request.route;
      const { readCredentials, securitySchemes = {} } = server;
      if (!options.auth || security.length === 0 || readCredentials === undefined) return addressed;
      return readCredentials(security, securitySchemes, request).length > 0 ? addressed : null;
    },
    prefix: "",
    largestBody: Number.POSITIVE_INFINITY,
    checkResponses: true,
    refuse,
    // The response has the reason.
    onError: () => {},
    onResponse: (response, request, _, route) => {
      const operation = operations.get(route?.handler ?? "");
      return operation === undefined ? undefined : versions.state(response, request, operation, resources !== null);
    },
    around: (serveOnce) => {
      const keyed = server.idempotent?.()(serveOnce);
      if (keyed === undefined) return serveOnce;
      return (request, address) => {
        const found = match(request.method, request.pathname, request);
        const operation = found.kind === "found" ? operations.get(found.route.handler) : undefined;
        const isKeyed = operation !== undefined && takesHeader(operation, "idempotency-key");
        return (isKeyed ? keyed : serveOnce)(request, address);
      };
    },
  });
  const prefixes = ["", ...(api.http === null ? [] : pathsOf(api.http))];
  return {
    dispose,
    handle: async ({ method, url, headers, body }) => {
      const [fullPath = "/", query = ""] = url.split(/\?(.*)/s);
      const sent = { query, header: (name: string) => headers.get(name) };
      const candidates = prefixes
        .filter((prefix) => fullPath.startsWith(`${prefix}/`))
        .map((prefix) => fullPath.slice(prefix.length));
      const find = (as: string): string | undefined =>
        candidates.find((path) => match(as, path, sent).kind === "found");
      // A resource that has GET has HEAD (RFC 9110, 9.3.2).
      const asGet = method === "HEAD" && find("HEAD") === undefined && find("GET") !== undefined;
      const as = asGet ? "GET" : method;
      const pathname = find(as) ?? candidates.find((path) => match(as, path, sent).kind !== "not-found") ?? fullPath;
      const routeMatch = match(as, pathname, sent);
      if (method === "OPTIONS" && routeMatch.kind === "method-not-allowed") {
        const allow = ["OPTIONS", ...routeMatch.allow].join(", ");
        return { response: new Response(null, { status: 204, headers: { allow } }), operation: null };
      }
      const address = `http://${headers.get("host") ?? "localhost"}${fullPath}`;
      const { requestBody = null } =
        routeMatch.kind === "found" ? (operations.get(routeMatch.route.handler) ?? {}) : {};
      const type = bytesTypeOf(headers.get("content-type"), requestBody?.content);
      const header = (name: string): string | null => (/^content-type$/i.test(name) ? type : headers.get(name));
      const incoming: Incoming = { query, header, method: as, pathname, body, signal: new AbortController().signal };
      const response = responseOf(await serve(incoming, address), asGet);
      const reason = reasons.get(incoming.signal);
      return { response, operation: routeMatch.kind === "found" ? routeMatch.route.operationId : null, reason };
    },
  };
}

/** Items of a request are validated as they are read. */
async function receive(body: unknown): Promise<void> {
  if (typeof body !== "object" || body === null || !(Symbol.asyncIterator in body)) return;
  for await (const _ of body as AsyncIterable<unknown>);
}

/** A sequence as a body. */
async function* itemsOf<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

function responseOf({ status, headers, body }: Outgoing, isHead: boolean): Response {
  const isBodiless = isHead || status === 204 || status === 205 || status === 304;
  return new Response(isBodiless ? null : body, { status, headers });
}

/** `Prefer` (RFC 7240): `code=404, example=name, dynamic=true`. */
function preferencesOf(header: string | null): ReadonlyMap<string, string> {
  const pairs = (header ?? "").split(/[,;]/).map((pair) => pair.split(/=(.*)/s).map((part) => part.trim()));
  return new Map(pairs.map(([name = "", value = ""]) => [name.toLowerCase(), value.replace(/^"(.*)"$/s, "$1")]));
}

/** Other preferences are those of the API. */
function choosesResponse(header: string | null): boolean {
  const preferences = preferencesOf(header);
  return ["code", "example", "dynamic"].some((name) => preferences.has(name));
}

function sampledOf(
  operation: Operation,
  request: PageRequest,
  options: MockOptions & { readonly seed: number },
  fixed: number | undefined,
): AnyResponse {
  const { responses } = operation;
  const wanted = preferencesOf(request.header("prefer"));
  const exampleName = wanted.get("example");
  const isDynamic = options.dynamic ? wanted.get("dynamic") !== "false" : wanted.get("dynamic") === "true";
  const chosen = responseWith(responses, wanted.get("code"), exampleName);
  const seed = isDynamic ? options.seed : fixed;
  const sampling: ResponseOptions = {
    all: true,
    places: 1000,
    described: isDynamic ? "none" : "all",
    ...(seed === undefined ? {} : { seed }),
    exampleName,
    choose: (content) => accepted(content, request.header("accept")),
  };
  const sampled = sampledResponseOf(chosen.response, chosen.status, sampling);
  if ("reason" in sampled) throw new Unmet(501, "no_sample", `${sampled.reason}; give the response an example`);
  const after = request.header("last-event-id");
  // It is UTF-8, and hosts read headers as Latin-1.
  const id = new TextDecoder().decode(Uint8Array.from(after ?? "", (character) => character.charCodeAt(0)));
  const continued = id === "" ? sampled : continuedAfter(sampled, id);
  return exampleName === undefined ? pageOf(operation, request, continued) : responseWithBody(continued);
}

/** The events after the one with this id (HTML, 9.2); all of them after an unknown one. */
function continuedAfter(sampled: SampledResponse, id: string): SampledResponse {
  const { content } = sampled;
  if (content?.media.body !== "events" || !Array.isArray(content.value)) return sampled;
  const last = content.value.findIndex((event) => Reflect.get(Object(event), "id") === id);
  return { ...sampled, content: { ...content, value: content.value.slice(last + 1) } };
}

/** The last page for requests of any but the first, which leads to it. */
function pageOf(operation: Operation, request: PageRequest, sampled: SampledResponse): AnyResponse {
  const later = laterPagesOf(operation, [sampled]);
  const last = later === null ? null : lastPageOf(operation, sampled);
  if (later === null || last === null) return responseWithBody(sampled);
  if (isLaterPage(later, request)) return responseWithBody(last);
  const { field } = later;
  const first = responseWithBody(sampled);
  return field.in === "url" ? linkedTo(first, field.next, nextUrlOf(field.query, request)) : first;
}

function responseWithBody({ status, headers, content }: SampledResponse): AnyResponse {
  if (content === null) return { status, headers: Object.fromEntries(headers) };
  const { media, type, value } = content;
  const isSequence = ["events", "lines", "sequence"].includes(media.body) && Array.isArray(value);
  const body =
    media.body === "binary"
      ? new Blob([Buffer.from(String(value), "base64")], { type })
      : isSequence
        ? itemsOf(value)
        : value;
  return { status, contentType: type, headers: Object.fromEntries(headers), body };
}

/** The response of a status: its code, its range, or `default`; without one the first below 400. */
function responseWith(
  responses: readonly Described[],
  code: string | undefined,
  exampleName: string | undefined,
): { readonly response: Described; readonly status: number } {
  const known = responses.map((response) => ({ response, status: statusOf(response.status, responses) }));
  const listed = known.map(({ status }) => status).join(", ");
  if (code !== undefined) {
    const status = Number(code);
    const response = responseFor(responses, status);
    if (response !== undefined && Number.isInteger(status)) return { response, status };
    throw new Unmet(400, "unknown_code", `Prefer: code=${code}: the operation describes ${listed}`);
  }
  const named = exampleName === undefined ? undefined : known.find(({ response }) => hasExample(response, exampleName));
  if (exampleName !== undefined && named === undefined) {
    const names = [
      ...new Set(
        responses.flatMap(({ content }) => content.flatMap(({ examples }) => examples.map(({ name }) => name))),
      ),
    ];
    throw new Unmet(
      400,
      "unknown_example",
      `Prefer: example=${exampleName}: the operation has no such example; available: ${names.join(", ") || "none"}`,
    );
  }
  const selected =
    named ??
    known.find(({ status }) => status >= 200 && status < 300) ??
    known.find(({ status }) => status < 400) ??
    known[0];
  if (selected !== undefined) return selected;
  throw new Unmet(501, "no_response", "the operation describes no response");
}

/** The media type that the client likes best, JSON where it likes several. Throws a problem of 406. */
function accepted(content: readonly MediaType[], header: string | null): MediaType | undefined {
  if (content.length === 0) return undefined;
  const ranges = (header ?? "*/*").split(",").map((range) => {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    return { type, quality: Number(parameters.find((each) => each.startsWith("q="))?.slice(2) ?? 1) };
  });
  const qualityOf = ({ type }: MediaType): number => {
    const mediaType = type.split(";")[0]?.trim().toLowerCase() ?? "";
    const fitting = [mediaType, `${mediaType.split("/")[0]}/*`, "*/*"].map((each) =>
      ranges.find((range) => range.type === each),
    );
    const isOpen = mediaType.includes("*") && ranges.some((range) => range.quality > 0);
    return fitting.find((range) => range !== undefined)?.quality ?? (isOpen ? 0.1 : 0);
  };
  const rank = (media: MediaType): number => qualityOf(media) + (media.body === "json" ? 0.0001 : 0);
  const [best] = content.filter((media) => qualityOf(media) > 0).toSorted((one, other) => rank(other) - rank(one));
  if (best !== undefined) return best;
  const types = content.map(({ type }) => type).join(", ");
  throw new Unmet(406, "not_acceptable", `the response is ${types}, and Accept is ${header}`);
}

/** GET lists the events, POST delivers one: `{ url?, secret? }`, each with the flag as its default. */
async function eventResponse(
  { messaging }: Api,
  { method, url, headers, body }: Asked,
  options: MockOptions,
): Promise<Response> {
  if (messaging === null)
    return problem(404, "no_events", "there is no AsyncAPI description: name one on the command line");
  const names = messaging.messages.map(({ eventName }) => eventName);
  if (url === eventsPath) return Response.json({ events: names });
  if (method !== "POST") return problem(405, "method_not_allowed", "POST delivers the event", { allow: "POST" });
  // Any page that is open on this machine could have signed requests sent to any address.
  if (!isLocal(headers.get("origin")))
    return problem(403, "other_origin", "only pages of this machine may deliver events");
  const text = body === null ? "" : await new Response(body, { headers }).text();
  const deliveryFields = fieldsIn(text);
  if (deliveryFields === null)
    return problem(400, "malformed_body", "the body must be a JSON object with url and secret, or empty");
  const name = decoded(url.slice(eventsPath.length + 1).split("?")[0] ?? "");
  const delivery = await deliver(messaging, name, { ...options, ...deliveryFields });
  if (delivery === null)
    return problem(404, "unknown_event", `there is no event ${name}; available: ${names.join(", ")}`);
  return Response.json(delivery, {
    status: delivery.ok
      ? 200
      : delivery.status === undefined && options.url === null && deliveryFields.url === undefined
        ? 400
        : 502,
  });
}

/** `origin`: that of the page that asks; `null` for a program that is no browser. */
function isLocal(origin: string | null): boolean {
  if (origin === null) return true;
  return URL.canParse(origin) && /^(.+\.)?localhost$|^127\.[\d.]+$|^\[::1\]$/.test(new URL(origin).hostname);
}

/** As it is where it is no percent-encoded UTF-8. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `null` for anything but an object of texts. */
function fieldsIn(text: string): { readonly url?: string; readonly secret?: string } | null {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return null;
    const { url, secret }: Record<string, unknown> = { ...value };
    if (
      typeof (url ?? "") !== "string" ||
      (url !== undefined && !URL.canParse(String(url))) ||
      typeof (secret ?? "") !== "string"
    )
      return null;
    return { ...(typeof url === "string" ? { url } : {}), ...(typeof secret === "string" ? { secret } : {}) };
  } catch {
    return null;
  }
}

function problem(
  status: number,
  code: string,
  title: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const init = { status, headers: { ...headers, "content-type": problemType } };
  return new Response(JSON.stringify({ title, status, code }), init);
}

function withCors(response: Response, requestHeaders: Headers): Response {
  const headers = new Headers(response.headers);
  headers.set("access-control-allow-origin", requestHeaders.get("origin") ?? "*");
  headers.set("access-control-allow-credentials", "true");
  headers.set("access-control-expose-headers", [...response.headers.keys()].join(", ") || "*");
  headers.append("vary", "Origin");
  if (requestHeaders.has("access-control-request-method")) {
    headers.set("access-control-allow-methods", requestHeaders.get("access-control-request-method") ?? "*");
    headers.set("access-control-allow-headers", requestHeaders.get("access-control-request-headers") ?? "*");
    headers.set("access-control-max-age", "600");
  }
  return new Response(response.body, { status: response.status, headers });
}
