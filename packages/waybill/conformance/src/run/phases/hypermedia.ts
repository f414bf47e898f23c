// A response with links or with records inside its records -> each link leads to what it names, and a record inside another one is the
// one that is read by itself, also after it was changed.
import type { Json, Operation, Parameter, Schema } from "waybill/description";
import { placeOf } from "../../description/description.ts";
import { enumOf, partsOf, propertiesIn, schemasAt } from "../../description/schema-parts.ts";
import { type Exchange, headerOf, jsonOf, pathOf } from "../../exchange/exchange.ts";
import { asObject, isScalar, type JsonObject } from "../../values/json.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted } from "../context.ts";
import { create, provide, provideFromProducer, variedBodies } from "../creating.ts";
import { callAnew, changeOf, inputsFor, inputsFromLink, isPartialUpdate, usualValues } from "../inputs.ts";
import { ownerOfPath, plainName } from "../knowledge.ts";
import { linksOf } from "../links.ts";
import { differingNames, itemsOf, recordsIn } from "../records.ts";
import { pathValues } from "../request-values.ts";
import { withMembers, withParameter } from "../variation.ts";

export function* hypermedia(context: Context): Cases {
  for (const { operation, verdict, exchange } of context.accepted) {
    if (operation.method !== "get" && operation.method !== "post") continue;
    const schema = verdict?.mediaType?.schema;
    const hasLocation = headerOf(exchange.response.headers, "location") !== null;
    if (hasLocation || (schema !== undefined && mayLead(context, schema, 0)))
      yield caseOf("links", operation, "links/followed", () => followAll(context, operation), { elsewhere: "or last" });
  }
}

/** `include`: what is asked for besides is there. */
export function* included(context: Context): Cases {
  for (const { operation } of context.accepted) {
    const parameter = operation.parameters.find(
      (one) => one.in === "query" && /^(include|expand|embed)$/i.test(one.name) && enumOf(one.schema) !== null,
    );
    if (operation.method === "get" && parameter !== undefined)
      yield caseOf("paging", operation, `paging/${parameter.name}`, () => include(context, operation, parameter), {
        elsewhere: "or last",
      });
  }
}

async function include(context: Context, operation: Operation, parameter: Parameter): Promise<void> {
  const values = (await provideFromProducer(context, operation)) ?? usualValues(context, operation);
  const plain = values === null ? null : await context.call(operation, withParameter(values, parameter, undefined));
  if (values === null || plain === null || !isAccepted(plain.status)) return;
  for (const name of enumOf(parameter.schema) ?? []) {
    // Only what a record refers to can be included.
    const wanted = [plainName(name), plainName(`${name}id`), plainName(`${name}ids`)];
    const refers = recordsIn(plain.json).some((record) =>
      Object.entries(record).some(([member, value]) => wanted.includes(plainName(member)) && isScalar(value)),
    );
    const result = await context.call(operation, withParameter(values, parameter, name));
    const isSame = Buffer.compare(result.exchange.response.body, plain.exchange.response.body) === 0;
    if (refers && isAccepted(result.status) && isSame)
      context.fault(
        "filter-ignored",
        result,
        `with ${parameter.name}=${name} returns the same as without it`,
        placeOf(parameter.at),
      );
  }
}

/** Work that goes on after its response (202): its address leads to it, and it goes on. */
export function* accepted(context: Context): Cases {
  for (const { operation, status } of context.accepted)
    if (status === 202)
      yield caseOf("links", operation, "links/later", () => wait(context, operation), { elsewhere: "or last" });
}

/** So often the state of something is asked for, at the pace that the service wants, but no longer than this in all. */
const [looks, leastPause, longest] = [10, 200, 12_000];

async function wait(context: Context, operation: Operation): Promise<void> {
  const started = await create(context, operation);
  if (started === null || started.status !== 202) return;
  const { headers } = started.exchange.response;
  const location = headerOf(headers, "location");
  const target = location === null ? null : targetOf(context, started.exchange, location);
  const next = linksOf(context, started).find(({ followed }) => followed.operation.method === "get");
  const values = next === undefined ? null : inputsFromLink(context, next.followed);
  const first = next === undefined || values === null ? null : await context.call(next.followed.operation, values);
  const begin = first === null ? null : stateIn(first);
  const seconds = Number(headerOf(headers, "retry-after") ?? Number.NaN);
  const isPaced = begin !== null && seconds * 1000 * looks <= longest;
  for (let look = 0; first !== null && isPaced && look < looks; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(seconds * 1000, leastPause)));
    const now = await context.call(first.operation, first.values);
    if (stateIn(now) !== begin) break;
    const text = `stays ${begin} for ten times the time of Retry-After`;
    if (look === looks - 1) context.fault("wrong-state", now, text);
  }
  const address = target === null ? null : await readAt(context, started, target);
  const status = address?.response.status ?? 0;
  // Without an operation that reads it, it is not known when it is there.
  if (address !== null && first !== null && isAccepted(first.status) && (status === 404 || status === 410))
    context.fault(
      "lost-resource",
      { ...started, exchange: address },
      `returns a Location that leads nowhere (${status})`,
    );
}

