// A request that is sent again with something that must not matter -> the same response: headers that no description knows, and the same
// address in percent-encoding or with its query in another order. Where a response has no other form, asking for one gets a declared response.
import type { Operation } from "waybill/description";
import { resolved } from "../../description/schema-parts.ts";
import { type Exchange, type HeaderPair, headerOf, type SentRequest, withHeader } from "../../exchange/exchange.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted, type Rewrite } from "../context.ts";
import { provide, provideFromProducer } from "../creating.ts";
import { usualValues } from "../inputs.ts";
import type { RequestValues } from "../request-values.ts";

export function* unaffected(context: Context): Cases {
  const ofHeaders = new Set(headersFor(context).map(headerVariant));
  const ofConditions = new Set(conditions.map(headerVariant));
  const [ofQuery, ofPath] = [new Set([queryVariant]), new Set([pathVariant])];
  const negotiated = new Set<string>();
  for (const { operation, verdict, exchange } of context.accepted) {
    const form = verdict?.mediaType?.type ?? "";
    const hasAccept = operation.parameters.some((one) => one.in === "header" && one.name.toLowerCase() === "accept");
    if (operation.method === "get" && form !== "" && !hasAccept && !negotiated.has(form)) {
      negotiated.add(form);
      const run = (): Promise<void> => tryAccept(context, operation);
      yield caseOf("valid", operation, "valid/another-form", run, { elsewhere: "or last" });
    }
    if (operation.method !== "get") {
      if (operation.requestBody !== null) continue;
      // A 4XX may be right: only a failure is not.
      const run = (): Promise<void> => tryBody(context, operation);
      yield caseOf("valid", operation, "valid/undescribed-body", run, { elsewhere: "or last" });
      continue;
    }
    // Routers compare the fixed parts of a path as they are.
    const ofAddress = endsWithText(operation) ? ofPath : ofQuery;
    for (const [name, variants] of [
      ["undeclared-headers", hasVersion(exchange) ? [ofHeaders] : [ofHeaders, ofConditions]],
      ["equivalent-address", [ofAddress]],
    ] as const) {
      const run = (): Promise<void> => tryVariants(context, operation, variants);
      yield caseOf("valid", operation, `valid/${name}`, run, { elsewhere: "or last" });
    }
  }
}

function endsWithText({ path, parameters }: Operation): boolean {
  const last = path.segments.at(-1);
  const parameter = last?.kind === "parameter" ? parameters.find((one) => one.name === last.name) : undefined;
  return parameter?.style === "simple" && resolved(parameter.schema).kind === "string";
}

/** No response has it: it may be ignored, or rejected as described (RFC 9110, 12.5.1). */
const unknownForm = "application/vnd.waybill.unknown";

async function tryAccept(context: Context, operation: Operation): Promise<void> {
  const values = (await provideFromProducer(context, operation)) ?? usualValues(context, operation);
  if (values === null) return;
  await context.callAs(operation, values, withHeader("Accept", unknownForm));
}

/** A body where none is described. */
async function tryBody(context: Context, operation: Operation): Promise<void> {
  const values = await provide(context, operation);
  if (values === null) return;
  const body = new TextEncoder().encode("{}");
  await context.callAs(operation, values, (request) => {
    return { ...request, headers: [...request.headers, ["Content-Type", "application/json"]], body };
  });
}

interface Variant {
  /** `the header X-Real-IP`: for a message. */
  readonly what: string;
  readonly rewrite: Rewrite;
}

/** Headers that a service may take a client, a version, an address or a method from. `X-Forwarded-For` is left to proxies. */
const headers: readonly HeaderPair[] = [
  ["X-Real-IP", "192.0.2.43"],
  ["Forwarded", "for=192.0.2.43;proto=http"],
  ["X-Client-IP", "192.0.2.43"],
  ["True-Client-IP", "192.0.2.43"],
  ["X-API-Version", "2"],
  ["Api-Version", "2"],
  ["Accept-Version", "2"],
  ["X-Version", "2"],
  ["X-HTTP-Method-Override", "PATCH"],
  ["X-Original-URL", "/no-such-path"],
  ["X-Rewrite-URL", "/no-such-path"],
  ["X-User-Id", "1"],
  ["X-Account-Id", "1"],
  ["X-Tenant-Id", "1"],
];

/** Of what a service gives no version of, none can be the same. */
const conditions: readonly HeaderPair[] = [
  ["If-None-Match", "*"],
  ["If-Modified-Since", "Fri, 31 Dec 2100 23:59:59 GMT"],
];

function hasVersion({ response }: Exchange): boolean {
  return ["etag", "last-modified"].some((name) => headerOf(response.headers, name) !== null);
}

