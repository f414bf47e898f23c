// An operation that creates something -> one more of it, as little as is required or with all members, several elements in each list among
// them; and requests about what was created.
import { type Json, matches, type Operation, type Schema } from "waybill/description";
import { namesIn, resolved, schemasAt } from "../description/schema-parts.ts";
import { asObject, distinct, isList, type Path, valueAt, withValueAt } from "../values/json.ts";
import { validVariants } from "../values/variants.ts";
import { type CallResult, type Context, isAccepted } from "./context.ts";
import { acceptedCall, callAnew, follow, inputsFor, withNewReferences } from "./inputs.ts";
import { isReference, ownerOfPath } from "./knowledge.ts";
import { isBound } from "./limits.ts";
import { inOrder, isDay, rangesIn } from "./ranges.ts";
import { pathValues, type RequestValues } from "./request-values.ts";
import { subscriptionApiOf } from "./subscriptions/api.ts";
import { withBody } from "./variation.ts";

/** Values for one more good call: of something newly created, where the description links to this operation from there. */
export async function provide(context: Context, operation: Operation): Promise<RequestValues | null> {
  for (const producer of context.links.producersOf(operation)) {
    const created = await create(context, producer);
    if (created === null) continue;
    const next = follow(context, created, operation);
    if (next === null) continue;
    await context.makers.get(operation)?.(next.values);
    return next.values;
  }
  return inputsFor(context, operation, "required")?.values ?? null;
}

/** The same for an operation that uses what another one makes; `null` for any other, which its usual values suit. */
export async function provideFromProducer(context: Context, operation: Operation): Promise<RequestValues | null> {
  return context.links.producersOf(operation).length > 0 ? await provide(context, operation) : null;
}

/** Calls an operation that creates something, again; `null` when it is rejected. */
export async function create(context: Context, producer: Operation): Promise<CallResult | null> {
  const baseline = context.baselines.get(producer);
  if (baseline !== undefined && !isAccepted(baseline.status)) return null;
  const inputs = inputsFor(context, producer, "required") ?? inputsFor(context, producer, "all");
  if (inputs === null) return null;
  const created = await callAnew(context, producer, inputs.values);
  if (isAccepted(created.status)) return created;
  const tried = await acceptedCall(context, producer);
  return tried !== null && isAccepted(tried.result.status) ? tried.result : null;
}

/** With days that begin today, in place of those to come: `null` where it names none, or that is rejected. */
export async function createToday(context: Context, producer: Operation): Promise<CallResult | null> {
  const values = inputsFor(context, producer, "required")?.values;
  const { body = null } = values ?? {};
  if (values === undefined || body?.kind !== "value") return null;
  const today = new Date().toISOString().slice(0, 10);
  const members = asObject(body.value) ?? {};
  const days = Object.keys(members).filter((name) => isDay(members[name] ?? null) && String(members[name]) > today);
  const ends = rangesIn(days).map(({ end }) => end);
  const begun = days
    .filter((name) => !ends.includes(name))
    .reduce<Json>((value, name) => {
      const changed = withValueAt(value, [name], today);
      return inOrder(body.mediaType.schema, changed, [name]) ?? changed;
    }, body.value);
  if (days.length === 0) return null;
  let next: Json | null = begun;
  // So much of what it names may be taken today.
  for (let times = 0; times < 4 && next !== null; times += 1) {
    const created = await context.call(producer, withBody(values, next));
    if (isAccepted(created.status)) return created;
    next = created.status === 409 ? await withNewReferences(context, producer, begun) : null;
  }
  return null;
}

/** With all members where that is accepted, else as usual. */
export async function createFullest(context: Context, producer: Operation): Promise<CallResult | null> {
  return (await createFull(context, producer)) ?? (await create(context, producer));
}