/** One of several states, of which one is the end. */
function stateIn({ json, verdict }: CallResult): string | null {
  const schema = verdict?.mediaType?.schema;
  for (const [name, value] of Object.entries(asObject(json) ?? {})) {
    const all = schema === undefined ? [] : schemasAt(schema, [name]).flatMap((one) => enumOf(one) ?? []);
    if (/^(state|status)$/i.test(name) && typeof value === "string" && all.some((one) => ending.test(one)))
      return ending.test(value) ? null : value;
  }
  return null;
}

const ending = /^(done|completed?|succeeded|success|finished|ready|failed|error|cancell?ed)$/i;

const linkMembers = /^(_?links|self|self_?link|href)$/i;
/** Of records in lists of records in an envelope. */
const deepest = 5;

function mayLead(context: Context, schema: Schema, depth: number): boolean {
  return partsOf(schema).some((part) => {
    if (part.kind === "array") return mayLead(context, part.items, depth + 1);
    if (part.kind !== "object" || depth > deepest) return false;
    return part.properties.some(({ name, schema: inner }) => {
      const isRecord = propertiesIn(inner).some((one) => one.name === "id");
      return (
        linkMembers.test(name) || (isRecord && readerOf(context, name) !== null) || mayLead(context, inner, depth + 1)
      );
    });
  });
}

/** The operation that reads what a member is named after: `customer`, `GET /customers/{customerId}`. */
function readerOf({ description }: Context, member: string): Reader | null {
  for (const operation of description.operations) {
    const [base, parameter] = /^(.*)\/\{([^{}/]+)\}$/.exec(operation.path.text)?.slice(1) ?? [];
    if (operation.method !== "get" || base === undefined || parameter === undefined || base.includes("{")) continue;
    if (ownerOfPath(base) === ownerOfPath(member)) return { operation, parameter };
  }
  return null;
}

interface Reader {
  readonly operation: Operation;
  /** That takes the id. */
  readonly parameter: string;
}

async function followAll(context: Context, operation: Operation): Promise<void> {
  const isMade = operation.method === "post" && context.links.producersOf(operation).length === 0;
  const values = isMade ? null : ((await provide(context, operation)) ?? usualValues(context, operation));
  const first = values === null ? await create(context, operation) : await context.call(operation, values);
  const holder = first === null ? null : await filled(context, first);
  if (holder === null || !isAccepted(holder.status)) return;
  const [record] = recordsIn(holder.json);
  const location = headerOf(holder.exchange.response.headers, "location");
  if (location !== null && holder.status === 201)
    await followLink(context, holder, { name: "Location", address: location, record: asObject(holder.json) });
  if (record === undefined) return;
  await followLinksOf(context, holder, record);
  if (operation.method === "get")
    for (const inner of recordsInside(record)) await compareInner(context, holder, { ...inner, id: record["id"] });
}

/** A list below something new is empty: it gets a record. */
async function filled(context: Context, first: CallResult): Promise<CallResult> {
  const { operation, values } = first;
  const producer = context.description.operations.find(
    ({ method, path }) => method === "post" && path.text === operation.path.text,
  );
  const inputs = producer === undefined ? null : inputsFor(context, producer, "required");
  if (itemsOf(first.json)?.length !== 0 || producer === undefined || inputs === null) return first;
  await callAnew(context, producer, {
    ...inputs.values,
    parameters: { ...inputs.values.parameters, path: values.parameters.path },
  });
  return await callAgain(context, first);
}

/** Each leads to what it names. */
export async function followLinksOf(context: Context, holder: CallResult, record: JsonObject): Promise<void> {
  for (const link of linksIn(record)) await followLink(context, holder, link);
}

interface RecordLink {
  readonly name: string;
  readonly address: string;
  /** What a link to itself leads to; `null`: the link leads elsewhere. */
  readonly record: JsonObject | null;
}

/** `_links` of HAL, `links` of JSON:API, and addresses of the record itself. */
function linksIn(record: JsonObject): RecordLink[] {
  return Object.entries(record).flatMap(([name, value]): RecordLink[] => {
    if (!linkMembers.test(name)) return [];
    const named = typeof value === "string" ? [["self", value] as const] : Object.entries(asObject(value) ?? {});
    return named.flatMap(([relation, target]) => {
      const address = asObject(target)?.["href"] ?? target;
      const isFixed = typeof address === "string" && !/[{}]/.test(address);
      return isFixed ? [{ name: relation, address, record: relation === "self" ? record : null }] : [];
    });
  });
}

