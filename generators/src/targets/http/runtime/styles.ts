// The values of parameters -> texts, by place, style and explode (OpenAPI, RFC 6570).
import { encodeText } from "./values.ts";

/** What of a parameter, a header or a field of a form decides how its values are written. */
export interface Styled {
  readonly name: string;
  readonly part: "path" | "query" | "headers" | "cookies";
  readonly style?: "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject";
  readonly explode?: boolean;
  readonly allowReserved?: true;
  /** Set when the value is sent as a document of this media type; style and explode do not apply then. */
  readonly mediaType?: string;
}

/** Throws a `TypeError` for a value that would arrive as another. */
type Writer = (parameter: Styled, value: unknown) => readonly string[];

/** `blue`, `blue,black`, `R,100`, exploded `R=100` */
export const writePath: Writer = (parameter, value) => pathText("", ",", itemsOf(parameter, value, encodeText));

/** `.blue`, `.blue,black`, exploded `.blue.black` */
export const writeLabel: Writer = (parameter, value) => {
  const items = itemsOf(parameter, value, encodeText);
  const isList = parameter.explode && isObject(value);
  if (isList) checkDelimiter(parameter, items, ".");
  return pathText(".", isList ? "." : ",", items);
};

/** `;color=blue`, `;color=blue,black`, exploded `;color=blue;color=black`, `;R=100` */
export const writeMatrix: Writer = (parameter, value) => {
  const name = encodeText(parameter.name);
  const named = (text: string): string => (text === "" ? name : `${name}=${text}`);
  const items = itemsOf(parameter, value, encodeText);
  if (items.length === 0) return [];
  if (!parameter.explode) return [`;${named(items.join(","))}`];
  return pathText(";", ";", isObject(value) && !Array.isArray(value) ? items : items.map(named));
};

function pathText(lead: string, delimiter: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [lead + items.join(delimiter)];
}

/** `color=blue`, `color=blue,black`, exploded `color=blue&color=black`, `R=100`: style form, in the query or in cookies. */
export const writeForm: Writer = (parameter, value) => writePairs(parameter, value, ",");

/** `color=blue%20black`, `color=blue%7Cblack` */
export const writeDelimited: Writer = (parameter, value) => {
  const delimiter = parameter.style === "spaceDelimited" ? "%20" : "%7C";
  if (isObject(value) && !parameter.explode)
    checkDelimiter(parameter, itemsOf(parameter, value, encoderOf(parameter)), delimiter);
  return writePairs(parameter, value, delimiter);
};

function writePairs(parameter: Styled, value: unknown, delimiter: string): readonly string[] {
  const name = encodeText(parameter.name);
  const items = itemsOf(parameter, value, encoderOf(parameter));
  if (items.length === 0) return [];
  if (!parameter.explode) return [`${name}=${items.join(delimiter)}`];
  return isObject(value) && !Array.isArray(value) ? items : items.map((item) => `${name}=${item}`);
}

/**
 * `color[R]=100&color[G]=200`, with the brackets encoded. What is nested, which the standard leaves open, has more
 * brackets: `color[mix][0]=red`.
 */
export const writeDeepObject: Writer = (parameter, value) => {
  if (!isObject(value)) throw unsendable(parameter, "only an object or an array");
  const encode = encoderOf(parameter);
  const pairsIn = (name: string, members: object): string[] =>
    membersOf(members).flatMap(([key, member]) => {
      const inner = `${name}%5B${encodeText(key)}%5D`;
      return isObject(member) ? pairsIn(inner, member) : [`${inner}=${encode(textOf(parameter, member))}`];
    });
  return pairsIn(encodeText(parameter.name), value);
};

/** As in a path, but not percent-encoded: an item must not hold what separates items. */
export const writeHeader: Writer = (parameter, value) => {
  const separators = !isObject(value) ? null : Array.isArray(value) || !parameter.explode ? /,/ : /[,=]/;
  const items = itemsOf(parameter, value, (text) => {
    if (text.trim() !== text) throw unsendable(parameter, "no space at either end");
    if (separators?.test(text)) throw unsendable(parameter, "nothing that holds a separator");
    return text;
  });
  return items.length === 0 ? [] : [items.join(",")];
};

/** A value that is sent as a document, such as JSON, wherever it goes. */
export const writeDocument: Writer = (parameter, value) => {
  const { name, part, mediaType = "" } = parameter;
  const text = /[/+](?:x-)?json\s*(;|$)/i.test(mediaType) ? JSON.stringify(value) : textOf(parameter, value);
  if (part === "headers") return [text];
  return [part === "path" ? encodeText(text) : `${encodeText(name)}=${encodeText(text)}`];
};

type Encode = (text: string) => string;

/** The texts of a value, encoded. Members are `R`, `100`, `G`, `200`, or `R=100`, `G=200` when exploded. */
function itemsOf(parameter: Styled, value: unknown, encode: Encode): string[] {
  if (!isObject(value)) return [encode(textOf(parameter, value))];
  if (Array.isArray(value)) return value.map((item) => encode(textOf(parameter, item)));
  return membersOf(value).flatMap(([name, member]) => {
    const pair = [encode(name), encode(textOf(parameter, member))];
    return parameter.explode ? [pair.join("=")] : pair;
  });
}

function membersOf(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

function textOf(parameter: Styled, value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || typeof value === "boolean" || Number.isFinite(value)) return String(value);
  throw unsendable(parameter, "text, finite numbers, booleans and null, one level deep");
}

/** A comma or semicolon inside an item is percent-encoded; these delimiters would be mistaken for those between items. */
function checkDelimiter(parameter: Styled, items: readonly string[], delimiter: string): void {
  if (items.some((item) => item.includes(delimiter))) throw unsendable(parameter, "nothing that holds the delimiter");
}

function encoderOf({ allowReserved }: Styled): Encode {
  return allowReserved === true ? encodeReserved : encodeText;
}

/** Leaves reserved characters and `%XX` as they are, except for those that would end the value. */
function encodeReserved(text: string): string {
  return encodeURI(text)
    .replace(/%25([0-9A-Fa-f]{2})/g, "%$1")
    .replace(/[#&+]/g, encodeText);
}

function unsendable({ name, style }: Styled, takes: string): TypeError {
  return new TypeError(`"${name}" in style ${style} takes ${takes}`);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
