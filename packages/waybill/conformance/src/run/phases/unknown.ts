// Unknown ids, methods that a path does not have, paths that do not exist: each must be rejected. A record is taken by its id, and by nothing
// else: not by its number or another text of it, nor by an id that is nearly the same.
import { httpMethods, type Json, matches, type Operation } from "waybill/description";
import { responseFor } from "../../description/description.ts";
import { resolved } from "../../description/schema-parts.ts";
import { declares, proseSentencesIn } from "../../description/stated.ts";
import { type Exchange, headerOf, pathOf, textOfBytes } from "../../exchange/exchange.ts";
import { asObject, type JsonObject, valueAt } from "../../values/json.ts";
import { type Cases, type Context, caseOf, isAccepted, isRefused } from "../context.ts";
import { create } from "../creating.ts";
import { changesSince, readOwn } from "../engines/read-back.ts";
import { isAcceptedWrongly } from "../engines/refusal.ts";
import { bodyTypeOf, follow, rejectedWith, usualValues } from "../inputs.ts";
import { isReference, type NearId, nearlySame, unknownLike } from "../knowledge.ts";
import { type Followed, linksOf } from "../links.ts";
import { membersOfBody, type RequestValues } from "../request-values.ts";
import { errorRuleOf } from "../rules/errors.ts";
import { withBody, withMembers } from "../variation.ts";

export function* unknown(context: Context): Cases {
  for (const operation of context.description.operations)
    yield caseOf("unknown", operation, "unknown/id", () => tryUnknownId(context, operation));
  for (const operation of context.description.operations)
    if (takesText(operation))
      yield caseOf("unknown", operation, "unknown/unusual-id", () => tryUnusualIds(context, operation));
  for (const operation of context.description.operations) yield* unknownReferences(context, operation);
  const byPath = Map.groupBy(context.description.operations, ({ path }) => path.text);
  for (const [path, [operation]] of byPath) {
    if (operation !== undefined) yield* otherMethods(context, path, operation);
  }
  yield caseOf("unknown", { id: "path" }, "unknown", () => tryUnknownPath(context));
  yield caseOf("unknown", { id: "path" }, "version", () => tryOtherVersion(context));
  yield caseOf("unknown", { id: "path" }, "without-prefix", () => tryWithoutPrefix(context));
}

/** The ids of a good call, each replaced by an unknown one: in the path, or alone in the body. */
async function tryUnknownId(context: Context, operation: Operation): Promise<void> {
  const values = usualValues(context, operation);
  const changed = values === null ? null : (unknownInPath(operation, values) ?? unknownInBody(values));
  if (changed === null) return;
  const refused = rejectedWith(context, operation);
  const result = await context.call(operation, changed);
  const { status } = result;
  if (isAccepted(status)) {
    if (!declaresAbsence(operation)) return;
    context.fault("unknown-id-accepted", result, `returns ${status} for an unknown id`);
  } else if (isTakenForInvalid(operation, status) && refused === null && hasFormalIds(operation)) {
    context.fault("wrong-refusal", result, `returns ${status} for an unknown id; expected: 404`);
  } else if (!isRefused(status) && !isDeclaredElsewhere(operation, status, refused)) {
    context.fault("wrong-refusal", result, `returns ${status} for an unknown id`);
  } else errorRuleOf(context.description)?.checkOther(context, result);
}

/** The description tells what is not there from what is invalid. */
function isTakenForInvalid(operation: Operation, status: number): boolean {
  return declares(operation, 404) && (status === 400 || status === 422);
}

/** An unknown id is a valid one: numbers and UUIDs have no check digits. */
function hasFormalIds({ parameters }: Operation): boolean {
  const ids = parameters.filter((one) => one.in === "path").map(({ schema }) => resolved(schema));
  return ids.length > 0 && ids.every((id) => id.kind === "number" || (id.kind === "string" && id.format === "uuid"));
}

/** Where nothing in the path can be absent, a declared 404 is about what the body refers to: each reference is unknown in turn. */
function* unknownReferences(context: Context, operation: Operation): Cases {
  const first = context.baselines.get(operation);
  const members = first === undefined || !isAccepted(first.status) ? null : membersOfBody(first.values);
  const schema = bodyTypeOf(operation)?.schema;
  if (first === undefined || members === null || schema === undefined || !declaresAbsence(operation)) return;
  if (operation.parameters.some((one) => one.in === "path") || Object.keys(members).length < 2) return;
  for (const name of Object.keys(members).filter((one) => /(id|uuid|guid)$/i.test(one) && isReference(one))) {
    yield caseOf("unknown", operation, `unknown/reference/${name}`, async () => {
      const values = usualValues(context, operation) ?? first.values;
      const known = membersOfBody(values)?.[name] ?? members[name] ?? "";
      const near = typeof known === "string" ? nearlySame(known) : [];
      for (const { value, what } of [{ value: unknownLike(known), what: "an unknown id" }, ...near]) {
        const changed = { ...membersOfBody(values), [name]: value };
        if (!matches(schema, changed)) continue;
        const result = await context.call(operation, withMembers(operation, values, changed));
        const text = `accepts ${what} as ${name}`;
        if (isAcceptedWrongly(context, result, { check: "unknown-id-accepted", text })) return;
      }
    });
  }
}

