// Valid requests at the edges of what the description allows: every one has to be accepted. Requests that were accepted, sent again as they
// are: whether the second or the third time, the response is one of those declared. Amounts and lists that have no upper bound: a large amount
// and a long list are accepted, and read back as they were sent; the amount also beside all other members.
import { type Json, matches, type Operation, type Parameter, type Property, type Schema } from "waybill/description";
import { isPartial, placeOf } from "../../description/description.ts";
import { resolved, schemasAt } from "../../description/schema-parts.ts";
import { statedAt, textOf } from "../../description/stated.ts";
import { asObject, isList, isObject, type JsonObject, type Path, valueAt, withValueAt } from "../../values/json.ts";
import { placesIn, sampleOf } from "../../values/places.ts";
import type { Variant } from "../../values/variant.ts";
import { validVariants } from "../../values/variants.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted } from "../context.ts";
import { provide } from "../creating.ts";
import { expectAccepted, type Special } from "../engines/contrast.ts";
import { checkReadBack, checkShared, readByLinks } from "../engines/read-back.ts";
import { callAnew, isCondition, isUrlName } from "../inputs.ts";
import { isReference, ownerOfPath, singular } from "../knowledge.ts";
import { mayBeExcluded, onUsualDay } from "../limits.ts";
import { inOrder } from "../ranges.ts";
import { membersOfBody, type RequestValues } from "../request-values.ts";
import { entriesIn, fullBodies } from "../rules/entries.ts";
import {
  anew,
  bodyCaseId,
  canCarry,
  isUnboundNumber,
  jsonBodyOf,
  kindOf,
  largeAmount,
  parameterCaseId,
  renewed,
  withBody,
  withParameter,
} from "../variation.ts";

export function* validRequests(context: Context): Cases {
  for (const first of context.accepted) {
    for (const parameter of first.operation.parameters) {
      if (isCondition(parameter)) continue;
      if (parameter.in !== "path") yield* validParameters(context, first, parameter);
    }
    yield* validBodies(context, first);
  }
}

/** So often a create is repeated: the second may be another case than the first, and than the third. */
const times = 2;

export function* repeatedRequests(context: Context): Cases {
  for (const { operation, values } of context.accepted) {
    // A value that must be unique is tried twice elsewhere.
    if (operation.method === "delete" || entriesIn(operation, "x-waybill-unique").length > 0) continue;
    // What was made for it is used up by it.
    const count = operation.method === "post" && !isAboutMade(context, operation) ? times : 1;
    const run = async (): Promise<void> => {
      // Deliveries to one address for two subscriptions cannot be kept apart.
      for (let round = 0; round < count; round += 1) await context.call(operation, anew(context, values));
    };
    yield caseOf("valid", operation, "valid/repeated", run, { elsewhere: "or last" });
  }
}

/** Whether it is about something that another operation creates. */
function isAboutMade({ links }: Context, operation: Operation): boolean {
  return links.producersOf(operation).some(({ method }) => method === "post");
}

/** Text with a language or a source of its own: a place in a list, an order to sort in, words to search for. */
function isRiddle({ name, schema }: Parameter): boolean {
  const dereferenced = resolved(schema);
  return (
    (dereferenced.kind === "string" || dereferenced.kind === "any" || dereferenced.kind === "array") &&
    /(cursor|token|after|before|marker|continuation|starting|ending|etag|sort|order|order_?by|fields?|includes?|expand|embed|select|filters?|query|where|locale|lang|language|time_?zone|tz|currency|country|region|version|signature|nonce)$/i.test(
      name,
    )
  );
}

function* validParameters(context: Context, { operation, values }: CallResult, parameter: Parameter): Cases {
  const known = knownTo(context, operation, parameter.name);
  const accepted = known ?? values.parameters[parameter.in][parameter.name];
  const sample = accepted === undefined ? sampleOf(parameter.schema) : { ok: true as const, value: accepted };
  if (!sample.ok || (known === undefined && (isReference(parameter.name) || isRiddle(parameter)))) return;
  const plain = { path: [], keyword: "given", what: "given", value: sample.value };
  const variants = validVariants(parameter.schema, sample.value).map((one) =>
    onUsualDay({ operation, schema: parameter.schema }, sample.value, one),
  );
  for (const variant of [plain, ...variants]) {
    const { value, ordinary } = { ordinary: undefined, ...variant };
    if (!canCarry(parameter, value)) continue;
    const how = variant.keyword === "given" ? `= ${JSON.stringify(value)}` : variant.what;
    const ofValue = `${parameter.words.description ?? ""}. ${textOf(parameter.schema)}`;
    const about = { variant, names: [parameter.name], ofValue, beside: generalOf(context, operation) };
    const special: Special = {
      values: withParameter(values, parameter, value),
      ordinary: async () => {
        if (mayBeExcluded(about)) return null;
        return ordinary === undefined ? values : withParameter(values, parameter, ordinary);
      },
      what: `${parameter.in} parameter ${parameter.name} ${how}`,
      where: placeOf(parameter.at),
    };
    const run = (): Promise<CallResult> => expectAccepted(context, operation, special);
    const kind = `valid ${parameter.in} ${kindOf(variant)}`;
    yield caseOf("valid", operation, `valid/${parameterCaseId(parameter, variant)}`, run, { kind });
  }
}