/** Those that no operation and no scheme of the description knows. */
function headersFor({ description }: Context): readonly HeaderPair[] {
  const schemes = description.http?.securitySchemes ?? [];
  const known = new Set([
    ...description.operations.flatMap(({ parameters }) => parameters.map(({ name }) => name.toLowerCase())),
    ...schemes.map(({ parameterName }) => parameterName?.toLowerCase() ?? ""),
  ]);
  return headers.filter(([name]) => !known.has(name.toLowerCase()));
}

function headerVariant(pair: HeaderPair): Variant {
  return {
    what: `the header ${pair[0]}, which is not described`,
    rewrite: (request) => ({ ...request, headers: [...request.headers, pair] }),
  };
}

const queryVariant: Variant = {
  what: "its query in another order",
  rewrite: (request) => withTarget(request, reversed),
};

const pathVariant: Variant = {
  what: "its id in percent-encoding",
  rewrite: (request) => withTarget(request, percentEncoded),
};

function withTarget(request: SentRequest, change: (path: string, query: string) => string): SentRequest {
  const [path = "", ...query] = request.target.split("?");
  return { ...request, target: change(path, query.join("?")) };
}

/** Fields of one name keep their order: it may mean something. */
function reversed(path: string, query: string): string {
  const pairs = query.split("&");
  const nameOf = (pair: string): string => pair.split("=")[0] ?? "";
  const isClear = new Set(pairs.map(nameOf)).size === pairs.length;
  return query === "" || !isClear
    ? `${path}${query === "" ? "" : `?${query}`}`
    : `${path}?${pairs.reverse().join("&")}`;
}

/** Letters and digits of the last part as well: the same address (RFC 3986, 6.2.2.2). */
function percentEncoded(path: string, query: string): string {
  const cut = path.lastIndexOf("/") + 1;
  const last = path.slice(cut).replace(/%[0-9A-Fa-f]{2}|[A-Za-z0-9]/g, (one) => {
    return one.length > 1 ? one : `%${one.charCodeAt(0).toString(16).toUpperCase()}`;
  });
  return `${path.slice(0, cut)}${last}${query === "" ? "" : `?${query}`}`;
}

/** All at once; one by one where that shows a difference. What one operation has shown is not tried of the next ones. */
async function tryVariants(context: Context, operation: Operation, sets: readonly Set<Variant>[]): Promise<void> {
  const variants = sets.flatMap((set) => [...set]);
  const values = (await provideFromProducer(context, operation)) ?? usualValues(context, operation);
  if (values === null || variants.length === 0) return;
  const trial = { operation, values, usual: await context.call(operation, values) };
  const all: Rewrite = (request) => variants.reduce((changed, { rewrite }) => rewrite(changed), request);
  if ((await differs(context, trial, all)) === null) return;
  for (const variant of variants) {
    const exchange = await differs(context, trial, variant.rewrite);
    if (exchange === null) continue;
    const { status } = exchange.response;
    // A service that compares all paths as they are written has no address for it: only one that reads another one otherwise is wrong.
    if (variant === pathVariant && status >= 400 && !(await isDecodedElsewhere(context, operation))) continue;
    for (const set of sets) set.delete(variant);
    const how = status === trial.usual.status ? "another response" : `${status} instead of ${trial.usual.status}`;
    context.fault("undeclared-effect", { ...trial.usual, exchange }, `returns ${how} with ${variant.what}`);
  }
}

/** Whether another operation takes an id in percent-encoding. */
async function isDecodedElsewhere(context: Context, operation: Operation): Promise<boolean> {
  for (const { operation: other } of context.accepted) {
    if (other === operation || other.method !== "get" || !endsWithText(other)) continue;
    const values = (await provideFromProducer(context, other)) ?? usualValues(context, other);
    if (values === null) continue;
    const trial = { operation: other, values, usual: await context.call(other, values) };
    if (isAccepted(trial.usual.status) && (await differs(context, trial, pathVariant.rewrite)) === null) return true;
  }
  return false;
}

interface Trial {
  readonly operation: Operation;
  readonly values: RequestValues;
  readonly usual: CallResult;
}

/** The response to the changed request where it is another one; `null` where it is the same, or where responses change by themselves. */
async function differs(context: Context, trial: Trial, rewrite: Rewrite): Promise<Exchange | null> {
  const { operation, values, usual } = trial;
  const exchange = await context.sendAs(operation, values, rewrite);
  if (isAlike(exchange, usual.exchange)) return null;
  // Twice: some change with every second request.
  for (const again of [await context.call(operation, values), await context.call(operation, values)])
    if (!isAlike(again.exchange, usual.exchange)) return null;
  return exchange;
}

function isAlike({ response: one }: Exchange, { response: other }: Exchange): boolean {
  return one.status === other.status && Buffer.compare(one.body, other.body) === 0;
}
