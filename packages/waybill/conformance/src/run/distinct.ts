// A body that was rejected because its name is taken -> the same body with new names.
import { type Json, matches, type Schema } from "waybill/description";
import { isList, isObject, type Path, valueAt, withValueAt } from "../values/json.ts";

/** Members that identify a resource: a service may require them to be unique. */
const identifying =
  /(^|[a-z_-])(id|name|title|label|slug|code|key|sku|handle|login|user|username|email|mail|phone|number|reference|ref|domain|host|isbn)$/i;

/** `mark`: new at every call. Texts that would no longer match stay as they are. */
export function distinct(schema: Schema, body: Json, mark: string): Json {
  const paths = textsIn(body, []).filter((path) => identifying.test(String(path.at(-1))));
  return paths.reduce<Json>((value, path) => {
    const old = valueAt(value, path);
    const candidates = typeof old === "string" ? spellings(old, mark) : [];
    return (
      candidates.map((text) => withValueAt(value, path, text)).find((changed) => matches(schema, changed)) ?? value
    );
  }, body);
}

interface WrongBody {
  readonly schema: Schema;
  readonly good: Json;
  readonly wrong: Json;
  readonly kept: Path;
}

/** The same for a body that is wrong at the place `kept`, made from a good one: that place stays as it is. */
export function distinctLike({ schema, good, wrong, kept }: WrongBody, mark: string): Json {
  const renamed = distinct(schema, good, mark);
  const isKept = (path: Path): boolean => path.slice(0, kept.length).join("/") === kept.join("/");
  const changed = textsIn(renamed, []).filter(
    (path) => valueAt(renamed, path) !== valueAt(good, path) && !isKept(path),
  );
  return changed.reduce<Json>((value, path) => {
    const name = valueAt(renamed, path);
    return typeof valueAt(value, path) === "string" && name !== undefined ? withValueAt(value, path, name) : value;
  }, wrong);
}

function spellings(text: string, mark: string): string[] {
  const digits = [...mark].map((letter) => String(letter.charCodeAt(0) % 10)).join("");
  const short = mark.slice(-Math.max(1, Math.min(mark.length, text.length - 1)));
  return [
    ...(text.includes("@") ? [text.replace("@", `-${mark}@`)] : []),
    `${text}-${mark}`,
    `${text}${mark}`,
    `${text.slice(0, -short.length)}${short}`,
    `${text.slice(0, -Math.min(digits.length, text.length))}${digits.slice(-Math.min(digits.length, text.length))}`,
  ].filter((one) => one !== text);
}

function textsIn(value: Json, path: Path): Path[] {
  if (typeof value === "string") return [path];
  if (isList(value)) return value.flatMap((item, index) => textsIn(item, [...path, index]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => textsIn(member, [...path, name]));
}
