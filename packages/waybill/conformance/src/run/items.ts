// A body -> the records that it lists; two values of one thing -> whether they are the same.
import type { Json } from "waybill/description";
import { asObject, type JsonObject } from "../values/json.ts";

/** The records of a list: the body itself, or the one member of it that is a list. */
export function itemsOf(json: unknown): readonly JsonObject[] | null {
  if (Array.isArray(json)) return json.map(asObject).filter((item) => item !== null);
  const lists = Object.values(asObject(json) ?? {}).filter((member) => Array.isArray(member));
  const [only] = lists;
  return lists.length === 1 && only !== undefined ? itemsOf(only) : null;
}

/** As far as the delivery goes: it may say less of each thing. */
export function isSame(delivered: Json | undefined, read: Json | undefined): boolean {
  if (Array.isArray(delivered)) {
    return (
      Array.isArray(read) &&
      delivered.length === read.length &&
      delivered.every((item: Json, index) => isSame(item, read[index]))
    );
  }
  const [less, more] = [asObject(delivered), asObject(read)];
  if (less === null || more === null) return delivered === read;
  return Object.entries(less).every(([name, value]) => !Object.hasOwn(more, name) || isSame(value, more[name]));
}
