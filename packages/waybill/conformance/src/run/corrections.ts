// A valid request that is rejected for what only the service knows -> the same with other values, until one is accepted: the other names of
// an enum, days around today, other things that exist, an optional member left out; first of the members that the rejection names.
import { type Json, matches, type Operation, type Schema } from "waybill/description";
import { enumOf, propertiesIn } from "../description/schema-parts.ts";
import { asObject, type JsonObject, scalarsIn, withMember, withoutMember } from "../values/json.ts";
import { type CallResult, type Context, isAccepted } from "./context.ts";
import { isReference, ownerOfPath, plainName } from "./knowledge.ts";
import { inOrder, isDay, isTime, moveBy, rangesIn } from "./ranges.ts";
import { membersOfBody } from "./request-values.ts";

/** What a request has in place of its usual members; `undefined`: without it. */
export type Corrections = Readonly<Record<string, Json | undefined>>;

/** No more requests are tried. */
const most = 16;

/** The first that is accepted; what corrected it holds for all later requests of the operation. `null`: none is. */
export async function acceptedCorrected(context: Context, rejected: CallResult): Promise<CallResult | null> {
  const { operation, values, status } = rejected;
  const { body } = values;
  const members = membersOfBody(values);
  if (body?.kind !== "value" || members === null || ![400, 409, 422].includes(status)) return null;
  const { schema } = body.mediaType;
  for (const corrections of correctionsOf(context, rejected, { schema, members }).slice(0, most)) {
    const value = corrected(schema, members, corrections);
    const result = await context.call(operation, { ...values, body: { ...body, value } });
    if (!isAccepted(result.status)) continue;
    context.corrections.set(operation, corrections);
    return result;
  }
  return null;
}

/** The body with what was accepted before, as far as it is valid. */
export function corrected(schema: Schema, value: Json, corrections: Corrections): Json {
  const members = asObject(value);
  if (members === null) return value;
  const changed = Object.entries(corrections).reduce<JsonObject>(
    (object, [name, member]) => (member === undefined ? withoutMember(object, name) : withMember(object, name, member)),
    members,
  );
  return matches(schema, changed) ? changed : value;
}

interface Sent {
  readonly schema: Schema;
  readonly members: JsonObject;
}

function correctionsOf(context: Context, { operation, json }: CallResult, sent: Sent): Corrections[] {
  const { schema, members } = sent;
  const named = namedIn(json, Object.keys(members));
  const others = Object.keys(members).filter((name) => !named.includes(name));
  const all = [...named, ...others].flatMap((name) => [
    ...otherValues(context, operation, { schema, members, name }).map((value): Corrections => ({ [name]: value })),
    ...daysOf(sent, name),
  ]);
  const usual = JSON.stringify(members);
  return all.filter((one) => JSON.stringify(corrected(schema, members, one)) !== usual);
}

/** The members that an error document names, by a pointer or a name of theirs alone. */
function namedIn(json: unknown, names: readonly string[]): string[] {
  const texts = scalarsIn([asObject(json) ?? null]).map((one) => plainName(String(one).replace(/^.*[/.](?=.)/, "")));
  return names.filter((name) => texts.includes(plainName(name)));
}

function otherValues(
  { knowledge }: Context,
  { path }: Operation,
  { schema, members, name }: Sent & { readonly name: string },
): (Json | undefined)[] {
  const property = propertiesIn(schema).find((one) => one.name === name);
  const names = property === undefined ? [] : (enumOf(property.schema) ?? []);
  const known = isReference(name) ? knowledge.knownFor(name, [ownerOfPath(path.text)]).slice(0, 4) : [];
  const isOptional = property !== undefined && !property.required;
  return [...names, ...known, ...(isOptional ? [undefined] : [])].filter((one) => one !== members[name]);
}

/** Today, tomorrow, in a week and in a month, yesterday and a month ago. */
const distances = [0, 1, 7, 30, -1, -30];

/** A day or a moment of the body around now, with the other end of its range next to it. */
function daysOf({ schema, members }: Sent, name: string): Corrections[] {
  const value = members[name] ?? null;
  const isEnd = rangesIn(Object.keys(members)).some(({ end }) => end === name);
  if (!isTime(value) || isEnd) return [];
  const now = new Date(Date.now() + 60_000).toISOString();
  return distances.flatMap((days): Corrections[] => {
    const moved = moveBy(isDay(value) ? now.slice(0, 10) : now, isDay(value) ? days : 24 * days);
    const ordered = moved === null ? null : inOrder(schema, withMember(members, name, moved), [name]);
    const changed = Object.entries(asObject(ordered) ?? {}).filter(([one, next]) => members[one] !== next);
    return ordered === null ? [] : [Object.fromEntries(changed)];
  });
}
