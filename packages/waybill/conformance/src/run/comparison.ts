// A sent and a returned value -> their differences, in the members that both have.
import type { Json, Schema } from "waybill/description";
import { enumOf, schemasAt } from "../description/schema-parts.ts";
import { asObject, isList, type Path } from "../values/json.ts";

export function sharedNames(sent: Members | null, received: Members | null): string[] {
  return Object.keys(sent ?? {}).filter((name) => received !== null && Object.hasOwn(received, name));
}

/** Tags and the like: compared as a set, without order. */
function isSameSet(sent: readonly Json[], received: readonly Json[]): boolean {
  const isPlain = (list: readonly Json[]): boolean => list.every((item) => asObject(item) === null && !isList(item));
  const texts = (list: readonly Json[]): string => JSON.stringify([...new Set(list)].map(String).sort());
  return isPlain(sent) && isPlain(received) && texts(sent) === texts(received);
}

/** Sent ids may be returned as the objects that they identify. */
function isOtherForm(sent: readonly Json[], received: readonly Json[]): boolean {
  return (
    received.length > 0 &&
    sent.every((item) => asObject(item) === null) &&
    received.every((item) => asObject(item) !== null)
  );
}

/** The first place, in both values, where the returned value differs from the sent one; `null` when there is none. */
export function differenceOf(sent: Json | undefined, received: Json | undefined, path: string): string | null {
  if (sent === undefined || received === undefined) return null;
  if (isList(sent)) {
    if (!isList(received)) return received === null ? path : null;
    if (isSameSet(sent, received) || isOtherForm(sent, received)) return null;
    if (sent.length !== received.length) return path;
    return firstOf(sent.map((item, index) => differenceOf(item, received[index], `${path}.${index}`)));
  }
  const [before, after] = [asObject(sent), asObject(received)];
  if (before !== null) {
    if (after === null) return received === null ? path : null;
    const names = sharedNames(before, after);
    return firstOf(names.map((name) => differenceOf(before[name], after[name], `${path}.${name}`)));
  }
  return isSameText(sent, received) ? null : path;
}

function firstOf(differences: readonly (string | null)[]): string | null {
  return differences.find((difference) => difference !== null) ?? null;
}

/** Services write one moment, one address or one mailbox in their own way, and spaces around a text are ignored. */
function isSameText(sent: Json, received: Json): boolean {
  if (sent === received) return true;
  // A value of another type is checked by the schema of the response alone.
  if (sent !== null && received !== null && typeof sent !== typeof received) return true;
  if (typeof sent !== "string" || typeof received !== "string") return false;
  if (sent.trim() === received.trim()) return true;
  if (/^\d{4}-\d\d-\d\d[Tt ]/.test(sent)) return Math.abs(timeOf(sent) - timeOf(received)) <= (isLeap(sent) ? 1000 : 0);
  if (/^[^@\s]+@[^@\s]+$/.test(sent)) return sent.toLowerCase() === received.toLowerCase();
  const [before, after] = [URL.parse(sent), URL.parse(received)];
  return before !== null && before.href === after?.href;
}

/** No clock of a computer has leap seconds: they are the second before or behind. */
function isLeap(time: string): boolean {
  return /:60(?!\d)/.test(time);
}

function timeOf(text: string): number {
  return Date.parse(isLeap(text) ? text.replace(/:60(?!\d)/, ":59") : text);
}

export type Members = Readonly<Record<string, Json>>;

/** Most of the common members are equal. */
export function isMostlySame(before: Members, after: Members): boolean {
  const shared = sharedNames(before, after).filter(
    (name) => asObject(before[name]) === null && !isList(before[name] ?? null),
  );
  const different = shared.filter((name) => differenceOf(before[name], after[name], name) !== null);
  const same = shared.length - different.length;
  return same >= 3 && different.length * 2 <= same;
}

/** The objects inside of an object, by their names, outside of lists. */
export function objectsIn(value: Members | null): [string, Members][] {
  return Object.entries(value ?? {}).flatMap(([name, member]): [string, Members][] => {
    const inner = asObject(member);
    return inner === null ? [] : [[name, inner], ...objectsIn(inner)];
  });
}

/** Whether requests that do not name a record may change a sent value of it: an amount, a switch, one of few values. */
export function canMove(schema: Schema | undefined, path: Path, sent: Json): boolean {
  const isListed = schema !== undefined && schemasAt(schema, path).some((one) => enumOf(one) !== null);
  return typeof sent === "number" || typeof sent === "boolean" || isListed;
}

/** The members that are not exactly as they were, those of either. */
export function changedNames(before: Members, after: Members): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

/** What services make of a text: one text for all that they would make one. */
export function folded(text: string): string {
  const url = URL.parse(text);
  const plain = url === null ? text : `${url.origin}${url.pathname}`;
  return plain
    .normalize("NFC")
    .toLowerCase()
    .replace(/&(amp|lt|gt|quot|apos|#39|#x27|#34);/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .replace(/^0+(?=.)/, "");
}
