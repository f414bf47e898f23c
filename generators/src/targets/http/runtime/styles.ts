// The values of parameters -> texts, by place, style and explode (OpenAPI, RFC 6570).
import { jsonTextOf } from "./bodies.ts";
import type { BodyFormat } from "./body-format.ts";
import { encodeText } from "./values.ts";

/** What of a parameter, a header or a field of a form decides how its values are written. */
export interface Styled {
  readonly name: string;
  /** The part of a request that contains the value. */
  readonly part: "path" | "query" | "headers" | "cookies";
  /** How items and members are written; omitted when the value has neither. */
  readonly style?:
    | "simple"
    | "label"
    | "matrix"
    | "form"
    | "spaceDelimited"
    | "pipeDelimited"
    | "deepObject"
    | "cookie";
  readonly explode?: boolean;
  readonly allowReserved?: true;
  /** Set when the value is sent as a document of this media type; style and explode do not apply then. */
  readonly mediaType?: string;
  /** Of a query that is a form. */
  readonly form?: Pick<BodyFormat, "write">;
}

/**
 * Throws a `TypeError` for a value that would arrive as another, and a `URIError` for half a surrogate pair. `null` has no
 * text outside of a path (RFC 6570, 2.3), nor has an array or an object without anything in it.
 */
type Writer = (parameter: Styled, value: unknown) => readonly string[];

/** `blue`, `blue,black`, `R,100`, exploded `R=100` */
export const writePath: Writer = (parameter, value) =>
  pathText("", ",", itemsOf(parameter, value, segmentEncoder(parameter, value)));

/** `.blue`, `.blue,black`, exploded `.blue.black`: a dot inside an item is encoded there, as any character may be. */
export const writeLabel: Writer = (parameter, value) => {
  const isList = parameter.explode && isNested(value);
  const encodeOne = segmentEncoder(parameter, value);
  const encode = isList ? (text: string) => encodeOne(text).replaceAll(".", "%2E") : encodeOne;
  const texts = pathText(".", isList ? "." : ",", itemsOf(parameter, value, encode));
  // Encoded or not, two dots lead to another path (URL Standard, 4.1): rejected as such.
  return texts[0] === ".%2E" ? [".."] : texts;
};

/** `;color=blue`, `;color=blue,black`, exploded `;color=blue;color=black`, `;R=100` */
export const writeMatrix: Writer = (parameter, value) => {
  const name = encodeText(parameter.name);
  const named = (text: string): string => (text === "" ? name : `${name}=${text}`);
  const items = itemsOf(parameter, value, segmentEncoder(parameter, value));
  if (items.length === 0) return [];
  if (!parameter.explode) return [`;${named(items.join(","))}`];
  return pathText(";", ";", isRecord(value) ? items : items.map(named));
};

function pathText(lead: string, delimiter: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [lead + items.join(delimiter)];
}

/** `color=blue`, `color=blue,black`, exploded `color=blue&color=black`, `R=100`: style form, in the query or in cookies. */
export const writeForm: Writer = (parameter, value) => writePairs(parameter, value, ",");

/** `color=blue%20black`, `color=blue%7Cblack` */
export const writeDelimited: Writer = (parameter, value) =>
  writePairs(parameter, value, parameter.style === "spaceDelimited" ? "%20" : "%7C");

function writePairs(parameter: Styled, value: unknown, delimiter: string): readonly string[] {
  const name = encodeText(parameter.name);
  const isList = isNested(value) && !parameter.explode;
  const items = itemsOf(parameter, value, (text, isName) => {
    if (isName) return encodeText(text);
    const written = encoderOf(parameter)(text);
    // It would be one more delimiter: only a comma has another form.
    return isList ? written.replaceAll(",", "%2C") : written;
  });
  if (isList && items.some((item) => item.includes(delimiter))) {
    throw unsendable(parameter, "nothing that contains the delimiter");
  }
  if (items.length === 0) return [];
  if (!parameter.explode) return [`${name}=${items.join(delimiter)}`];
  return isRecord(value) ? items : items.map((item) => `${name}=${item}`);
}

/**
 * `color[R]=100&color[G]=200`, with the brackets encoded, and `color=blue` for what has no members. What is nested, which
 * the standard leaves open, has more brackets: `color[mix][0]=red`.
 */
export const writeDeepObject: Writer = (parameter, value) => {
  const encode = encoderOf(parameter);
  const pairsIn = (name: string, member: unknown): string[] => {
    if (!isNested(member)) return isAbsent(parameter, member) ? [] : [`${name}=${encode(textOf(parameter, member))}`];
    return presentMembersOf(parameter, member).flatMap(([key, inner], index) => {
      if (key.includes("][")) throw unsendable(parameter, 'no name that contains "]["');
      return pairsIn(`${name}%5B${Array.isArray(member) ? index : encodeText(key)}%5D`, inner);
    });
  };
  return pairsIn(encodeText(parameter.name), value);
};

/** As in a path, but not percent-encoded: an item must not contain what separates items. */
export const writeHeader: Writer = (parameter, value) => {
  const items = itemsOf(parameter, value, (text, isName) => {
    checkHeader(parameter, text);
    const hasSeparator = isNested(value) && (text.includes(",") || (isName && parameter.explode && text.includes("=")));
    if (hasSeparator) throw unsendable(parameter, "nothing that contains a separator");
    return text;
  });
  return items.length === 0 ? [] : [items.join(",")];
};