/** What a description says of all values, and an operation of its. */
function generalOf({ description: { http } }: Context, operation: Operation): string {
  const { summary, description } = operation.words;
  const responses = operation.responses.map((one) => one.description);
  const parameters = operation.parameters.map(({ words }) => words.description);
  return [http?.info.description, summary, description, ...responses, ...parameters].map((one) => one ?? "").join(". ");
}

/** So often something new is made for changes that its state is in the way of. */
const mostRenewals = 8;

function* validBodies(context: Context, first: CallResult): Cases {
  const { operation, values: usual } = first;
  const body = jsonBodyOf(first);
  // Whose payload is described in part may well ask for more than it says.
  if (body === null || isPartial(operation, "request")) return;
  const { schema } = body;
  // What the request is about may be used up by it: each needs another one. An update leaves it there.
  const isAboutOne = isAboutMade(context, operation);
  const consumes = isAboutOne && (operation.method === "post" || operation.method === "delete");
  let updated: RequestValues | null = null;
  let renewals = 0;
  const target = async (): Promise<RequestValues | null> => {
    if (consumes) return await provide(context, operation);
    if (!isAboutOne || operation.method === "get") return usual;
    updated ??= await provide(context, operation);
    return updated;
  };
  const prepared = (variant: Variant): Json | null => {
    const existing = withReference(context, { operation, schema }, variant);
    const full = existing === null ? null : withRequiredParts(operation, existing.value);
    const value = full === null ? null : inOrder(schema, full, variant.path);
    return value !== null && matches(schema, value) ? value : null;
  };
  for (const candidate of validVariants(schema, body.value)) {
    const special = onUsualDay({ operation, schema }, body.value, candidate);
    const value = prepared(special);
    if (value === null) continue;
    const variant = { ...special, value };
    const { path } = variant;
    const names = path.filter((step) => typeof step === "string");
    const about = { variant, names, ofValue: statedAt(schema, path), beside: generalOf(context, operation) };
    const bodyOf = (values: RequestValues, changed: Json): RequestValues =>
      withBody(values, renewed(context, values === usual ? changed : onto(values, changed), path));
    const send = async (): Promise<CallResult | null> => {
      const values = await target();
      if (values === null) return null;
      // Undeclared members may come back.
      const isStrange = variant.keyword === "additionalProperties";
      return await expectAccepted(context, operation, {
        ordinary: async () => {
          if (mayBeExcluded(about)) return null;
          const neighbour = prepared({ ...special, value: special.ordinary ?? body.value });
          const next = neighbour === null ? null : await target();
          return next === null || neighbour === null ? null : bodyOf(next, neighbour);
        },
        values: bodyOf(values, variant.value),
        ...(isStrange ? { sendSpecial: (one) => context.try(operation, one) } : {}),
        what: `${path.join(".") || "the body"} ${variant.what}`,
        where: placeOf(schema.at),
      });
    };
    const run = async (): Promise<void> => {
      let result = await send();
      // A change may have brought it into a state that takes no others.
      if (result?.status === 409 && updated !== null && renewals < mostRenewals) {
        [updated, renewals] = [null, renewals + 1];
        result = await send();
      }
      if (result !== null && isAccepted(result.status) && isStored(operation, variant))
        checkShared(context, result, result);
    };
    yield caseOf("valid", operation, `valid/${bodyCaseId(variant)}`, run, { kind: `valid body ${kindOf(variant)}` });
  }
}

/**
 * A change may have less of an object inside of a resource than the resource must have (RFC 7396): where that has none of it yet, the request
 * is valid only with all that is required there. `null`: it cannot be made so.
 */
function withRequiredParts(operation: Operation, value: Json): Json | null {
  if (operation.method !== "patch") return value;
  const returned = operation.responses.flatMap(({ content }) => content.map(({ schema }) => schema));
  let isMissing = false;
  const complete = (part: Json, path: Path): Json => {
    const members = asObject(part);
    if (members === null) return part;
    const required = returned.flatMap((one) => schemasAt(one, path)).flatMap(requiredIn);
    const others = path.length === 0 ? [] : required.filter(({ name }) => !Object.hasOwn(members, name));
    const samples = others.map(({ name, schema }) => [name, sampleOf(schema)] as const);
    if (samples.some(([, sample]) => !sample.ok)) isMissing = true;
    const added = samples.flatMap(([name, sample]) => (sample.ok ? [[name, sample.value] as const] : []));
    const inner = Object.entries(members).map(([name, member]) => [name, complete(member, [...path, name])] as const);
    return Object.fromEntries([...inner, ...added]);
  };
  const completed = complete(value, []);
  return isMissing ? null : completed;
}

