// A body that was refused because something of the same name is there -> the same body under names that nobody has yet.
import { type Json, matches, type Schema } from "waybill/description";
import { isList, isObject } from "../values/json.ts";

/** Members that tell one thing from another: a service may want them to differ. */
const identifying =
  /(^|[a-z_-])(id|name|title|label|slug|code|key|sku|handle|login|user|username|email|mail|phone|number|reference|ref|domain|host|isbn)$/i;

/** `mark`: new at every call. Texts that would no longer match stay as they are. */
export function distinct(schema: Schema, body: Json, mark: string): Json {
  const paths = textsIn(body, []).filter((path) => identifying.test(String(path.at(-1))));
  return paths.reduce<Json>((value, path) => {
    const old = at(value, path);
    const candidates = typeof old === "string" ? spellings(old, mark) : [];
    return candidates.map((text) => put(value, path, text)).find((changed) => matches(schema, changed)) ?? value;
  }, body);
}

/** The same for a body that is wrong at the place `kept`, made from a good one: that place stays as it is. */
export function distinctLike(
  {
    schema,
    good,
    wrong,
    kept,
  }: { readonly schema: Schema; readonly good: Json; readonly wrong: Json; readonly kept: Path },
  mark: string,
): Json {
  const renamed = distinct(schema, good, mark);
  const isKept = (path: Path): boolean => path.slice(0, kept.length).join("/") === kept.join("/");
  const changed = textsIn(renamed, []).filter((path) => at(renamed, path) !== at(good, path) && !isKept(path));
  return changed.reduce<Json>((value, path) => {
    const name = at(renamed, path);
    return typeof at(value, path) === "string" && name !== undefined ? put(value, path, name) : value;
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

type Path = readonly (string | number)[];

function textsIn(value: Json, path: Path): Path[] {
  if (typeof value === "string") return [path];
  if (isList(value)) return value.flatMap((item, index) => textsIn(item, [...path, index]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => textsIn(member, [...path, name]));
}

function at(value: Json, path: Path): Json | undefined {
  return path.reduce<Json | undefined>((found, step) => {
    if (found === undefined) return undefined;
    if (isList(found)) return typeof step === "number" ? found[step] : undefined;
    return isObject(found) ? found[step] : undefined;
  }, value);
}

function put(value: Json, [step, ...rest]: Path, member: Json): Json {
  if (step === undefined) return member;
  if (isList(value)) return value.map((item, index) => (index === step ? put(item, rest, member) : item));
  return isObject(value) ? { ...value, [step]: put(value[step] ?? null, rest, member) } : value;
}
