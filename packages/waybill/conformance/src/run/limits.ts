// A value that its schema allows -> the same within what its description says in words: a time to come, a moment without a leap second; and
// whether a rule in words may exclude it, so that a rejection proves nothing.
import { type Json, matches, type Operation, type Schema } from "waybill/description";
import { schemasAt } from "../description/schema-parts.ts";
import {
  excludesLeapSeconds,
  isFuture,
  isLimited,
  isLimiting,
  isNamedIn,
  isOfForm,
  isPast,
  isRecent,
  proseSentencesIn,
  sentencesIn,
  statedAt,
  statedOf,
  statedOfTime,
} from "../description/stated.ts";
import { isObject, type Path, valueAt, withoutMember, withPartsReplaced, withValueAt } from "../values/json.ts";
import { ordinaryTime } from "../values/scalar-variants.ts";
import type { Variant } from "../values/variant.ts";
import { isTime } from "./ranges.ts";

/** What a body or a parameter is for, and what is in it. */
export interface Sent {
  readonly operation: Operation;
  readonly schema: Schema;
}

/** What a special value is about, for the rules in words that may exclude it. */
export interface SpecialValue {
  readonly variant: Variant;
  /** The members or the parameter that it is in. */
  readonly names: readonly string[];
  /** The description of that very value. */
  readonly ofValue: string;
  /** What is stated beside it: of the operation, and of all. */
  readonly beside: string;
}

/**
 * Whether a rule in words may exclude a value that its schema allows: a sentence that limits what the value belongs to. What is special in
 * its form alone (its length, its characters, how it writes a time) is beside such rules, as its ordinary neighbour shows.
 */
export function mayBeExcluded({ variant, names, ofValue, beside }: SpecialValue): boolean {
  const { keyword, detail, path, value } = variant;
  const part = valueAt(value, path) ?? null;
  // Which times are accepted is a matter of words more often than not: only another form of an accepted one is beside them.
  if (isTime(part) && (keyword !== "format" || ordinaryTime(part) === undefined)) return true;
  if (isTime(part)) return /:60(?!\d)/.test(part) && excludesLeapSeconds(`${ofValue} ${beside}`);
  if (/^(min|max)(Length|Items|Properties)$/.test(keyword) && detail !== "empty") return false;
  const isOfType = /^(null|optional|type|enum|format)$/.test(keyword);
  const isMeant = (sentence: string): boolean =>
    isLimiting(sentence) &&
    !(isOfType && isOfForm(sentence)) &&
    !(typeof part === "number" && new RegExp(`(?<!\\d)${part}(?!\\d)`).test(sentence.replaceAll(",", "")));
  const terms = typeof part === "string" && keyword === "enum" ? [...names, part] : names;
  const others = proseSentencesIn(beside);
  return (
    sentencesIn(ofValue).some(isMeant) ||
    others.some((one) => isMeant(one) && terms.some((name) => isNamedIn(one, name)))
  );
}

/**
 * A moment in a special form on the day of the usual value, which is accepted, or on one that is as it has to be. Leap days and leap seconds
 * stay where they are.
 */
export function onUsualDay(sent: Sent, base: Json, variant: Variant): Variant {
  const { path, keyword, value } = variant;
  const [part, usual] = [valueAt(value, path) ?? null, valueAt(base, path) ?? null];
  if (keyword !== "format" || !isTime(part) || part.length <= 10 || /:60(?!\d)/.test(part)) return variant;
  const day = isTime(usual) ? usual : (movedInto(part, statedFor(sent, path, part)) ?? part);
  const moved = `${day.slice(0, 10)}${part.slice(10)}`;
  const ordinary = withValueAt(value, path, ordinaryTime(moved) ?? usual);
  return { ...variant, value: withValueAt(value, path, moved), what: variant.what.replace(part, moved), ordinary };
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

const day = 86_400_000;

/** The same time of another day, where it has to be to come or of the last days; two days are enough in each time zone. */
function movedInto(time: string, stated: readonly string[]): string | null {
  const isToCome = stated.some(isFuture);
  const isOfLastDays = stated.some(isRecent);
  if (!isToCome && !isOfLastDays && !stated.some(isPast)) return null;
  const distance = Date.parse(time) - Date.now();
  if (isToCome ? distance > 0 : distance < 0 && (!isOfLastDays || distance > -3 * day)) return time;
  return new Date(Date.now() + (isToCome ? 2 : -2) * day).toISOString().slice(0, 10) + time.slice(10);
}
