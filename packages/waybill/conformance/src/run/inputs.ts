// An operation -> values for its inputs that the service should accept: from known values, examples, and the schemas; with new names where
// it was rejected because its name is taken.
import {
  type Json,
  type MediaType,
  matches,
  type Operation,
  type Parameter,
  type ParameterPlace,
  type Schema,
} from "waybill/description";
import { type Enveloped, openedMediaType } from "../description/envelope.ts";
import { partsOf, propertiesIn } from "../description/schema-parts.ts";
import { declares } from "../description/stated.ts";
import { asObject, type JsonObject, type Path, withoutMember, withPartsReplaced, withValueAt } from "../values/json.ts";
import { sampleOf } from "../values/places.ts";
import { type CallResult, type Context, isAccepted } from "./context.ts";
import { corrected } from "./corrections.ts";
import { isReference, namesWithoutRole, ownerOfParameter, ownerOfPath, plainName, singular } from "./knowledge.ts";
import { withoutLimited, withTimesMoved } from "./limits.ts";
import { type Followed, linksOf } from "./links.ts";
import { distinct, spellings } from "./names.ts";
import { inOrder, later } from "./ranges.ts";
import { membersOfBody, noParameters, noValues, type RequestValues } from "./request-values.ts";
import { takeUnused } from "./unused.ts";
import { isLock, locksIn, withoutLocks } from "./versions.ts";

export type Fullness = "required" | "all" | "example";

export interface Inputs {
  readonly values: RequestValues;
  /** Names of required references without a known value. */
  readonly unknown: readonly string[];
}

/** `null` when no valid value can be made; a note says why. */
export function inputsFor(context: Context, operation: Operation, fullness: Fullness): Inputs | null {
  const unknown: string[] = [];
  const parameters = noParameters();
  for (const parameter of operation.parameters) {
    const isOptional = !parameter.required && !isDemanded(operation, parameter);
    if (isOptional && (fullness === "required" || isCondition(parameter))) continue;
    const value = parameterValue(context, operation, parameter);
    if (value === undefined) return null;
    if (!value.known && isReference(parameter.name)) {
      if (!parameter.required) continue;
      unknown.push(parameter.name);
    }
    parameters[parameter.in][parameter.name] = value.value;
  }
  const mediaType = bodyTypeOf(operation);
  if (mediaType === null) return { values: { parameters, body: null }, unknown };
  const usual = bodyValue(context, { operation, mediaType, fullness, unknown });
  const corrections = context.corrections.get(operation) ?? {};
  const value = usual === undefined ? undefined : corrected(mediaType.schema, usual, corrections);
  return value === undefined ? null : { values: { parameters, body: { kind: "value", mediaType, value } }, unknown };
}

/** Those of the first call, or else the required inputs; `null` when no valid value can be made. */
export function usualValues(context: Context, operation: Operation): RequestValues | null {
  return context.baselines.get(operation)?.values ?? inputsFor(context, operation, "required")?.values ?? null;
}

/** The status that a valid request was rejected with; `null` where one was accepted or none was made. */
export function rejectedWith(context: Context, operation: Operation): number | null {
  const first = context.baselines.get(operation);
  return first === undefined || isAccepted(first.status) ? null : first.status;
}

/** The media type to send: JSON before anything else; what is in an envelope is sent in it. */
export function bodyTypeOf({ requestBody, path }: Operation): Enveloped | null {
  const order = ["json", "form", "multipart", "text", "binary", "lines", "sequence", "events"] as const;
  const content = requestBody?.content ?? [];
  const chosen = order
    .map((kind) => content.find(({ body }) => body === kind))
    .find((mediaType) => mediaType !== undefined);
  return chosen === undefined ? null : openedMediaType(chosen, [ownerOfPath(path.text)]);
}

/** Whether a body may have any of its members alone: none is required, though one of them may be, or the version that it is based on. */
export function isPartialUpdate(operation: Operation): boolean {
  const schema = bodyTypeOf(operation)?.schema;
  const members = schema === undefined ? [] : propertiesIn(schema).filter((one) => !isLock(operation, one));
  return members.length > 0 && members.every(({ required }) => !required);
}

/** Of a sequence, one item is sent. */
function sentSchemaOf({ item, schema }: MediaType): Schema {
  return item?.schema ?? schema;
}

