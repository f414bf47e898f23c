// A value that its schema allows -> the same within what its description says in words: a time in the future, a moment without a leap second;
// none where only the service knows which values there are.
import type { Json, Operation, Schema } from "waybill/description";
import { excludesLeapSeconds, isFuture, isLimited, statedAt, statedOf, statedOfTime } from "../description/stated.ts";
import { isObject, type Path, valueAt, withoutMember, withPartsReplaced, withValueAt } from "../values/json.ts";
import type { Variant } from "../values/variant.ts";

/** `null`: whether the value is valid cannot be known. `general` is what is said of all values. */
export function withinLimits(value: Json, stated: string, general: string): Json | null {
  const isLeap = typeof value === "string" && /:60(?!\d)/.test(value);
  if (isLeap && (isFuture(stated) || excludesLeapSeconds(`${general} ${stated}`))) return null;
  if (isFuture(stated)) return inFuture(value) ?? value;
  return typeof value === "string" && isLimited(stated) ? null : value;
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

/** A body with all times in the future that have to be. */
export function withFutureTimes(sent: Sent, body: Json): Json {
  return withPartsReplaced(body, (part, path) => {
    const isToCome = isTime(part) && isFuture(statedFor(sent, path, part));
    return isToCome ? (inFuture(part) ?? undefined) : undefined;
  });
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

/** What is said of a value, and by its operation of a time. */
function statedFor({ operation, schema }: Sent, path: Path, value: Json): string {
  const name = path.findLast((step) => typeof step === "string") ?? "";
  const ofTime = isTime(value) ? statedOfTime(statedOf(operation), String(name)) : "";
  return `${statedAt(schema, path)}. ${ofTime}`;
}

/** Two days are enough in each time zone, and few enough for any limit. */
const ahead = 2 * 86_400_000;

function isTime(value: Json): value is string {
  return typeof value === "string" && /^\d{4}-\d\d-\d\d([Tt]|$)/.test(value);
}

/** The same time of a day to come; `null` for what is no time. */
function inFuture(value: Json): string | null {
  if (!isTime(value)) return null;
  const day = new Date(Date.now() + ahead).toISOString().slice(0, 10);
  return Date.parse(value) > Date.now() ? value : day + value.slice(10);
}
