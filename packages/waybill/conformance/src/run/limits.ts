// A value that its schema allows -> the same within what its description says in words: a time to come, a moment without a leap second;
// none where only the service knows which values there are.
import { type Json, matches, type Operation, type Schema } from "waybill/description";
import { schemasAt } from "../description/schema-parts.ts";
import {
  datesIn,
  excludesLeapSeconds,
  isFuture,
  isLimited,
  isPast,
  isRecent,
  statedAt,
  statedOf,
  statedOfTime,
} from "../description/stated.ts";
import { isObject, type Path, valueAt, withoutMember, withPartsReplaced, withValueAt } from "../values/json.ts";
import type { Variant } from "../values/variant.ts";

/** `null`: whether the value is valid cannot be known. `stated` is what is stated of it, `general` of all values. */
export function withinLimits(value: Json, stated: readonly string[], general: string): Json | null {
  if (isTime(value) && stated.some((one) => isBeyondDates(value, one))) return null;
  const moved = isTime(value) ? movedInto(value, stated) : null;
  const isLeap = typeof value === "string" && /:60(?!\d)/.test(value);
  if (isLeap && (moved !== null || [general, ...stated].some(excludesLeapSeconds))) return null;
  const isMovable = stated.some((one) => isFuture(one) || isRecent(one));
  // A time of the past may have to be behind another one as well.
  if (moved !== null && (isMovable || !stated.some(isLimited))) return moved;
  return typeof value === "string" && stated.some(isLimited) ? null : value;
}

/** What a body is for, and what is in it. */
export interface Sent {
  readonly operation: Operation;
  readonly schema: Schema;
}

/** A variant with its place within them: to leave it out, null and listed values need no more than the schema. */
export function variantWithinLimits(sent: Sent, variant: Variant, general: string): Variant | null {
  const { path, keyword, value } = variant;
  const part = valueAt(value, path) ?? null;
  if (part === null || keyword === "enum" || path.length === 0) return variant;
  const limited = withinLimits(part, statedFor(sent, path, part), general);
  return limited === null ? null : { ...variant, value: withValueAt(value, path, limited) };
}

/** An invalid date in a year to come where it has to be: that it is in the past is no other fault. */
export function invalidInFuture(sent: Sent, variant: Variant): Variant {
  const { path, value } = variant;
  const part = valueAt(value, path) ?? null;
  if (!isTime(part) || !statedFor(sent, path, part).some(isFuture)) return variant;
  const later = `${new Date().getUTCFullYear() + 1}${part.slice(4)}`;
  const moved = withValueAt(value, path, later);
  return matches(sent.schema, moved) ? variant : { ...variant, value: moved, what: variant.what.replace(part, later) };
}

/** A body with all times when they have to be. */
export function withTimesMoved(sent: Sent, body: Json): Json {
  return withPartsReplaced(body, (part, path) =>
    isTime(part) ? (movedInto(part, statedFor(sent, path, part)) ?? undefined) : undefined,
  );
}

/** A body without the members of which only the service knows the values, where `isKnown` does not know one either. */
export function withoutLimited(schema: Schema, body: Json, isKnown: (path: Path) => boolean): Json {
  if (!isObject(body)) return body;
  const limited = Object.keys(body).filter((name) => {
    const stated = typeof body[name] === "string" ? statedAt(schema, [name]) : "";
    return isLimited(stated) && !isFuture(stated) && !isKnown([name]);
  });
  return limited.reduce(withoutMember, body);
}

/** Whether a description limits the texts of a member beyond its schema: of others it is not known that they are valid. */
export function isBound(schema: Schema, name: string): boolean {
  const isText = schemasAt(schema, [name]).some(({ kind }) => kind === "string");
  return isText && [isLimited, isFuture, isPast, isRecent].some((is) => is(statedAt(schema, [name])));
}

/** What is said of a value, and by its operation of a time. */
function statedFor({ operation, schema }: Sent, path: Path, value: Json): string[] {
  const name = String(path.findLast((step) => typeof step === "string") ?? "");
  return [statedAt(schema, path), isTime(value) ? statedOfTime(statedOf(operation), name) : ""];
}

function isTime(value: Json): value is string {
  return typeof value === "string" && /^\d{4}-\d\d-\d\d([Tt]|$)/.test(value);
}

const day = 86_400_000;

function isBeyondDates(time: string, stated: string): boolean {
  const { first, last } = datesIn(stated);
  const date = time.slice(0, 10);
  return (first !== null && date < first) || (last !== null && date > last);
}

/** The same time of another day, where it has to be to come or of the last days; two days are enough in each time zone. */
function movedInto(time: string, stated: readonly string[]): string | null {
  const isToCome = stated.some(isFuture);
  const isOfLastDays = stated.some(isRecent);
  if (!isToCome && !isOfLastDays && !stated.some(isPast)) return null;
  const distance = Date.parse(time) - Date.now();
  if (isToCome ? distance > 0 : distance < 0 && (!isOfLastDays || distance > -3 * day)) return time;
  return new Date(Date.now() + (isToCome ? 2 : -2) * day).toISOString().slice(0, 10) + time.slice(10);
}
