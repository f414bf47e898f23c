// Places in a document: the keys that lead there, and the value.
import type { Location } from "waybill/plugin";

export function keysTo({ parent, key }: Location): readonly string[] {
  return parent === null ? [] : [...keysTo(parent), key];
}

export function valueIn(location: Location): unknown {
  return keysTo(location).reduce<unknown>(memberIn, location.document.value);
}

/** `undefined` where there is none. */
export function memberIn(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}