/** The inputs from a link; the rest is generated as usual. */
export function inputsFromLink(context: Context, { operation, parameters, body }: Followed): RequestValues | null {
  const requiredInputs = inputsFor(context, operation, "required");
  if (requiredInputs === null && body === undefined) return null;
  const base = requiredInputs?.values ?? noValues;
  const merge = (place: ParameterPlace): Readonly<Record<string, Json>> => ({
    ...base.parameters[place],
    ...parameters[place],
  });
  const merged = {
    path: merge("path"),
    query: merge("query"),
    querystring: merge("querystring"),
    header: merge("header"),
    cookie: merge("cookie"),
  };
  const mediaType = bodyTypeOf(operation);
  if (body === undefined || mediaType === null) return { parameters: merged, body: base.body };
  return { parameters: merged, body: { kind: "value", mediaType, value: body } };
}

/** The request that a link of a response leads to: to an operation, or to the first one that is wanted; `null` where there is none. */
export function follow(
  context: Context,
  from: CallResult,
  wanted: Operation | ((followed: Followed) => boolean),
): Leading | null {
  const isWanted = typeof wanted === "function" ? wanted : (one: Followed): boolean => one.operation === wanted;
  const followed = linksOf(context, from).find((link) => isWanted(link.followed))?.followed;
  const values = followed === undefined ? null : inputsFromLink(context, followed);
  return followed === undefined || values === null ? null : { operation: followed.operation, values, followed };
}

export interface Leading {
  readonly operation: Operation;
  readonly values: RequestValues;
  readonly followed: Followed;
}

export function isReading({ operation }: Pick<Followed, "operation">): boolean {
  return operation.method === "get";
}

/** Of the body with everything that an operation takes. */
export function allMembers(context: Context, operation: Operation): JsonObject {
  const values = inputsFor(context, operation, "all")?.values;
  return (values === undefined ? null : membersOfBody(values)) ?? {};
}

/** Those that a change may have alone, and the schema of such a body: both without the version that it is based on. */
export function changeOf(context: Context, operation: Operation): { members: JsonObject; schema: Schema } | null {
  const schema = bodyTypeOf(operation)?.schema;
  if (schema === undefined) return null;
  const members = locksIn(operation, schema).reduce(withoutMember, allMembers(context, operation));
  return { members: asObject(members) ?? {}, schema: withoutLocks(operation, schema) };
}

/** Tries required inputs, the description's examples, and all inputs, until one is accepted. The last response otherwise. */
export async function acceptedCall(
  context: Context,
  operation: Operation,
): Promise<{ readonly result: CallResult; readonly unknown: readonly string[] } | null> {
  let last: { result: CallResult; unknown: readonly string[] } | null = null;
  const tried = new Set<string>();
  for (const fullness of ["required", "example", "all"] as const) {
    const inputs = inputsFor(context, operation, fullness);
    if (inputs === null) continue;
    const { parameters, body } = inputs.values;
    const text = JSON.stringify([parameters, body?.kind === "value" ? body.value : null]);
    if (tried.has(text)) continue;
    tried.add(text);
    const result = await callAnew(context, operation, inputs.values);
    if (isAccepted(result.status)) return { result, unknown: inputs.unknown };
    last ??= { result, unknown: inputs.unknown };
  }
  return last;
}

/**
 * A call that may create something: on a conflict it is repeated with new names and at later times; then with something new in place of what
 * it names, which may be used up.
 */
export async function callAnew(context: Context, operation: Operation, values: RequestValues): Promise<CallResult> {
  const result = await context.call(operation, values);
  const { body } = values;
  if (result.status !== 409 || body?.kind !== "value") return result;
  let next = result;
  let value = body.value;
  for (let times = 0; times < mostMoves && next.status === 409; times += 1) {
    value = movedBody(context, operation, body.value);
    if (value === body.value) break;
    next = await context.call(operation, { ...values, body: { ...body, value } });
  }
  const isWrong = [400, 404, 422].includes(next.status);
  // The last time that there may be is over: what it names next has all of them again.
  if (isWrong) context.slots.restart(operation);
  // The name of something else, which was taken for its own, leads nowhere.
  const renamed = isWrong ? body.value : next.status === 409 ? value : null;
  const fresh = renamed === null ? null : await withNewReferences(context, operation, renamed);
  if (fresh !== null) {
    const last = await context.call(operation, { ...values, body: { ...body, value: fresh } });
    if (isAccepted(last.status)) context.slots.setLastReferences(operation, referencesTo(context, operation, fresh));
    return last;
  }
  // That says nothing of the values that were to be sent.
  return renamed === body.value ? result : next;
}