/** A redirect, a 403, or the status that every request of this kind gets. */
function isDeclaredElsewhere(operation: Operation, status: number, refused: number | null): boolean {
  const isDeclared = responseFor(operation, status) !== null;
  return status >= 500 || status === 429 || status === refused || (isDeclared && (status < 400 || status === 403));
}

/** Whether the last part of the path may be any text. */
function takesText({ path, parameters }: Operation): boolean {
  const last = path.segments.at(-1);
  const parameter = last?.kind === "parameter" ? parameters.find((one) => one.name === last.name) : undefined;
  return parameter !== undefined && matches(parameter.schema, "é");
}

/** Beyond ASCII, an escaped NUL, escapes that are no UTF-8, and one that is cut off. */
const unusualIds: readonly string[] = ["%C3%A9%E2%82%AC%F0%9D%84%9E", "%00", "%E0%A4%A", "%FF", "%", "..%2F", "%27%22"];

/** Ids that nothing has: however they are rejected, the service does not fail. */
async function tryUnusualIds(context: Context, operation: Operation): Promise<void> {
  const values = usualValues(context, operation);
  if (values === null) return;
  for (const id of unusualIds) {
    await context.callAs(operation, values, (request) => {
      const [path = "", query] = request.target.split("?");
      const target = `${path.slice(0, path.lastIndexOf("/") + 1)}${id}${query === undefined ? "" : `?${query}`}`;
      return { ...request, target };
    });
  }
}

function unknownInPath(operation: Operation, values: RequestValues): RequestValues | null {
  const parameters = operation.parameters.filter((one) => one.in === "path");
  const path = Object.fromEntries(
    parameters.flatMap((parameter): [string, Json][] => {
      const value = unknownLike(values.parameters.path[parameter.name] ?? "");
      return matches(parameter.schema, value) ? [[parameter.name, value]] : [];
    }),
  );
  if (parameters.length === 0 || Object.keys(path).length < parameters.length) return null;
  return { ...values, parameters: { ...values.parameters, path } };
}

/** A body that is nothing but one id: `{ orderId }`. */
function unknownInBody(values: RequestValues): RequestValues | null {
  const { body } = values;
  if (body?.kind !== "value" || typeof body.value !== "object" || body.value === null) return null;
  const [entry, ...others] = Object.entries(body.value);
  // A key or a code may be what is to be kept, and not what is to be found.
  if (entry === undefined || others.length > 0 || !isReference(entry[0]) || !/(id|uuid|guid)$/i.test(entry[0]))
    return null;
  const value = { [entry[0]]: unknownLike(entry[1]) };
  return matches(body.mediaType.schema, value) ? { ...values, body: { ...body, value } } : null;
}

function* otherMethods(context: Context, path: string, operation: Operation): Cases {
  const values = usualValues(context, operation);
  if (values === null) return;
  for (const method of httpMethods) {
    // Servers respond to HEAD and OPTIONS by themselves; QUERY is a method that descriptions before OpenAPI 3.2 cannot name.
    if (method === "head" || method === "options" || method === "query") continue;
    // Nor does a router know TRACE of one path alone.
    if (method === "trace" && path !== context.description.operations[0]?.path.text) continue;
    const request = context.requestFor({ ...operation, method }, { ...values, body: null });
    const target = pathOf(request.target);
    if (context.description.find(method, target) !== null) continue;
    const run = async (): Promise<void> => {
      const exchange = await context.callRaw({ ...request, target });
      const { status } = exchange.response;
      const message = `${method.toUpperCase()} ${path} returns ${status}`;
      const about = { operation, exchange };
      if (isAccepted(status)) context.object("undeclared-method-accepted", `${message} and is not described`, about);
      else if (status >= 500) context.object("server-error", message, about);
      const missing = status === 405 ? missingInAllow(context, path, exchange) : null;
      if (missing !== null) context.object("missing-header", `${message} ${missing}`, about);
    };
    const name = `unknown/${method.toUpperCase()}`;
    yield caseOf("unknown", { id: path }, name, run, { kind: `method ${method}` });
  }
  if (takesAnyMethod(context, operation))
    yield caseOf("unknown", operation, "unknown/any-method", () => tryUnnamedMethods(context, operation, values));
}

