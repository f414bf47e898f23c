// A body with the two ends of a range, `starts_at` and `ends_at`, `from` and `to` -> the same with the second behind the first, or at
// another time.
import { type Json, matches, type Schema } from "waybill/description";
import { propertiesIn, schemasAt } from "../description/schema-parts.ts";
import { asObject, isList, type JsonObject, type Path, valueAt, withMember, withValueAt } from "../values/json.ts";
import { isReference } from "./knowledge.ts";

const ends = [
  ["starts", "ends"],
  ["start", "end"],
  ["begins", "ends"],
  ["begin", "end"],
  ["from", "to"],
  ["from", "until"],
  ["since", "until"],
  ["after", "before"],
  ["min", "max"],
  ["opens", "closes"],
  ["opening", "closing"],
  ["check_?in", "check_?out"],
  ["arrival", "departure"],
  ["departure", "return"],
] as const;

/** The names of both ends of a range. */
export interface Range {
  readonly start: string;
  readonly end: string;
}

/** The ranges among names of members: `startsAt`, `endsAt`. */
export function rangesIn(names: readonly string[]): Range[] {
  return names.flatMap((start) => {
    const parts = start.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
    for (const [first, second] of isReference(start) ? [] : ends) {
      if (!new RegExp(`(^|_)${first}(_|$)`).test(parts)) continue;
      const wanted = new RegExp(
        `^${parts.replace(new RegExp(`(^|_)${first}(_|$)`), `$1${second}$2`).replaceAll("_", "_?")}$`,
        "i",
      );
      const end = names.find((one) => one !== start && wanted.test(one));
      if (end !== undefined) return [{ start, end }];
    }
    return [];
  });
}

/**
 * The value with each range in order. The end at `path` stays: the other one moves next to it, as long times exclude others, and is added
 * where there is none. `null`: it cannot be in order.
 */
export function inOrder(schema: Schema, value: Json, path: Path): Json | null {
  return changeRanges(schema, value, (object, { start, end }, at) => {
    const isKept = (name: string): boolean => [...at, name].join("/") === path.join("/");
    const [first, second] = [object[start], object[end]];
    if (first === undefined && second === undefined) return object;
    const isFree = typeof first === "number" || !(isKept(start) || isKept(end));
    if (isFree && first !== undefined && second !== undefined && compare(first, second) < 0) return object;
    if ((first === undefined || second === undefined) && !isKept(start) && !isKept(end)) return object;
    const isEndKept = isKept(end) || first === undefined;
    const moved = isEndKept ? moveBy(second ?? null, -1) : moveBy(first ?? null, 1);
    // One end alone that is no time and no number says nothing of a range.
    if (moved === null)
      return typeof (first ?? second) === "string" && /^\d{4}-/.test(String(first ?? second)) ? null : object;
    return withMember(object, isEndKept ? start : end, moved);
  });
}

/** The value with each range of times moved, so that it is behind all that were moved less. */
export function later(schema: Schema, value: Json, steps: number): Json {
  const moved = changeRanges(schema, value, (object, { start, end }) => {
    const [first, second] = [object[start], object[end]];
    if (typeof first !== "string" || typeof second !== "string") return object;
    const length = Math.max(1, Math.ceil((Date.parse(second) - Date.parse(first)) / unitOf(first)));
    const [one, other] = [moveBy(first, steps * (length + 1)), moveBy(second, steps * (length + 1))];
    return one === null || other === null ? object : withMember(withMember(object, start, one), end, other);
  });
  return moved ?? value;
}

type Change = (object: JsonObject, range: Range, path: Path) => JsonObject | null;

function changeRanges(schema: Schema, value: Json, change: Change): Json | null {
  let changed: Json | null = value;
  for (const path of objectPathsIn(value, [])) {
    const names = schemasAt(schema, path).flatMap((one) => propertiesIn(one).map(({ name }) => name));
    for (const range of rangesIn([...new Set(names)])) {
      const object = changed === null ? null : asObject(valueAt(changed, path));
      const next = object === null ? null : change(object, range, path);
      changed = changed === null || next === null ? null : withValueAt(changed, path, next);
    }
  }
  return changed === value || (changed !== null && matches(schema, changed)) ? changed : null;
}

function objectPathsIn(value: Json, path: Path): Path[] {
  if (isList(value)) return value.flatMap((item, index) => objectPathsIn(item, [...path, index]));
  const object = asObject(value);
  if (object === null) return [];
  return [path, ...Object.entries(object).flatMap(([name, member]) => objectPathsIn(member, [...path, name]))];
}

function compare(a: Json, b: Json): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return typeof a === "string" && typeof b === "string" ? Date.parse(a) - Date.parse(b) : Number.NaN;
}

const [hour, day] = [3_600_000, 86_400_000];

function unitOf(text: string): number {
  return text.length > 10 ? hour : day;
}

/** Whether a value is a day or a moment. */
export function isTime(value: Json): value is string {
  return typeof value === "string" && /^\d{4}-\d\d-\d\d([Tt]|$)/.test(value);
}

/** Whether a value is a day without a time. */
export function isDay(value: Json): value is string {
  return typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);
}

/** A number, a day or a moment that many steps later; `null` for anything else, and where the calendar ends. */
export function moveBy(value: Json, steps: number): Json | null {
  if (typeof value === "number") return value + steps;
  if (!isTime(value)) return null;
  const time = Date.parse(value) + steps * unitOf(value);
  if (Number.isNaN(time) || time < 0 || time > Date.UTC(9998, 11, 31)) return null;
  const text = new Date(time).toISOString();
  return value.length > 10 ? text : text.slice(0, 10);
}
