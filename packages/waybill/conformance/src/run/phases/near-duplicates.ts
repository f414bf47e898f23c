// Creates that differ in one member from one that was accepted before -> each makes a record of its own, as it was sent: what is made is not
// confused with what is nearly the same.
import { type Json, matches, type Operation, type Schema } from "waybill/description";
import { isPartial } from "../../description/description.ts";
import { enumOf, schemasAt } from "../../description/schema-parts.ts";
import { asObject, isList, withValueAt } from "../../values/json.ts";
import { placesIn } from "../../values/places.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted } from "../context.ts";
import { readAndCompare } from "../engines/read-back.ts";
import { List, listsWith } from "../engines/read-twice.ts";
import { inputsFor, isReading, isUrlName } from "../inputs.ts";
import { isReference } from "../knowledge.ts";
import { idsMadeBy, linksOf } from "../links.ts";
import { nearlyEqualValues } from "../rules/references.ts";
import { jsonBodyOf, renewed, withBody } from "../variation.ts";

/** So many members are changed. */
const most = 20;

export function* nearDuplicates(context: Context): Cases {
  for (const first of context.accepted) {
    const { operation } = first;
    const schema = jsonBodyOf(first)?.schema;
    if (operation.method !== "post" || schema === undefined || isPartial(operation, "request")) continue;
    yield* nearlyEqualValues(context, first, schema);
    if (idsMadeBy(first).length === 0 || !linksOf(context, first).some(({ followed }) => isReading(followed))) continue;
    for (const [index, base] of basesOf(context, operation, schema).entries()) {
      const name = `links/neighbours${index === 0 ? "" : "-switched"}`;
      const run = (): Promise<void> => makeAll(context, first, [base, ...duplicatesOf(schema, base)]);
      yield caseOf("links", operation, name, run, { elsewhere: "or last" });
    }
  }
}

/** All members, with each switch on, and with each switch off. */
function basesOf(context: Context, operation: Operation, schema: Schema): Json[] {
  const body = inputsFor(context, operation, "all")?.values.body;
  if (body?.kind !== "value") return [];
  const switches = placesIn(schema, body.value).filter(({ value }) => typeof value === "boolean");
  const bases = [true, false].map((value) =>
    switches.reduce<Json>((currentBody, { path }) => withValueAt(currentBody, path, value), body.value),
  );
  const valid = bases.filter((base) => matches(schema, base));
  return switches.length === 0 ? [body.value] : valid;
}

/** The body with one text or amount changed, for each of them; and all members in another order. */
function duplicatesOf(schema: Schema, base: Json): Json[] {
  const changed = placesIn(schema, base).flatMap(({ path, value, isThere }): Json[] => {
    const name = path.findLast((step) => typeof step === "string");
    if (!isThere || typeof name !== "string" || isReference(name) || isUrlName(name)) return [];
    if (schemasAt(schema, path).some((one) => enumOf(one) !== null)) return [];
    const others = othersOf(value).map((other) => withValueAt(base, path, other));
    return others.filter((other) => matches(schema, other)).slice(0, 1);
  });
  return [...changed.slice(0, most), reversed(base)];
}

function othersOf(value: Json): Json[] {
  if (typeof value === "number") return [value + 1, value + 2];
  return typeof value === "string" ? [`${value}q`, `q${value}`, `7${value.slice(1)}`] : [];
}

function reversed(value: Json): Json {
  if (isList(value)) return value.map(reversed);
  const members = asObject(value);
  return members === null
    ? value
    : Object.fromEntries(
        Object.entries(members)
          .toReversed()
          .map(([name, member]) => [name, reversed(member)]),
      );
}

/** One after the other, and then all of them are read: by themselves where they are the last ones, and in a list. */
async function makeAll(context: Context, { operation, values }: CallResult, bodies: readonly Json[]): Promise<void> {
  const createdById = new Map<string, CallResult>();
  for (const body of bodies) {
    const result = await context.call(operation, withBody(values, renewed(context, body)));
    // A service may take what it has for what it is sent, as long as it then has what was sent last.
    if (isAccepted(result.status)) createdById.set(idsMadeBy(result).join(), result);
  }
  for (const one of createdById.values()) await readAndCompare(context, one);
  const [one] = createdById.values();
  for (const list of one === undefined ? [] : await listsWith(context, one)) await new List(context, list).all();
}
