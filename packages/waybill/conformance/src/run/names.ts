// A body that names itself -> the same with other names that its schema allows.
import { type Json, matches, type Schema } from "waybill/description";
import { schemasAt } from "../description/schema-parts.ts";
import { isList, isObject, type Path, valueAt, withValueAt } from "../values/json.ts";

/** Members that identify a resource: a service may require them to be unique. */
const identifying =
  /(^|[a-z_-])(id|name|title|label|slug|code|key|sku|handle|login|user|username|email|mail|phone|number|reference|ref|domain|host|isbn|serial|barcode)$/i;

/** By its name, or because its description says that there is only one of it. */
function isIdentifying(schema: Schema, path: Path): boolean {
  const stated = schemasAt(schema, path).map(({ annotations }) => annotations.description ?? "");
  return identifying.test(String(path.at(-1))) || stated.some((text) => /\bunique\b/i.test(text));
}

/** `mark`: new at every call. Texts that would no longer match stay as they are, and those that name something else. */
export function distinct(schema: Schema, body: Json, mark: string, isFixed: (text: Json, path: Path) => boolean): Json {
  const paths = textsIn(body, []).filter(
    (path) => isIdentifying(schema, path) && !isFixed(valueAt(body, path) ?? null, path),
  );
  return paths.reduce<Json>((value, path) => {
    const old = valueAt(value, path);
    const candidates = typeof old === "string" ? spellings(old, mark) : [];
    return (
      candidates.map((text) => withValueAt(value, path, text)).find((changed) => matches(schema, changed)) ?? value
    );
  }, body);
}

interface WrongBody {
  readonly good: Json;
  /** The good one with other names. */
  readonly renamed: Json;
  readonly wrong: Json;
  readonly wrongAt: Path;
}

/** The same for a body that is wrong at one place, made from a good one: that place does not change. */
export function distinctLike({ good, renamed, wrong, wrongAt }: WrongBody): Json {
  const isWrong = (path: Path): boolean => path.slice(0, wrongAt.length).join("/") === wrongAt.join("/");
  const changed = textsIn(renamed, []).filter(
    (path) => valueAt(renamed, path) !== valueAt(good, path) && !isWrong(path),
  );
  return changed.reduce<Json>((value, path) => {
    const name = valueAt(renamed, path);
    return typeof valueAt(value, path) === "string" && name !== undefined ? withValueAt(value, path, name) : value;
  }, wrong);
}

/** Characters are code points: half of one is no text. */
export function spellings(text: string, mark: string): string[] {
  const letters = [...text];
  const before = (count: number): string => letters.slice(0, letters.length - count).join("");
  const digits = [...mark].map((letter) => String(letter.charCodeAt(0) % 10)).join("");
  const count = Math.min(digits.length, letters.length);
  const short = mark.slice(-Math.max(1, Math.min(mark.length, letters.length - 1)));
  return [
    ...(text.includes("@") ? [text.replace("@", `-${mark}@`)] : []),
    `${text}-${mark}`,
    `${text}${mark}`,
    `${before(short.length)}${short}`,
    `${before(count)}${digits.slice(-count)}`,
    digitsReplaced(text, digits),
    // `WEB` -> `WK3X9Q2`, the first letter and the last ones of the mark, which differ most: some keys are short and in capitals.
    ...[6, 5, 4, 3].map((length) => `${letters[0] ?? ""}${mark.slice(-length)}`.toUpperCase()),
  ].filter((one) => one !== text);
}

/** `AB12-000481` with other digits in their places, the last ones first. */
function digitsReplaced(text: string, digits: string): string {
  const others = [...digits];
  return [...text]
    .reverse()
    .map((letter) => (/\d/.test(letter) ? (others.pop() ?? letter) : letter))
    .reverse()
    .join("");
}

function textsIn(value: Json, path: Path): Path[] {
  if (typeof value === "string") return [path];
  if (isList(value)) return value.flatMap((item, index) => textsIn(item, [...path, index]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => textsIn(member, [...path, name]));
}