/** What is wrong with the `Allow` of a 405 (RFC 9110, 15.5.6), where the description says that it has one: not all services do. */
function missingInAllow({ description }: Context, path: string, { response }: Exchange): string | null {
  const sentences = proseSentencesIn(description.http?.info.description ?? "");
  const isStated = (one: string): boolean =>
    /\b405\b/.test(one) && /\bAllow\b/.test(one) && !/\b(no|not|without)(?: \w+){0,2} `?Allow\b/i.test(one);
  if (!sentences.some(isStated)) return null;
  const allow = headerOf(response.headers, "allow");
  if (allow === null) return "without Allow, although the description says that it has one";
  const listed = allow.toUpperCase().split(/\s*,\s*/);
  const described = description.operations
    .filter((one) => one.path.text === path)
    .map(({ method }) => method.toUpperCase());
  const missing = described.find((method) => !listed.includes(method));
  return missing === undefined ? null : `with an Allow that does not list ${missing}`;
}

/** A path that describes each method with a name in OpenAPI 3.1, and says that it takes every one. */
function takesAnyMethod({ description }: Context, { path, words }: Operation): boolean {
  const described = description.operations.filter((one) => one.path.text === path.text).map(({ method }) => method);
  const stated = `${words.summary ?? ""} ${words.description ?? ""}`;
  const isStated = /\b(any|every|all)(\s+HTTP)?\s+methods?\b/i.test(stated);
  return isStated && httpMethods.every((method) => method === "query" || described.includes(method));
}

/** Methods of HTTP that OpenAPI 3.1 has no name for. */
const unnamedMethods: readonly string[] = ["QUERY", "PROPFIND"];

/** Each gets the status of the described one. */
async function tryUnnamedMethods(context: Context, operation: Operation, values: RequestValues): Promise<void> {
  const usual = await context.call(operation, values);
  for (const method of unnamedMethods) {
    if (!isAccepted(usual.status) || context.description.find(method, pathOf(usual.exchange.request.target)) !== null)
      continue;
    const exchange = await context.session.exchange({ ...usual.exchange.request, method });
    const { status } = exchange.response;
    const text = `returns ${status} to ${method}, although the path takes every method`;
    if (status !== usual.status) context.fault("valid-refused", { ...usual, exchange }, text);
  }
}

async function tryUnknownPath(context: Context): Promise<void> {
  const [operation] = context.description.operations;
  if (operation === undefined) return;
  // Below the first part that all paths have, unless it is a parameter.
  const [, first = ""] = operation.path.text.split("/");
  const base = first === "" || first.includes("{") ? "" : `/${first}`;
  const credential = context.credential(operation);
  const target = `${base}/no-such-path-${"z".repeat(8)}`;
  if (context.description.at(target).length > 0) return;
  const exchange = await context.callRaw({ method: "GET", target, headers: credential.headers, body: null });
  checkNotServed(context, operation, exchange);
}

/** Where all paths begin with one version, nothing is served below the next one. */
async function tryOtherVersion(context: Context): Promise<void> {
  const first = context.accepted.find(({ operation }) => operation.method === "get");
  const versions = new Set(context.description.operations.map(({ path }) => /^\/v(\d+)\//.exec(path.text)?.[1]));
  const [version] = versions;
  if (first === undefined || version === undefined || versions.size > 1) return;
  const { operation, values } = first;
  const request = context.requestFor(operation, values);
  const target = request.target.replace(/^\/v\d+\//, `/v${Number(version) + 1}/`);
  if (context.description.at(pathOf(target)).length > 0) return;
  const exchange = await context.callRaw({ ...request, target });
  checkNotServed(context, operation, exchange);
}

/** The same response without the first part that all paths have, or without the path of the server. */
async function tryWithoutPrefix(context: Context): Promise<void> {
  const first = context.accepted.find(({ operation, json }) => operation.method === "get" && json !== undefined);
  if (first === undefined) return;
  const { operation, values } = first;
  const usual = context.requestFor(operation, values);
  const control = await context.call(operation, values);
  const { origin, pathname } = new URL(context.server);
  const [, prefix = ""] = operation.path.text.split("/");
  const isShared = context.description.operations.every(({ path }) => path.text.startsWith(`/${prefix}/`));
  const target = isShared && !prefix.includes("{") ? usual.target.slice(prefix.length + 1) : usual.target;
  for (const request of [
    ...(target === usual.target ? [] : [{ ...usual, target }]),
    ...(pathname === "/" ? [] : [{ ...usual, server: origin }]),
  ]) {
    const exchange = await context.session.exchange(request);
    const body = textOfBytes(exchange.response.body);
    if (isAccepted(exchange.response.status) && body === textOfBytes(control.exchange.response.body))
      checkNotServed(context, operation, exchange);
  }
}

function checkNotServed(context: Context, operation: Operation, exchange: Exchange): void {
  const { status } = exchange.response;
  if (!isAccepted(status)) return;
  const message = `GET ${pathOf(exchange.request.target)} returns ${status} and is not described`;
  context.object("unknown-path-accepted", message, { operation, exchange, where: null });
}

/**
 * Whether the description declares the response for a missing resource. Otherwise a second deletion may succeed, and an
 * update may create the resource.
 */
export function declaresAbsence(operation: Operation): boolean {
  const { method, responses, parameters } = operation;
  const isMade = method === "put" && declares(operation, 201);
  if (declares(operation, 404) || declares(operation, 410)) return !isMade;
  if (method === "delete" || isMade) return false;
  // A range covers every rejection. Only parameters named as ids are taken for ids.
  const isOfIds = parameters.every((one) => one.in !== "path" || /(^|[a-z_-])(id|uuid|guid)$/i.test(one.name));
  return (
    isOfIds &&
    responses.some(({ status }) => status.kind === "default" || (status.kind === "range" && status.first === 4))
  );
}

/** So many other texts of a record are tried for its id. */
const most = 8;

export function* otherIds(context: Context): Cases {
  for (const producer of context.accepted) {
    if (producer.operation.method !== "post") continue;
    for (const operation of new Set(linksOf(context, producer).map(({ followed }) => followed.operation))) {
      const run = (): Promise<void> => tryOthers(context, producer.operation, operation);
      yield caseOf("unknown", operation, "unknown/other-addresses", run, { elsewhere: "or last" });
    }
  }
}

async function tryOthers(context: Context, producer: Operation, operation: Operation): Promise<void> {
  const [created, other] = [await create(context, producer), await create(context, producer)];
  const next = created === null ? null : follow(context, created, operation);
  const before = created === null ? null : await readOwn(context, created);
  const beside = other === null ? null : await readOwn(context, other);
  if (created === null || next === null || before?.resource == null || beside?.resource == null) return;
  const place = placeOfId(next.followed);
  if (place === null) return;
  for (const { value, what } of [...otherTexts(before.resource, beside.resource, place.id), ...nearlySame(place.id)]) {
    const changed = place.put(next.values, value);
    if (!isValid(operation, changed)) continue;
    const result = await context.call(operation, changed);
    if (!isAccepted(result.status)) continue;
    // What a request that returns nothing of the record has done to it shows that it was found.
    const isFound = declaresAbsence(operation) || (await changesSince(context, created, before)) !== null;
    const finding = { check: "unknown-id-accepted", text: `accepts ${what} as the id` } as const;
    if (isFound && isAcceptedWrongly(context, result, finding)) return;
  }
}

interface PlaceOfId {
  readonly id: string;
  readonly put: (values: RequestValues, id: string) => RequestValues;
}

/** The one parameter of the path, or the one member of the body, that a link fills with the id of the record. */
function placeOfId({ parameters, body }: Followed): PlaceOfId | null {
  const [named, ...others] = Object.entries(parameters.path);
  if (named !== undefined) {
    const [name, id] = named;
    if (others.length > 0 || typeof id !== "string") return null;
    return {
      id,
      put: ({ parameters: requestParameters, ...rest }, value) => {
        return { ...rest, parameters: { ...requestParameters, path: { ...requestParameters.path, [name]: value } } };
      },
    };
  }
  const [member, ...more] = Object.entries(asObject(body) ?? {});
  if (member === undefined || more.length > 0 || typeof member[1] !== "string") return null;
  const [name, id] = member;
  return { id, put: (values, value) => withBody(values, { [name]: value }) };
}

function isValid(operation: Operation, { parameters, body }: RequestValues): boolean {
  const schema = bodyTypeOf(operation)?.schema;
  const isBodyValid = body?.kind !== "value" || schema === undefined || matches(schema, body.value);
  return (
    isBodyValid &&
    operation.parameters.every((one) => one.in !== "path" || matches(one.schema, parameters.path[one.name] ?? null))
  );
}

/** Texts that tell the record from another one. */
function otherTexts(record: JsonObject, other: JsonObject, id: string): NearId[] {
  const texts = textsIn(record, "").filter(([at, text]) => text !== id && valueAt(other, at.split(".")) !== text);
  return texts.slice(0, most).map(([place, value]) => ({ value, what: `the ${place} of a record` }));
}

function textsIn(value: JsonObject, before: string): [place: string, value: string][] {
  return Object.entries(value).flatMap(([name, member]): [string, string][] => {
    if (typeof member === "string" && member !== "") return [[`${before}${name}`, member]];
    const inner = asObject(member);
    return inner === null ? [] : textsIn(inner, `${before}${name}.`);
  });
}