function requiredIn(schema: Schema): readonly Property[] {
  return schema.kind === "object" ? schema.properties.filter(({ required }) => required) : [];
}

/** Services write what has a format in their own way, and round fractions. */
function isStored({ method }: Operation, { keyword, path, value }: Variant): boolean {
  const part = valueAt(value, path) ?? null;
  const isFraction = typeof part === "number" && !Number.isInteger(part);
  return method !== "get" && edges.includes(keyword) && !isFraction;
}

const edges = ["minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems", "enum"];

/** An added member that names something has to name something that exists; `null` when nothing is known to. */
function withReference(
  context: Context,
  { operation, schema }: { readonly operation: Operation; readonly schema: Schema },
  variant: Variant,
): Variant | null {
  const { path, keyword, detail, value } = variant;
  const name = path.at(-1);
  if (keyword === "null" || keyword === "additionalProperties") return variant;
  const part = valueAt(value, path) ?? null;
  // Made-up elements name nothing that exists, and copies of one element may be one too many.
  if (isList(part)) {
    const existing = withExisting(context, operation, { list: part, path });
    return existing === null ? null : { ...variant, value: withValueAt(value, path, existing) };
  }
  if (keyword !== "optional") {
    const member = path.findLast((step) => typeof step === "string");
    // What has to exist cannot be any text that the schema allows.
    const isKnown =
      typeof member === "string" && isReference(member) && knownTo(context, operation, member) !== undefined;
    return isKnown ? null : variant;
  }
  if (detail === "left-out" || typeof name !== "string") return variant;
  if (isUrlName(name)) return { ...variant, value: withValueAt(value, path, context.newUrl()) };
  if (!isReference(name)) return variant;
  const known = knownTo(context, operation, name);
  const put = known === undefined ? null : withValueAt(value, path, known);
  return put !== null && matches(schema, put) ? { ...variant, value: put } : null;
}

/** A list whose elements, or their members, name different things that exist; `null` when fewer are known. */
function withExisting(
  { knowledge }: Context,
  operation: Operation,
  { list, path }: { readonly list: readonly Json[]; readonly path: Path },
): readonly Json[] | null {
  const names = path.filter((step) => typeof step === "string");
  const owners = [...names.toReversed().map(singular), ownerOfPath(operation.path.text)];
  const knownOf = (name: string): readonly Json[] => (isReference(name) ? knowledge.knownFor(name, owners) : []);
  const name = names.at(-1) ?? "";
  const isNaming = isReference(name) && list.every((one) => typeof one === "string" || typeof one === "number");
  const members = isNaming ? [] : Object.keys(asObject(list[0]) ?? {}).filter((one) => isReference(one));
  const fewest = Math.min(...(isNaming ? [name] : members).map((one) => knownOf(one).length));
  if (list.length > 0 && fewest < list.length && (isNaming || list.length > 1)) return null;
  return list.map((one, index) => {
    if (isNaming) return knownOf(name)[index] ?? one;
    return members.reduce<Json>((element, member) => {
      const known = knownOf(member)[index];
      return known === undefined ? element : withValueAt(element, [member], known);
    }, one);
  });
}

function knownTo({ knowledge }: Context, operation: Operation, name: string): Json | undefined {
  return knowledge.valueFor(name, [ownerOfPath(operation.path.text)]);
}

/** The references of a body that was just made, in the variant of another one. */
function onto(values: RequestValues, variant: Json): Json {
  const members = membersOfBody(values);
  if (members === null || !isObject(variant)) return variant;
  const references = Object.entries(members).filter(([name]) => isReference(name) && Object.hasOwn(variant, name));
  return { ...variant, ...Object.fromEntries(references) };
}

/** Behind the ends of 16 and 32 bits: what is accepted is kept as it is. */
const beyond = [70_000, 3_000_000_000] as const;
/** So many elements fit into any body. */
const long = 40;
/** More than a page, a batch or a small loop takes, as far as they have no more bytes than usual servers read. */
const [veryLong, mostBytes] = [1_000, 65_536];

