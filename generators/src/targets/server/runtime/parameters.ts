// The texts of a request -> the values of its parameters, by style and explode (OpenAPI, RFC 6570). Validation comes after.
import {
  arrayOf,
  decodeText,
  type ListStyle,
  memberOf,
  objectOf,
  readHeader,
  readItems,
  readList,
  readMembers,
  readText,
  type Shape,
} from "../../http/runtime/values.ts";
import type { Parameter } from "./runtime.ts";

/** Where the texts are found. */
export interface ParameterSource {
  /** What the matcher found: still percent-encoded. */
  readonly path: ReadonlyMap<string, string>;
  /** As sent, without the `?`. */
  readonly query: string;
  /** `null` when the request has no such header. */
  readonly header: (name: string) => string | null;
}

/** The parameters that the request has, by place and name. */
export interface ParameterValues {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly cookies: Readonly<Record<string, unknown>>;
  /** Parameters that hold a JSON document which does not parse; their value is left out. */
  readonly unreadable: readonly Parameter[];
}

/**
 * A text that does not spell what its parameter holds is left as text, and several texts for one value as an array of
 * texts, so that validators refuse them in their own words.
 */
export function readParameters(parameters: readonly Parameter[], source: ParameterSource): ParameterValues {
  const places = new Set(parameters.map((parameter) => parameter.in));
  const query = places.has("query") ? queryPairsOf(source.query) : [];
  const cookies = places.has("cookie") ? cookiePairsOf(source.header("cookie") ?? "") : [];
  const unreadable: Parameter[] = [];
  const read = (parameter: Parameter): unknown => {
    const value = parameterValueOf(parameter, { source, query, cookies, parameters });
    if (value !== notJson) return value;
    unreadable.push(parameter);
    return undefined;
  };
  const valuesIn = (place: Parameter["in"]): Record<string, unknown> => {
    if (!places.has(place)) return {};
    const own = parameters.filter((parameter) => parameter.in === place);
    const values = own.map((parameter) => [parameter.name, read(parameter)] as const);
    return Object.fromEntries(values.filter(([, value]) => value !== undefined));
  };
  return {
    path: valuesIn("path"),
    query: valuesIn("query"),
    headers: valuesIn("header"),
    cookies: valuesIn("cookie"),
    unreadable,
  };
}

function queryPairsOf(query: string): Pairs {
  return pairsOf(query, "&").map(([name, text]) => [queryText(name), text] as const);
}

function cookiePairsOf(header: string): Pairs {
  return pairsOf(header, ";").map(([name, text]) => [name.trim(), text.trim()] as const);
}

type Pairs = readonly (readonly [name: string, text: string])[];

interface Texts {
  readonly source: ParameterSource;
  /** Names decoded, texts not yet. */
  readonly query: Pairs;
  readonly cookies: Pairs;
  readonly parameters: readonly Parameter[];
}

const notJson = Symbol("not JSON");

function parameterValueOf(parameter: Parameter, texts: Texts): unknown {
  switch (parameter.in) {
    case "path": {
      const text = texts.source.path.get(parameter.name);
      return text === undefined ? undefined : pathValueOf(text, parameter);
    }
    case "header": {
      const text = texts.source.header(parameter.name);
      if (text === null) return undefined;
      return parameter.mediaType === null
        ? readHeader(text, parameter.value, parameter.explode)
        : documentOf(text, parameter.mediaType);
    }
    case "query":
      return pairsValueOf(texts.query, parameter, texts.parameters, queryText);
    case "cookie":
      return pairsValueOf(texts.cookies, parameter, texts.parameters, plainText);
  }
}

/** `simple` has nothing in front of the value, `label` a dot, `matrix` `;name=`. */
function pathValueOf(text: string, { name, style, explode, value, mediaType }: Parameter): unknown {
  if (mediaType !== null) return documentOf(plainText(text), mediaType);
  if (style === "label") return listOf(text.slice(1), explode ? "." : ",", { value, explode });
  if (style !== "matrix") return listOf(text, ",", { value, explode });
  const pairs = pairsOf(text.slice(1), ";");
  if (!explode) return listOf(pairs[0]?.[1] ?? "", ",", { value, explode });
  const isArray = pairs.every(([key]) => plainText(key) === name);
  return listOf(isArray ? pairs.map(([, item]) => item).join(";") : text.slice(1), ";", { value, explode });
}