/** So often another time is tried. */
const mostMoves = 2;

/** With new names, at a later time, and with the references that had room for more the last time. */
export function movedBody(context: Context, operation: Operation, body: Json): Json {
  const schema = bodySchemaOf(operation);
  if (schema === null) return body;
  const usable = Object.entries(context.slots.lastReferencesFor(operation)).filter(
    ([name]) => asObject(body)?.[name] !== undefined && !context.records.made.has(asObject(body)?.[name] ?? null),
  );
  const renamed = distinctBody(context, operation, body);
  const moved = usable.reduce<Json>((value, [name, id]) => withValueAt(value, [name], id), renamed);
  return later(schema, moved, context.slots.next(operation));
}

function bodySchemaOf(operation: Operation): Schema | null {
  const mediaType = bodyTypeOf(operation);
  return mediaType === null ? null : sentSchemaOf(mediaType);
}

/** The members of a body that name what other operations read. */
function referencesTo(context: Context, operation: Operation, body: Json): JsonObject {
  const members = Object.entries(asObject(body) ?? {});
  return Object.fromEntries(members.filter(([name]) => namesOther(context, operation, name)));
}

/** Whether a member names what is read elsewhere: `roomId` in a reservation, but not `reservationId`. */
export function namesOther({ description }: Context, { path }: Operation, name: string): boolean {
  const names = isReference(name) ? [plainName(name), ...namesWithoutRole(name)] : [];
  const owners = description.operations
    .filter(({ method }) => method === "get")
    .map((one) => ownerOfPath(one.path.text));
  const itsOwner = ownerOfPath(path.text);
  return owners.some((owner) => owner !== itsOwner && names.includes(plainName(`${owner}id`)));
}

/** With the ids of something new, where another operation makes what a member names; `null` where none does. */
export async function withNewReferences(context: Context, operation: Operation, value: Json): Promise<Json | null> {
  const fresh: [string, Json][] = [];
  for (const name of Object.keys(asObject(value) ?? {})) {
    const id =
      (await makeNamed(context, operation, name))?.id ??
      (await makeListed(context, operation, name)) ??
      (await takeUnused(context, name));
    if (id !== null) fresh.push([name, id]);
  }
  return fresh.length === 0 ? null : { ...asObject(value), ...Object.fromEntries(fresh) };
}

/** The operations that make and read what a member of a request names: `GET /carts/{cartId}` for `cartId`. */
export function namedBy(
  { description, links }: Pick<Context, "description" | "links">,
  operation: Operation,
  name: string,
): { readonly reader: Operation; readonly producer: Operation } | null {
  if (!isReference(name)) return null;
  const reader = description.operations.find(({ method, path, parameters }) => {
    const inPath = parameters.filter((one) => one.in === "path");
    const isOne = method === "get" && path.text.endsWith("}") && inPath.length === 1;
    return isOne && plainName(inPath[0]?.name ?? "") === plainName(name);
  });
  const [producer] = reader === undefined ? [] : links.producersOf(reader);
  return reader === undefined || producer?.method !== "post" || producer === operation ? null : { reader, producer };
}

/** Something new for a member that names it, of this account or of another one: its id, and the request that reads it. */
export async function makeNamed(
  context: Context,
  operation: Operation,
  name: string,
  otherKey: string | null = null,
): Promise<(Leading & { readonly id: Json }) | null> {
  const { reader, producer } = namedBy(context, operation, name) ?? {};
  const inputs = producer === undefined ? null : inputsFor(context, producer, "required");
  if (reader === undefined || producer === undefined || inputs === null) return null;
  const made =
    otherKey === null
      ? await callAnew(context, producer, inputs.values)
      : await callAsOther(context, producer, { values: inputs.values, otherKey });
  const reading = isAccepted(made.status) ? follow(context, made, reader) : null;
  const [id] = Object.values(reading?.values.parameters.path ?? {});
  return reading === null || id === undefined ? null : { ...reading, id };
}

