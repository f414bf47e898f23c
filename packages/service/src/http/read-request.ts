// A request and its route -> the handler's input, validated by the generated schemas; or a 400 with the errors.
import { type Parameter, type Route, readParameters } from "@fulfillment/server";
import { type Reply, rejection } from "../api/reply.ts";
import { fieldErrors, queryError } from "../api/wording.ts";
import type { Maybe } from "../rate-limit/limiter.ts";
import type { IncomingRequest } from "./message.ts";

/** Beyond this a body is refused (open decision `body-size`). */
const largestBody = 262_144;

export interface RequestValues {
  path?: unknown;
  query?: unknown;
  contentType?: "application/json";
  body?: unknown;
}

export type ReadRequest =
  | { readonly kind: "read"; readonly values: RequestValues }
  | { readonly kind: "refused"; readonly reply: Reply }
  /** The body's schema has these objections. */
  | { readonly kind: "invalid"; readonly body: unknown; readonly errors: readonly string[] };

type Reader = (request: IncomingRequest, path: ReadonlyMap<string, string>) => Maybe<ReadRequest>;

const nothing: ReadRequest = { kind: "read", values: {} };

/** What can be decided once per route is decided here. */
export function readerOf(route: Route): Reader {
  const { parameters, requestBody } = route;
  if (parameters.length === 0 && requestBody === null) return () => nothing;
  return (request, path) => {
    const read = parameters.length === 0 ? nothing : readValues(request, route, path);
    return requestBody === null || read.kind !== "read" ? read : readBody(request, route, read.values);
  };
}

function readValues(
  request: IncomingRequest,
  { parameters, schemas }: Route,
  path: ReadonlyMap<string, string>,
): ReadRequest {
  const values: RequestValues = {};
  const query = schemas.query === undefined ? "" : lastOfEach(request.query, parameters);
  const read = readParameters(parameters, { path, query, header: () => null });
  if (schemas.path !== undefined) values.path = read.path;
  if (schemas.query !== undefined) {
    values.query = { ...read.query, ...integersOf(query, parameters) };
    const verdict = schemas.query.safeParse(values.query);
    const [issue] = verdict.success ? [] : verdict.error.issues;
    if (issue !== undefined) return refusal(rejection(queryError(issue, parameters)));
  }
  return { kind: "read", values };
}

async function readBody(request: IncomingRequest, { schemas }: Route, values: RequestValues): Promise<ReadRequest> {
  const bytes = await request.readBody(largestBody);
  if ("broken" in bytes) return refusal(rejection(bytes.broken ?? "Request body is too large"));
  if (bytes.length > 0 && !isJson(request.contentType)) {
    return refusal(rejection("Content-Type must be application/json"));
  }
  const body = parse(bytes);
  if (body === malformed) return refusal(rejection("Malformed JSON in request body"));
  const verdict = schemas.body?.["application/json"]?.safeParse(body);
  if (verdict?.success === false) return { kind: "invalid", body, errors: fieldErrors(verdict.error.issues, body) };
  return { kind: "read", values: { ...values, contentType: "application/json", body } };
}

function refusal(reply: Reply): Extract<ReadRequest, { kind: "refused" }> {
  return { kind: "refused", reply };
}

/** Parameters such as `charset=utf-8` are accepted: JSON is UTF-8 in any case, and is read as that. */
function isJson(contentType: string | undefined): boolean {
  return contentType !== undefined && /^\s*application\/json\s*(?:;|$)/i.test(contentType);
}

const malformed = Symbol("not JSON");
const utf8 = new TextDecoder("utf-8", { fatal: true });

function parse(bytes: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    return value;
  } catch {
    return malformed;
  }
}

/**
 * Integers are decimal digits with a minus sign at most (open decision `invalid-query`), where JSON would also take `1e3`
 * and no `05`. One that is too large to be exact is as large as can be: there is nothing there either.
 */
function integersOf(query: string, parameters: readonly Parameter[]): Record<string, number | string> {
  const texts = new URLSearchParams(query);
  const integers: Record<string, number | string> = {};
  for (const { name, value } of parameters) {
    const text = texts.get(name);
    if (value !== "integer" || text === null) continue;
    integers[name] = /^-?\d+$/.test(text) ? clamped(Number(text)) : text;
  }
  return integers;
}

/** `-0` is 0. */
function clamped(integer: number): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(integer, Number.MAX_SAFE_INTEGER)) + 0;
}

/** Of a listed parameter that is given more than once, the last value counts (open decision `unknown-query-parameters`). */
function lastOfEach(query: string, parameters: readonly Parameter[]): string {
  if (!query.includes("&")) return query;
  const names = new Set(parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name));
  const last = new Map<string, string>();
  for (const pair of query.split("&")) {
    const name = new URLSearchParams(pair).keys().next().value;
    if (name !== undefined && names.has(name)) last.set(name, pair);
  }
  return [...last.values()].join("&");
}