/** As form in cookies, but nothing is percent-encoded: a value that has to be escaped is escaped already (RFC 6265, 4.1.1). */
export const writeCookie: Writer = (parameter, value) => {
  const { name, explode } = parameter;
  const isList = isNested(value) && !explode;
  const items = itemsOf(parameter, value, (text, isName) => {
    checkHeader(parameter, text);
    const hasSeparator = text.includes(";") || (isList && text.includes(",")) || (isName && text.includes("="));
    if (hasSeparator) throw unsendable(parameter, "nothing that contains a separator");
    return text;
  });
  if (items.length === 0) return [];
  if (!explode) return [`${name}=${items.join(",")}`];
  return isRecord(value) ? items : items.map((item) => `${name}=${item}`);
};

/** The whole query as a document. */
export const writeQueryDocument: Writer = (parameter, value) => [encodeText(documentTextOf(parameter, value))];

/** The whole query as a form. */
export const writeQueryForm: Writer = ({ form }, value) => [String(form?.write(value) ?? "")];

/** A value that is sent as a document, such as JSON, wherever it goes. */
export const writeDocument: Writer = (parameter, value) => {
  const { name, part } = parameter;
  const text = documentTextOf(parameter, value);
  if (part === "headers") {
    checkHeader(parameter, text);
    return [text];
  }
  return [part === "path" ? encodeText(text) : `${encodeText(name)}=${encodeText(text)}`];
};

function documentTextOf(parameter: Styled, value: unknown): string {
  const isJson = /[/+](?:x-)?json\s*(;|$)/i.test(parameter.mediaType ?? "");
  return isJson ? jsonOf(parameter, value) : textOf(parameter, value);
}

type Encode = (text: string, isName: boolean) => string;

/**
 * The texts of a value, encoded. Members are `R`, `100`, `G`, `200`, or `R=100`, `G=200` when exploded, and then `R=100`,
 * `R=200` for a list.
 */
function itemsOf(parameter: Styled, value: unknown, encode: Encode): string[] {
  if (!isNested(value)) return isAbsent(parameter, value) ? [] : [encode(textOf(parameter, value), false)];
  const members = presentMembersOf(parameter, value);
  if (Array.isArray(value)) return members.map(([, item]) => encode(textOf(parameter, item), false));
  return members.flatMap(([name, member]) => {
    const { explode } = parameter;
    const values =
      explode && Array.isArray(member) ? presentMembersOf(parameter, member).map(([, item]) => item) : [member];
    return values.flatMap((one) => {
      const pair = [encode(name, true), encode(textOf(parameter, one), false)];
      return explode ? [pair.join("=")] : pair;
    });
  });
}

/** By name, or by index. */
function presentMembersOf(parameter: Styled, value: object): [string, unknown][] {
  const members: [string, unknown][] = Object.entries(value);
  return members.filter(([, member]) => !isAbsent(parameter, member) && (member !== undefined || Array.isArray(value)));
}

function isAbsent({ part }: Styled, value: unknown): boolean {
  return value === null && part !== "path";
}

/** What has a text, or JSON of what is nested: no style but `deepObject` goes deeper. */
function textOf(parameter: Styled, value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Date) return value.toISOString();
  if (isNested(value)) return jsonOf(parameter, value);
  if (value === null || Number.isFinite(value) || /^bo|^bi/.test(typeof value)) return String(value);
  throw unsendable(parameter, "text, finite numbers, booleans and null");
}

/** In a header, in ASCII. */
function jsonOf({ part }: Styled, value: unknown): string {
  const json = jsonTextOf(value);
  if (part !== "headers") return json;
  return json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** What `fetch` sends unchanged: it trims, and has a byte for each character. */
function checkHeader(parameter: Styled, text: string): void {
  if (/^[ \t]|[ \t]$/.test(text)) throw unsendable(parameter, "no space at either end");
  if (/[^\t -~\x80-\xff]/.test(text)) throw unsendable(parameter, "no line breaks, and no characters beyond Latin-1");
}

function encoderOf({ allowReserved, part }: Styled): (text: string) => string {
  if (allowReserved !== true) return encodeText;
  return part === "cookies" ? (text) => encodeReserved(text).replace(/[;,]/g, encodeText) : encodeReserved;
}

/**
 * In a path, reserved characters are left as they are too, except for those that would end a segment or separate items. An encoded dot
 * would lead to another path.
 */
function segmentEncoder({ allowReserved }: Styled, value: unknown): (text: string) => string {
  if (allowReserved !== true) return encodeText;
  const ends = isNested(value) ? /[/?#,;=]/g : /[/?#]/g;
  return (text) =>
    encodeURI(text)
      .replace(/%25(?!2e)([0-9a-f]{2})/gi, "%$1")
      .replace(ends, encodeText);
}

/** Leaves reserved characters and `%XX` as they are, except for those that would end the value. */
function encodeReserved(text: string): string {
  return encodeURI(text)
    .replace(/%25([0-9A-Fa-f]{2})/g, "%$1")
    .replace(/[#&+]/g, encodeText);
}

function unsendable({ name, style }: Styled, takes: string): TypeError {
  return new TypeError(`"${name}"${style === undefined ? "" : ` in style ${style}`} takes ${takes}`);
}

/** A date is a text. */
function isNested(value: unknown): value is object {
  return typeof value === "object" && value !== null && !(value instanceof Date);
}

function isRecord(value: unknown): boolean {
  return isNested(value) && !Array.isArray(value);
}