/** With another name where the other account has something of that name. */
async function callAsOther(
  context: Context,
  operation: Operation,
  { values, otherKey }: { readonly values: RequestValues; readonly otherKey: string },
): Promise<CallResult> {
  const credential = context.credential(operation, otherKey);
  const first = await context.call(operation, values, credential);
  return first.status === 409
    ? await context.call(operation, renamedValues(context, operation, values), credential)
    : first;
}

/** With other names, and at a later time. */
export function renamedValues(context: Context, operation: Operation, values: RequestValues): RequestValues {
  const { body } = values;
  return body?.kind === "value"
    ? { ...values, body: { ...body, value: movedBody(context, operation, body.value) } }
    : values;
}

/** The same where names and times that are there already may be a conflict. */
export function unusedValues(context: Context, operation: Operation, values: RequestValues): RequestValues {
  return declares(operation, 409) ? renamedValues(context, operation, values) : values;
}

/**
 * A new value of a member that names one of several parts of what another operation makes, `barcode` of `barcodes`: both have the same named
 * schema, and the client chooses the value. `null` where there is none.
 */
async function makeListed(context: Context, operation: Operation, name: string): Promise<Json | null> {
  const member = memberSchema(operation, name);
  for (const producer of context.accepted.map((one) => one.operation)) {
    const list = `${name}s`;
    const many = producer.method === "post" && producer !== operation ? memberSchema(producer, list) : undefined;
    const [items] =
      many === undefined ? [] : partsOf(many).flatMap((part) => (part.kind === "array" ? [part.items] : []));
    const usual = inputsFor(context, producer, "required")?.values;
    const sample = items === undefined ? null : sampleOf(items);
    const text = sample?.ok === true && typeof sample.value === "string" ? sample.value : "";
    const part = spellings(text, context.newMark()).find((one) => items !== undefined && matches(items, one));
    if (member?.kind !== "ref" || items?.kind !== "ref" || items.target !== member.target) continue;
    if (usual?.body?.kind !== "value" || part === undefined) continue;
    const { body } = usual;
    const value = { ...asObject(body.value), [list]: [part] };
    if (isAccepted((await callAnew(context, producer, { ...usual, body: { ...body, value } })).status)) return part;
  }
  return null;
}

function memberSchema(operation: Operation, name: string): Schema | undefined {
  const schema = bodyTypeOf(operation)?.schema;
  return schema === undefined ? undefined : propertiesIn(schema).find((one) => one.name === name)?.schema;
}

/** Values that none before has had: other names, and the ids of something new. */
export async function freshValues(
  context: Context,
  operation: Operation,
  values: RequestValues,
): Promise<RequestValues> {
  const renamed = renamedValues(context, operation, values);
  const { body } = renamed;
  const value = body?.kind === "value" ? await withNewReferences(context, operation, body.value) : null;
  return body?.kind !== "value" || value === null ? renamed : { ...renamed, body: { ...body, value } };
}

/** A header that makes a valid request fail, or have no body, unless its value is that of a response: those have a phase of their own. */
export function isCondition({ in: place, name }: Parameter): boolean {
  return place === "header" && /^(?:if-.+|range|last-event-id)$/i.test(name);
}

/** `If-Match`, without which a request gets the declared 428 (RFC 6585). */
function isDemanded(operation: Operation, { in: place, name }: Pick<Parameter, "in" | "name">): boolean {
  return place === "header" && /^if-match$/i.test(name) && declares(operation, 428);
}

/** What a request is accepted with: any version, and a key of its own. */
function standardValue(context: Context, { in: place, name, schema }: Parameter): Json | undefined {
  if (place !== "header" || !/^(?:if-match|idempotency-key)$/i.test(name)) return undefined;
  const value = /^if-match$/i.test(name) ? "*" : context.newKey();
  return matches(schema, value) ? value : undefined;
}