export function* largeValues(context: Context): Cases {
  for (const first of context.accepted) {
    const { operation } = first;
    const body = jsonBodyOf(first);
    if (operation.method !== "post" || body === null || isPartial(operation, "request")) continue;
    const { schema } = body;
    for (const [index, base] of [body.value, ...fullBodies(context, operation)].entries()) {
      for (const { path, value, what, mayBeRefused } of largerThan(schema, base)) {
        const names = path.filter((step) => typeof step === "string");
        const variant = { path, keyword: "large", what, value };
        const about = { variant, names, ofValue: statedAt(schema, path), beside: generalOf(context, operation) };
        if (
          !matches(schema, value) ||
          (index > 0 && mayBeRefused) ||
          (index > 0 && isList(valueAt(value, path) ?? null))
        )
          continue;
        const among = index === 0 ? "" : "/among-all";
        const name = `valid/body/${path.join(".")}/${what.replaceAll(" ", "-")}${among}`;
        const isVague = mayBeRefused || mayBeExcluded(about);
        const larger = { value, base, what: `${path.join(".")} ${what}`, schema, mayBeRefused: isVague };
        yield caseOf("valid", operation, name, () => tryLarger(context, first, larger), { elsewhere: "or last" });
      }
    }
  }
}

interface Larger {
  readonly value: Json;
  /** The same with a usual amount. */
  readonly base: Json;
  readonly what: string;
  readonly schema: Schema;
  /** No service has as much of everything as a schema allows. */
  readonly mayBeRefused: boolean;
}

async function tryLarger(
  context: Context,
  first: CallResult,
  { value, base, what, schema, mayBeRefused }: Larger,
): Promise<void> {
  const { operation, values } = first;
  const sent = withBody(values, renewed(context, value));
  const made = mayBeRefused
    ? await callAnew(context, operation, sent)
    : await expectAccepted(context, operation, {
        values: sent,
        ordinary: async () => withBody(values, renewed(context, base)),
        what,
        where: placeOf(schema.at),
      });
  if (!isAccepted(made.status)) return;
  for (const read of await readByLinks(context, made)) checkReadBack(context, made, read);
}

function* largerThan(
  schema: Schema,
  value: Json,
): Generator<Pick<Larger, "value" | "what" | "mayBeRefused"> & { readonly path: Path }> {
  for (const place of placesIn(schema, value)) {
    for (const amount of isUnboundNumber(place) ? [largeAmount, ...beyond] : [])
      yield { path: place.path, value: place.put(amount), what: `of ${amount}`, mayBeRefused: amount !== largeAmount };
  }
  for (const { path, of } of openLists(schema, value))
    yield { path, value: of(long), what: `with ${long} elements`, mayBeRefused: false };
}

/** At the end of a run, as it makes each later list larger: a service may refuse it, and what it accepts it keeps. */
export function* longLists(context: Context): Cases {
  for (const first of context.accepted) {
    const { operation } = first;
    const body = jsonBodyOf(first);
    if (operation.method !== "post" || body === null || isPartial(operation, "request")) continue;
    const { schema, value: base } = body;
    for (const { path, bytes, of } of openLists(schema, base)) {
      const count = Math.min(veryLong, Math.floor(mostBytes / bytes));
      const value = of(count);
      if (count <= long || !matches(schema, value)) continue;
      const larger = { value, base, what: `${path.join(".")} with ${count} elements`, schema, mayBeRefused: true };
      const run = (): Promise<void> => tryLarger(context, first, larger);
      yield caseOf("valid", operation, `valid/body/${path.join(".")}/very-long`, run, { elsewhere: "or last" });
    }
  }
}

interface OpenList {
  readonly path: Path;
  /** Of an element. */
  readonly bytes: number;
  /** The body with so many elements. */
  readonly of: (count: number) => Json;
}

/** Lists of a body that have no bound. */
function* openLists(schema: Schema, value: Json): Generator<OpenList> {
  for (const path of listsIn(value, [])) {
    const [element] = valueAt(value, path) as readonly JsonObject[];
    const isOpen = schemasAt(schema, path).every((list) => list.kind !== "array" || list.maxItems === null);
    if (element === undefined || !isOpen) continue;
    const elementAt = (_: unknown, index: number): Json => numbered(schema, [...path, 0], { element, index });
    const of = (count: number): Json => withValueAt(value, path, Array.from({ length: count }, elementAt));
    yield { path, bytes: Buffer.byteLength(JSON.stringify(element)) + 4, of };
  }
}

/** Each element has another amount. */
function numbered(
  schema: Schema,
  path: Path,
  { element, index }: { readonly element: JsonObject; readonly index: number },
): Json {
  return Object.fromEntries(
    Object.entries(element).map(([name, value]): [string, Json] => {
      const isAmount = typeof value === "number" && Number.isInteger(value) && !isReference(name);
      const fits = schemasAt(schema, [...path, name]).some((one) => matches(one, (value as number) + index));
      return [name, isAmount && fits ? value + index : value];
    }),
  );
}

function listsIn(value: Json, path: Path): Path[] {
  if (isList(value)) return value.length > 0 && value.every((one) => asObject(one) !== null) ? [path] : [];
  return Object.entries(asObject(value) ?? {}).flatMap(([name, member]) => listsIn(member, [...path, name]));
}