/** A list is split before its items are decoded: a comma inside an item is sent as `%2C`. */
function listOf(
  text: string,
  delimiter: string,
  { value, explode }: { readonly value: Shape; readonly explode: boolean },
): unknown {
  return readList(text.split(delimiter), value, { explode, decode: plainText }) ?? readText(plainText(text), value);
}

type Decode = (text: string) => string;

/** The value of a parameter in the query or in cookies. */
function pairsValueOf(pairs: Pairs, parameter: Parameter, parameters: readonly Parameter[], decode: Decode): unknown {
  const { name, style, explode, value, mediaType } = parameter;
  if (style === "deepObject") return deepObjectOf(pairs, parameter, decode);
  const [first, ...others] = pairs.filter(([key]) => key === name).map(([, text]) => text);
  if (first === undefined)
    return explode && mediaType === null ? spreadObjectOf(pairs, parameter, parameters, decode) : undefined;
  if (mediaType !== null) return documentOf(decode(first), mediaType);
  if (explode || others.length > 0) return repeatedOf([first, ...others].map(decode), value);
  return delimitedOf(first, parameter, decode);
}

/** `R=100&G=200`: an exploded object takes the names that no other parameter has. */
function spreadObjectOf(pairs: Pairs, parameter: Parameter, parameters: readonly Parameter[], decode: Decode): unknown {
  const object = objectOf(parameter.value);
  if (object === null) return undefined;
  const taken = new Set(parameters.filter((other) => other.in === parameter.in).map((other) => other.name));
  const members = pairs.filter(([key]) => !taken.has(key) && memberOf(object, key) !== null);
  return members.length === 0
    ? undefined
    : readMembers(
        members.map(([key, text]) => [key, decode(text)] as const),
        object,
      );
}

/** `color=blue&color=black` */
function repeatedOf(texts: readonly string[], value: Shape): unknown {
  const array = arrayOf(value);
  const [only = ""] = texts;
  if (texts.length > 1) return array === null ? texts : readItems(texts, array);
  return readList(texts, value, plainList) ?? readText(only, value);
}

/** `color=blue,black`; a space and a bar delimit whether or not they are escaped. */
function delimitedOf(text: string, { style, value }: Parameter, decode: Decode): unknown {
  const items =
    style === "form" ? text.split(",").map(decode) : decode(text).split(style === "spaceDelimited" ? " " : "|");
  return readList(items, value, plainList) ?? readText(decode(text), value);
}

/** Items that are decoded already. */
const plainList: ListStyle = { explode: false, decode: (text) => text };

/** `color[R]=100&color[G]=200` */
function deepObjectOf(pairs: Pairs, { name, value }: Parameter, decode: Decode): unknown {
  const members = pairs.flatMap(([key, text]) => {
    const isMember = key.startsWith(`${name}[`) && key.endsWith("]");
    return isMember ? [[key.slice(name.length + 1, -1), decode(text)] as const] : [];
  });
  const shape = objectOf(value);
  if (members.length > 0) return shape === null ? Object.fromEntries(members) : readMembers(members, shape);
  const plain = pairs.find(([key]) => key === name);
  return plain === undefined ? undefined : readText(decode(plain[1]), value);
}

function documentOf(text: string, mediaType: string): unknown {
  if (!/[/+]json\s*(;|$)/i.test(mediaType)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return notJson;
  }
}

function pairsOf(text: string, delimiter: string): [string, string][] {
  return text.split(delimiter).flatMap((pair): [string, string][] => {
    const equals = pair.indexOf("=");
    if (pair.trim() === "") return [];
    return equals === -1 ? [[pair, ""]] : [[pair.slice(0, equals), pair.slice(equals + 1)]];
  });
}

/** Text of a form: `+` is a space. What is not percent-encoded UTF-8 stays as it is. */
function queryText(text: string): string {
  return plainText(text.replaceAll("+", " "));
}

function plainText(text: string): string {
  return decodeText(text) ?? text;
}
