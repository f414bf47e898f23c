// The texts of a request -> the values of its parameters, by style and explode (OpenAPI, RFC 6570). Validation comes after.
import { type Pairs, pairsOf, plainText, queryPairsOf, queryText, styledValueOf } from "../../http/runtime/pairs.ts";
import { hasNull, readHeader, readList, readText, type Shape } from "../../http/runtime/values.ts";
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
  /** Parameters with a JSON document that does not parse; their value is omitted. */
  readonly unreadable: readonly Parameter[];
}

/** What texts of the query stand for, where APIs differ. */
export interface QueryRules {
  /**
   * A parameter that has one value and is sent more than once: `all` texts are read, and its schema rejects them; or the
   * `last` counts. Default `all`.
   */
  readonly repeated?: "all" | "last" | undefined;
  /**
   * Integers: a number of `json` without a fraction, such as `1e3`; or `decimal` digits with a minus at most, such as `05`, of
   * which one that is too large to be exact is the largest that is. Default `json`.
   */
  readonly integers?: "json" | "decimal" | undefined;
}

/**
 * A text that does not spell what its parameter holds is left as text, and several texts for one value as an array of
 * texts, so that validators reject them with their own messages.
 */
export function readParameters(
  parameters: readonly Parameter[],
  source: ParameterSource,
  rules: QueryRules = {},
): ParameterValues {
  const texts: Texts = { source, query: null, cookies: null, parameters, rules };
  const unreadable: Parameter[] = [];
  const values: Record<RequestPart, Record<string, unknown>> = { path: {}, query: {}, headers: {}, cookies: {} };
  for (const parameter of parameters) {
    const value = parameterValueOf(parameter, texts);
    if (value === notJson) unreadable.push(parameter);
    else if (value !== undefined) add(values[requestParts[parameter.in]], parameter.name, value);
    // A client sends no text for null (RFC 6570, 2.3).
    else if (parameter.required && hasNull(parameter.value))
      add(values[requestParts[parameter.in]], parameter.name, null);
  }
  return { ...values, unreadable };
}

/** The part of a request that has the parameters of a place. */
const requestParts = {
  path: "path",
  query: "query",
  querystring: "query",
  header: "headers",
  cookie: "cookies",
} as const;

type RequestPart = (typeof requestParts)[Parameter["in"]];

function add(values: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== "__proto__") values[name] = value;
  // A member of that name, rather than another prototype.
  else Object.defineProperty(values, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Names and texts as they are sent. */
function cookiePairsOf(header: string): Pairs {
  return pairsOf(header, ";").map(([name, text]) => [name.trim(), text.trim()] as const);
}

interface Texts {
  readonly source: ParameterSource;
  /** Names decoded, texts not yet; `null` until a parameter asks for them. */
  query: Pairs | null;
  cookies: Pairs | null;
  readonly parameters: readonly Parameter[];
  readonly rules: QueryRules;
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
      texts.query ??= queryPairsOf(texts.source.query);
      return queryValueOf(texts.query, parameter, texts);
    case "querystring":
      return queryStringValueOf(texts.source.query, parameter);
    case "cookie":
      texts.cookies ??= cookiePairsOf(texts.source.header("cookie") ?? "");
      return cookieValueOf(texts.cookies, parameter, texts.parameters);
  }
}

/** `simple` has nothing in front of the value, `label` a dot, `matrix` `;name=`. */
function pathValueOf(text: string, { name, style, explode, value, mediaType }: Parameter): unknown {
  if (mediaType !== null) return documentOf(plainText(text), mediaType);
  if (style === "simple" && value === "string") return plainText(text);
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

function queryValueOf(query: Pairs, parameter: Parameter, { parameters, rules }: Texts): unknown {
  const { name, mediaType, value } = parameter;
  if (mediaType !== null || !isOne(value)) return pairsValueOf(query, parameter, parameters, queryText);
  const sent = query.filter(([key]) => key === name);
  const counting = rules.repeated === "last" ? sent.slice(-1) : sent;
  const [text] = counting.map(([, encoded]) => queryText(encoded));
  const isDecimal = rules.integers === "decimal" && value === "integer" && counting.length === 1;
  if (isDecimal && text !== undefined) return decimalOf(text);
  return pairsValueOf(counting, parameter, parameters, queryText);
}

function isOne(shape: Shape): boolean {
  if (typeof shape === "string") return true;
  return shape.kind === "union" ? shape.members.every(isOne) : shape.kind === "enum";
}

/** `-0` is 0. What is no integer stays text. */
function decimalOf(text: string): number | string {
  if (!/^-?\d+$/.test(text)) return text;
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number(text), Number.MAX_SAFE_INTEGER)) + 0;
}

/** The whole query. A form without fields is an empty one; a document has at least a character. */
function queryStringValueOf(sent: string, { required, mediaType, read, besides = [] }: Parameter): unknown {
  const isBeside = (pair: string): boolean => besides.includes(plainText(pair.split("=")[0] ?? ""));
  const others = sent.split("&").filter((pair) => !isBeside(pair));
  const query = besides.length === 0 ? sent : others.join("&");
  if (query === "" && !(required && read !== undefined)) return undefined;
  return read === undefined ? documentOf(plainText(query), mediaType ?? "") : read(query);
}

/** In the style `cookie`, nothing is percent-encoded. */
function cookieValueOf(cookies: Pairs, parameter: Parameter, parameters: readonly Parameter[]): unknown {
  if (parameter.style === "cookie") return pairsValueOf(cookies, parameter, parameters, (text) => text);
  const decoded = cookies.map(([name, text]) => [plainText(name), text] as const);
  return pairsValueOf(decoded, parameter, parameters, plainText);
}

type Decode = (text: string) => string;

/** The value of a parameter in the query or in cookies. */
function pairsValueOf(pairs: Pairs, parameter: Parameter, parameters: readonly Parameter[], decode: Decode): unknown {
  const { name, in: place, mediaType } = parameter;
  if (mediaType !== null) {
    const document = pairs.find(([key]) => key === name);
    return document === undefined ? undefined : documentOf(decode(document[1]), mediaType);
  }
  const isTaken = (key: string): boolean => parameters.some((other) => other.in === place && isOf(key, other));
  return styledValueOf(pairs, parameter, { isTaken, decode });
}

/** `filter[color]` is a member of `filter` where that is written so. */
function isOf(key: string, { name, style }: Parameter): boolean {
  return key === name || (style === "deepObject" && key.startsWith(`${name}[`));
}

function documentOf(text: string, mediaType: string): unknown {
  if (!/[/+](?:x-)?json\s*(;|$)/i.test(mediaType)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return notJson;
  }
}