function parameterValue(
  context: Context,
  operation: Operation,
  parameter: Parameter,
): { readonly value: Json; readonly known: boolean } | undefined {
  const { name, in: place, schema, examples } = parameter;
  const standard = standardValue(context, parameter);
  if (standard !== undefined) return { value: standard, known: true };
  const owners = [place === "path" ? ownerOfParameter(operation.path.text, name) : ownerOfPath(operation.path.text)];
  const known = context.knowledge.valueFor(name, owners);
  if (known !== undefined && matches(schema, known)) return { value: known, known: true };
  const example = examples.map((one) => one.value.value).find((value) => matches(schema, value));
  if (example !== undefined) return { value: example, known: false };
  const sample = sampleOf(schema);
  if (sample.ok) return { value: sample.value, known: false };
  context.notes.add(`${operation.id}: no value for ${name} could be generated: ${sample.reason}`);
  return undefined;
}

interface BodyQuestion {
  readonly operation: Operation;
  readonly mediaType: MediaType;
  readonly fullness: Fullness;
  /** Filled in. */
  readonly unknown: string[];
}

function bodyValue(context: Context, { operation, mediaType, fullness, unknown }: BodyQuestion): Json | undefined {
  const known = knownAt(context, operation);
  const schema = sentSchemaOf(mediaType);
  const ordered = (value: Json): Json => {
    const moved = withTimesMoved({ operation, schema }, value);
    return inOrder(schema, moved, []) ?? moved;
  };
  if (fullness === "example") {
    const example = mediaType.examples.map((one) => one.value.value).find((value) => matches(schema, value));
    if (example === undefined) return undefined;
    return ordered(
      withPartsReplaced(example, (part, path) => {
        const knownValue = typeof path.at(-1) === "string" ? known({ path, schema: null }) : undefined;
        return typeof knownValue === typeof part ? knownValue : undefined;
      }),
    );
  }
  const missing = new Set<string>();
  const sample = sampleOf(schema, {
    all: fullness === "all",
    known: (place) => {
      const value = known(place);
      const name = lastName(place.path);
      if (value === undefined && isReference(name) && isPlainText(place.schema)) missing.add(name);
      return value;
    },
  });
  unknown.push(...missing);
  if (sample.ok) {
    const rest = withoutLimited(schema, sample.value, (path) => known({ path, schema: null }) !== undefined);
    return ordered(matches(schema, rest) ? rest : sample.value);
  }
  context.notes.add(`${operation.id}: no body could be generated: ${sample.reason}`);
  return undefined;
}

type Place = { readonly path: Path; readonly schema: Schema | null };

function knownAt(context: Context, operation: Operation): (place: Place) => Json | undefined {
  /** Which of what they may name each of the places in a role has: no two have the same. */
  const roles: string[] = [];
  const inRole = (name: string): Json | undefined => {
    const [base] = namesWithoutRole(name).slice(-1);
    if (base === undefined) return undefined;
    if (!roles.includes(name)) roles.push(name);
    return context.knowledge.valueInRole(name, roles.filter((one) => plainName(one).endsWith(base)).indexOf(name));
  };
  return ({ path, schema }) => {
    const name = lastName(path);
    if (name === "") return undefined;
    const names = path.filter((token) => typeof token === "string");
    const owners = [...names.slice(0, -1).reverse().map(singular), ownerOfPath(operation.path.text)];
    const value =
      context.knowledge.valueFor(name, owners) ?? (isUrlName(name) ? context.newUrl() : undefined) ?? inRole(name);
    if (value === undefined) return undefined;
    return schema === null || matches(schema, value) ? value : undefined;
  };
}

/** Fields that hold a callback address: services require them to be unique. */
export function isUrlName(name: string): boolean {
  return /^(url|uri|endpoint|callback|(callback|webhook|target|endpoint|notification|hook|destination)[_-]?ur[li])$/i.test(
    name,
  );
}

function isPlainText(schema: Schema): boolean {
  return schema.kind === "string" || (schema.kind === "ref" && schema.target.schema.kind === "string");
}

function lastName(path: Path): string {
  return String(path.findLast((token) => typeof token === "string") ?? "");
}

/** A body with names of its own, where it names itself. */
export function distinctBody(context: Context, operation: Operation, body: Json): Json {
  const schema = bodySchemaOf(operation);
  const isFixed = (text: Json, path: Path): boolean =>
    context.records.made.has(text) || namesOther(context, operation, lastName(path));
  return schema === null ? body : distinct(schema, body, context.newMark(), isFixed);
}