/** Removes a subscription that should not have been made. */
export async function discard(context: Context, { json }: CallResult): Promise<void> {
  const { remove = null } = subscriptionApiOf(context.description) ?? {};
  const parameter = remove?.parameters.find((one) => one.in === "path");
  const id = asObject(json)?.["id"];
  if (remove === null || parameter === undefined || id === undefined) return;
  await context.call(remove, pathValues({ [parameter.name]: id }));
}

/** With all members, and two elements in each list; `null` when that is rejected. */
export async function createFull(context: Context, producer: Operation): Promise<CallResult | null> {
  const values = inputsFor(context, producer, "all")?.values;
  const { body = null } = values ?? {};
  if (values === undefined || body?.kind !== "value") return null;
  const { schema } = body.mediaType;
  const owners = [ownerOfPath(producer.path.text)];
  const tried = new Set<string>();
  for (const value of [
    several(context, { root: schema, value: body.value, path: [], owners }),
    doubled(body.value),
    body.value,
  ]) {
    const text = JSON.stringify(value);
    if (tried.has(text) || !matches(schema, value)) continue;
    tried.add(text);
    const result = await callAnew(context, producer, { ...values, body: { ...body, value } });
    if (isAccepted(result.status)) return result;
  }
  return null;
}

interface Part {
  readonly root: Schema;
  readonly value: Json;
  readonly path: Path;
  /** What the value belongs to, nearest first. */
  readonly owners: readonly string[];
}

/** Lists of one element with a second one beside it: other references that are known, other amounts, another name of an enum. */
function several(context: Context, part: Part): Json {
  const { root, value, path, owners } = part;
  if (isList(value)) {
    const [only] = value;
    if (only === undefined || value.length !== 1) return value;
    if (asObject(only) !== null)
      return [2, 13].map((amount, index) => element(context, { ...part, value: only }, { amount, index }));
    const other = namesIn(schemasAt(root, path)).find((name) => name !== only);
    return other === undefined ? value : [only, other];
  }
  const members = asObject(value);
  if (members === null) return value;
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [
      name,
      several(context, { root, value: member, path: [...path, name], owners: [name.replace(/s$/, ""), ...owners] }),
    ]),
  );
}

function element(
  context: Context,
  { root, value, path, owners }: Part,
  { amount, index }: { readonly amount: number; readonly index: number },
): Json {
  return Object.fromEntries(
    Object.entries(asObject(value) ?? {}).map(([name, member]): [string, Json] => {
      const known = isReference(name) ? context.knowledge.knownFor(name, owners)[index] : undefined;
      if (known !== undefined) return [name, known];
      const schemas = schemasAt(root, [...path, 0, name]);
      const isAmount = typeof member === "number" && schemas.some((one) => resolved(one).kind === "number");
      return [name, isAmount && schemas.some((one) => matches(one, amount)) ? amount : member];
    }),
  );
}

/** Lists of objects with their first element twice. */
function doubled(value: Json): Json {
  if (isList(value)) return value.length === 1 && asObject(value[0]) !== null ? [...value, ...value] : value;
  const members = asObject(value);
  return members === null
    ? value
    : Object.fromEntries(Object.entries(members).map(([name, member]) => [name, doubled(member)]));
}

/** Bodies of which each has another value of each member, as far as its schema names its edges. */
export function variedBodies(schema: Schema, value: Json, count: number): Json[] {
  const members = Object.entries(asObject(value) ?? {});
  const variants = validVariants(schema, value).filter(({ path }) => path.length > 0);
  const kinds = members.map(([name, usual]): [string, readonly Json[]] => {
    if (isBound(schema, name)) return [name, [usual]];
    const others = variants.map((one) => (one.path[0] === name ? valueAt(one.value, [name]) : undefined));
    return [name, distinct([usual, ...others.filter((one) => one !== undefined)])];
  });
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(kinds.map(([name, known]) => [name, known[(index + 1) % known.length] ?? null])),
  ).filter((body) => matches(schema, body));
}