async function followLink(context: Context, holder: CallResult, { name, address, record }: RecordLink): Promise<void> {
  const target = targetOf(context, holder.exchange, address);
  if (target === null) return;
  const { description } = context;
  const isRead = description.find("GET", pathOf(target)) !== null;
  // It leads to what only other methods do.
  if (!isRead && description.at(pathOf(target)).length > 0) return;
  const exchange = await readAt(context, holder, target);
  const { status } = exchange.response;
  const result = { ...holder, exchange };
  if (status === 404 || status === 410)
    return context.fault("lost-resource", result, `returns a link that leads nowhere: ${name} (${status})`);
  const resource = isAccepted(status) ? asObject(jsonOf(exchange)) : null;
  if (record === null || resource === null) return;
  const { id } = resource;
  // What was made inside of something may be read there alone.
  if (name === "Location" && isScalar(id) && Object.values(record).includes(id)) return;
  if (isScalar(record["id"]) && isScalar(id) && record["id"] !== id)
    return context.fault("list-differs", result, `returns a link that leads to another record: ${name}`);
  const names = differingNames(record, resource);
  const again = names.length === 0 || holder.operation.method !== "get" ? null : await callAgain(context, holder);
  const now = recordsIn(again?.json).find((one) => one["id"] === record["id"]);
  for (const one of now === undefined ? [] : differingNames(now, resource).filter((each) => names.includes(each)))
    context.fault("list-differs", result, `returns a different ${one} than its link ${name} leads to`);
}

/** `null`: another service, or nothing that is known of this one. */
export function targetOf({ server }: Context, { request }: Exchange, address: string): string | null {
  const base = URL.parse(`${server}/`);
  const url = URL.parse(address, `${server}${request.target}`);
  if (base === null || url?.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return null;
  return `${url.pathname.slice(base.pathname.length - 1)}${url.search}`;
}

export async function readAt(context: Context, { operation, values }: CallResult, target: string): Promise<Exchange> {
  return await context.sendAs(operation, values, (request) => ({
    ...request,
    method: "GET",
    target,
    headers: request.headers.filter(([name]) => !/^content-/i.test(name)),
    body: null,
  }));
}

async function callAgain(context: Context, { operation, values }: CallResult): Promise<CallResult> {
  return await context.call(operation, values);
}

interface Inner {
  /** `customer` */
  readonly name: string;
  readonly path: readonly (string | number)[];
  readonly record: JsonObject;
}

/** Records of other resources: members with an id, those in `_embedded` of HAL, and the first of each list of them. */
function recordsInside(record: JsonObject): Inner[] {
  return Object.entries(record).flatMap(([name, value]): Inner[] => {
    const [first, path] = Array.isArray(value) ? [value[0], [name, 0]] : [value, [name]];
    const inner = asObject(first);
    if (inner === null) return [];
    if (isScalar(inner["id"])) return [{ name, path, record: inner }];
    return name === "_embedded" ? recordsInside(inner).map((one) => ({ ...one, path: [name, ...one.path] })) : [];
  });
}

/** What it is inside of is read again after a change of it. */
async function compareInner(
  context: Context,
  holder: CallResult,
  { name, path, record, id }: Inner & { readonly id: Json | undefined },
): Promise<void> {
  const reader = readerOf(context, name);
  const innerId = record["id"];
  if (reader === null || innerId === undefined) return;
  const values = pathValues({ [reader.parameter]: innerId });
  if (context.records.made.has(innerId)) await change(context, reader, innerId);
  // What changes by itself differs from one look to the next, and not twice in the same way.
  let names: string[] | null = null;
  let outer = holder;
  for (let looks = 0; looks < 2; looks += 1) {
    outer = await callAgain(context, holder);
    const single = await context.call(reader.operation, values);
    const now = recordsIn(outer.json).find((one) => one["id"] === id);
    const [shown, resource] = [now === undefined ? null : innerAt(now, path), asObject(single.json)];
    if (!isAccepted(single.status) || resource === null || shown?.["id"] !== innerId) return;
    const differing = differingNames(shown, resource);
    names = names === null ? differing : names.filter((one) => differing.includes(one));
  }
  for (const one of names ?? [])
    context.fault("list-differs", outer, `returns a different ${one} of its ${name} than ${reader.operation.id}`);
}

function innerAt(record: JsonObject, path: Inner["path"]): JsonObject | null {
  return asObject(
    path.reduce<unknown>((at, step) => (Array.isArray(at) ? at[Number(step)] : asObject(at)?.[step]), record),
  );
}

/** Each of its members that may be changed alone. */
async function change(context: Context, { operation: reading, parameter }: Reader, id: Json): Promise<void> {
  const operation = context.description.operations.find(
    (one) => ["patch", "put"].includes(one.method) && one.path.text === reading.path.text && isPartialUpdate(one),
  );
  const changed = operation === undefined ? null : changeOf(context, operation);
  if (operation === undefined || changed === null) return;
  const [other] = variedBodies(changed.schema, changed.members, 1);
  const members = asObject(other);
  if (members === null) return;
  const { parameters } = pathValues({ [parameter]: id });
  const values = inputsFromLink(context, { operation, parameters, body: undefined });
  if (values !== null) await context.call(operation, withMembers(operation, values, members));
}
