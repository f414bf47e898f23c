// Texts in requests and responses to values: how a text is parsed, and percent-encoding (RFC 3986).

/** How to parse the text of a parameter or a header. */
export type Shape = Primitive | EnumShape | ArrayShape | ObjectShape | UnionShape;

/** `any`: nothing is known about the value, so its text stays text. */
export type Primitive = "any" | "null" | "boolean" | "integer" | "number" | "string";

/** One of these values, where the text alone could not distinguish `1` from `"1"`. */
export interface EnumShape {
  readonly kind: "enum";
  readonly values: readonly (string | number | boolean | null)[];
}

export interface ArrayShape {
  readonly kind: "array";
  /** The first elements, where they differ from the others. */
  readonly prefix?: readonly Shape[];
  readonly items: Shape;
}

export interface ObjectShape {
  readonly kind: "object";
  readonly properties: Readonly<Record<string, Shape>>;
  /** Members whose names match a pattern. */
  readonly patterns?: readonly { readonly pattern: string; readonly shape: Shape }[];
  /** All other members; `null` when there may be none. */
  readonly additional: Shape | null;
}

/** The first member that a text fits. */
export interface UnionShape {
  readonly kind: "union";
  readonly members: readonly Shape[];
}

/** The value of a text. A text that does not parse as a value of this shape stays as it is, for a validator to reject. */
export function readText(text: string, shape: Shape): unknown {
  for (const member of alternativesOf(shape)) {
    const value = valueOfText(text, member);
    if (value !== undefined) return value;
  }
  // `color=` is what an undefined value may be sent as (OpenAPI, "Style Examples").
  return text === "" && hasNull(shape) ? null : text;
}

/** Whether a value may be `null`, which has no text in most places. */
export function hasNull(shape: Shape): boolean {
  return alternativesOf(shape).some(
    (member) =>
      member === "null" || (typeof member === "object" && member.kind === "enum" && member.values.includes(null)),
  );
}

/**
 * The value of a header: items between commas where the shape has items, `name,value` pairs or (exploded)
 * `name=value` items where it has members.
 */
export function readHeader(text: string, shape: Shape, explode = false): unknown {
  const items = text === "" ? [] : text.split(",").map((item) => item.replace(/^[ \t]+|[ \t]+$/g, ""));
  return readList(items, shape, { explode, decode: asItIs }) ?? readText(text, shape);
}

/** How the items of a list are written: `R=100` (exploded) or `R,100`, and what undoes their encoding. */
export interface ListStyle {
  readonly explode: boolean;
  readonly decode: (text: string) => string;
}

/**
 * An array or an object from a list of texts; `undefined` when the shape has neither, or when a single text is better
 * read as the plain value that the shape has too.
 */
export function readList(texts: readonly string[], shape: Shape, { explode, decode }: ListStyle): unknown {
  const array = arrayOf(shape);
  if (array !== null) {
    const items = texts.map(decode);
    return items.length === 1 && isPlain(items[0] ?? "", shape) ? undefined : readItems(items, array);
  }
  const object = objectOf(shape);
  if (object === null) return undefined;
  const pairs = explode ? texts.map(pairOf) : alternatingOf(texts);
  const decoded = pairs?.map(([name, text]) => [decode(name), decode(text)] as const);
  return decoded === undefined ? undefined : readMembers(decoded, object, explode);
}

export function readItems(texts: readonly string[], { prefix = [], items }: ArrayShape): unknown[] {
  return texts.map((text, index) => readInner(text, prefix[index] ?? items));
}

/** Copies no list: a body may have 100,000 fields of one name. */
export function addTo<Value>(lists: Map<string, Value[]>, name: string, value: Value): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [value]);
  else list.push(value);
}

