// JSON values -> what they are, and the same values with a member, an element or a part inside changed.
import { canonical, isList, isObject, type Json, type JsonObject, type Path, withMember } from "waybill/description";

export {
  canonical,
  isList,
  isObject,
  type JsonObject,
  type JsonType,
  jsonTypeOf,
  type Path,
  withMember,
} from "waybill/description";

export function asObject(value: unknown): JsonObject | null {
  return isObject(value) ? value : null;
}

/** What can be an id. */
export function isScalar(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** Every text and number in a value, at any depth. */
export function scalarsIn(value: unknown): (string | number)[] {
  if (isScalar(value)) return [value];
  return Object.values(Array.isArray(value) ? value : (asObject(value) ?? {})).flatMap(scalarsIn);
}

/** A member of the object's own: `toString` is none of `{}`. */
export function memberOf(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

export function withoutMember(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}

/** What is at a path; `undefined` where nothing is. */
export function valueAt(value: Json, path: Path): Json | undefined {
  return path.reduce<Json | undefined>((current, step) => {
    if (isList(current)) return typeof step === "number" ? current[step] : undefined;
    return isObject(current) && typeof step === "string" ? memberOf(current, step) : undefined;
  }, value);
}

/** The value with `part` at a path; unchanged where the path leads into no object or array. */
export function withValueAt(value: Json, [step, ...rest]: Path, part: Json): Json {
  if (step === undefined) return part;
  if (isList(value)) return value.map((item, index) => (index === step ? withValueAt(item, rest, part) : item));
  if (!isObject(value)) return value;
  const name = String(step);
  return withMember(value, name, withValueAt(memberOf(value, name) ?? null, rest, part));
}

/** The value with each part replaced for which `replace` returns another one; other parts are searched in turn. */
export function withPartsReplaced(
  value: Json,
  replace: (part: Json, path: Path) => Json | undefined,
  path: Path = [],
): Json {
  const replaced = replace(value, path);
  if (replaced !== undefined) return replaced;
  const inside = (part: Json, step: string | number): Json => withPartsReplaced(part, replace, [...path, step]);
  if (isList(value)) return value.map(inside);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inside(member, name)]));
}

/** The first of each set of equal values, in order. */
export function distinct(values: Iterable<Json>): Json[] {
  const valuesByKey = new Map<string, Json>();
  for (const value of values) {
    const key = canonical(value);
    if (!valuesByKey.has(key)) valuesByKey.set(key, value);
  }
  return [...valuesByKey.values()];
}

/** A value in a sentence, cut when it is long. */
export function show(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= 40 ? text : `${text.slice(0, 36)}…`;
}