/** Exploded, the members of one name are a list. */
export function readMembers(
  pairs: readonly (readonly [string, string])[],
  shape: ObjectShape,
  explode: boolean,
): Record<string, unknown> {
  const texts = new Map<string, string[]>();
  for (const [name, text] of pairs) addTo(texts, name, text);
  const read = explode ? readRepeated : ([text = ""]: readonly string[], member: Shape) => readInner(text, member);
  return Object.fromEntries(
    [...texts].map(([name, memberTexts]) => [name, read(memberTexts, memberOf(shape, name) ?? "any")]),
  );
}

/** Several are a list; so is a single one that can only be a list. */
function readRepeated(texts: readonly string[], shape: Shape): unknown {
  const array = arrayOf(shape);
  const [only = ""] = texts;
  const isList = array !== null && (texts.length > 1 || (objectOf(shape) === null && !isPlain(only, shape)));
  if (isList) return readItems(texts, array);
  return texts.length > 1 ? texts : readInner(only, shape);
}

/** What is inside of a list or an object, and has items or members itself, is JSON. */
function readInner(text: string, shape: Shape): unknown {
  const isNested = text.startsWith("[") ? arrayOf(shape) !== null : text.startsWith("{") && objectOf(shape) !== null;
  return (isNested ? documentOf(text) : undefined) ?? readText(text, shape);
}

function documentOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The shape of a member; `null` when no member of that name is allowed. */
export function memberOf({ properties, patterns = [], additional }: ObjectShape, name: string): Shape | null {
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return property ?? patterns.find(({ pattern }) => new RegExp(pattern, "u").test(name))?.shape ?? additional;
}

export function arrayOf(shape: Shape): ArrayShape | null {
  return alternativesOf(shape).find((member) => typeof member === "object" && member.kind === "array") ?? null;
}

export function objectOf(shape: Shape): ObjectShape | null {
  return alternativesOf(shape).find((member) => typeof member === "object" && member.kind === "object") ?? null;
}

/** Everything but letters, digits and `-._~` as `%XX` of its UTF-8 bytes; throws a `URIError` on half a surrogate pair. */
export function encodeText(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, escaped);
}

/** Undoes percent-encoding; `null` when it is broken or not UTF-8. */
export function decodeText(text: string): string | null {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function alternativesOf(shape: Shape): readonly Shape[] {
  return typeof shape === "object" && shape.kind === "union" ? shape.members : [shape];
}

function asItIs(text: string): string {
  return text;
}

/** Whether a text parses as a value of the shape without items and members. */
function isPlain(text: string, shape: Shape): boolean {
  return alternativesOf(shape).some((member) => valueOfText(text, member) !== undefined);
}

function valueOfText(text: string, shape: Shape): unknown {
  if (typeof shape === "string") return spelledBy(text, shape);
  return shape.kind === "enum" ? shape.values.find((value) => String(value) === text) : undefined;
}

function spelledBy(text: string, shape: Primitive): unknown {
  switch (shape) {
    case "null":
      return text === "null" ? null : undefined;
    case "boolean":
      return text === "true" ? true : text === "false" ? false : undefined;
    case "integer":
    case "number":
      return numberOf(text);
    case "any":
    case "string":
      return text;
  }
}

/** A number as JSON writes it; whole numbers that a double cannot hold exactly stay text. */
function numberOf(text: string): number | undefined {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) return undefined;
  // Text that the number is written as again loses nothing.
  return /[.eE]/.test(text) || String(value) === text || BigInt(text) === BigInt(value) ? value : undefined;
}

/** `R=100` */
function pairOf(text: string): readonly [string, string] {
  const equals = text.indexOf("=");
  return equals === -1 ? [text, ""] : [text.slice(0, equals), text.slice(equals + 1)];
}

/** `R,100,G,200`; `null` when a name has no value. */
function alternatingOf(texts: readonly string[]): (readonly [string, string])[] | null {
  if (texts.length % 2 !== 0) return null;
  return texts.flatMap((name, index) => (index % 2 === 0 ? [[name, texts[index + 1] ?? ""] as const] : []));
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
