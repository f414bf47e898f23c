// `name=value` pairs of a query, of cookies or of a form -> values, by style and explode (OpenAPI, RFC 6570).
import {
  arrayOf,
  decodeText,
  type ListStyle,
  memberOf,
  objectOf,
  readItems,
  readList,
  readMembers,
  readText,
  type Shape,
} from "./values.ts";

/** Names decoded, texts not yet: styles split them first. */
export type Pairs = readonly (readonly [name: string, text: string])[];

/** What of a parameter or a field decides how its value is read. */
export interface PairStyle {
  readonly name: string;
  readonly style: "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject" | "cookie";
  readonly explode: boolean;
  readonly value: Shape;
}

type Decode = (text: string) => string;

/** `isTaken`: names of other parameters, which are no members of an object whose members are in the query directly. */
export interface PairReading {
  readonly isTaken: (name: string) => boolean;
  readonly decode: Decode;
}

export function pairsOf(text: string, delimiter: string): [string, string][] {
  return text.split(delimiter).flatMap((pair): [string, string][] => {
    const equals = pair.indexOf("=");
    if (pair.trim() === "") return [];
    return equals === -1 ? [[pair, ""]] : [[pair.slice(0, equals), pair.slice(equals + 1)]];
  });
}

export function queryPairsOf(query: string): Pairs {
  return pairsOf(query, "&").map(([name, text]) => [queryText(name), text] as const);
}

/** Text of a form: `+` is a space. What is not percent-encoded UTF-8 stays as it is. */
export function queryText(text: string): string {
  return plainText(text.replaceAll("+", " "));
}

export function plainText(text: string): string {
  return decodeText(text) ?? text;
}

/** The value that the pairs have for a style; `undefined` when they have none. */
export function styledValueOf(pairs: Pairs, style: PairStyle, { isTaken, decode }: PairReading): unknown {
  if (style.style === "deepObject") return deepObjectOf(pairs, style, decode);
  const { name, explode, value } = style;
  const [first, ...others] = pairs.filter(([key]) => key === name).map(([, text]) => text);
  if (first === undefined) return explode ? spreadObjectOf(pairs, style, { isTaken, decode }) : undefined;
  if (explode || others.length > 0) return repeatedOf([first, ...others].map(decode), value);
  return delimitedOf(first, style, decode);
}

/** `R=100&G=200`: an exploded object takes the names that no other parameter has. */
function spreadObjectOf(pairs: Pairs, { value }: PairStyle, { isTaken, decode }: PairReading): unknown {
  const object = objectOf(value);
  if (object === null) return undefined;
  const members = pairs.filter(([key]) => !isTaken(key) && memberOf(object, key) !== null);
  return members.length === 0
    ? undefined
    : readMembers(
        members.map(([key, text]) => [key, decode(text)] as const),
        object,
        true,
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
function delimitedOf(text: string, { style, value }: PairStyle, decode: Decode): unknown {
  const items =
    style === "form" || style === "cookie"
      ? text.split(",").map(decode)
      : decode(text).split(style === "spaceDelimited" ? " " : "|");
  return readList(items, value, plainList) ?? readText(decode(text), value);
}

/** Items that are already decoded. */
const plainList: ListStyle = { explode: false, decode: (text) => text };

/** `color[R]=100&color[G]=200`, and `color[mix][0]=red` for what is nested. */
function deepObjectOf(pairs: Pairs, { name, value }: PairStyle, decode: Decode): unknown {
  const root: Branch = { texts: [], members: new Map() };
  for (const [key, text] of pairs) {
    const isMember = key.startsWith(`${name}[`) && key.endsWith("]");
    if (isMember) branchAt(root, key.slice(name.length + 1, -1)).texts.push(decode(text));
  }
  if (root.members.size > 0) return branchValueOf(root, value);
  const plain = pairs.filter(([key]) => key === name).map(([, text]) => decode(text));
  return plain.length === 0 ? undefined : repeatedOf(plain, value);
}

/** The value at a sequence of brackets, and what is nested further. */
interface Branch {
  readonly texts: string[];
  readonly members: Map<string, Branch>;
}

/** A deeper name is never described, and would only cost time. */
const deepest = 32;

/** `mix][0`: the text between the outermost brackets. */
function branchAt(root: Branch, inner: string): Branch {
  const names = inner.split("][");
  const path = [
    ...names.slice(0, deepest - 1),
    ...(names.length < deepest ? [] : [names.slice(deepest - 1).join("][")]),
  ];
  return path.reduce((branch, name) => {
    const member = branch.members.get(name) ?? { texts: [], members: new Map<string, Branch>() };
    branch.members.set(name, member);
    return member;
  }, root);
}

function branchValueOf({ texts, members }: Branch, shape: Shape): unknown {
  const [only = ""] = texts;
  if (members.size === 0) return texts.length > 1 ? repeatedOf(texts, shape) : readText(only, shape);
  const array = arrayOf(shape);
  const items = array === null ? null : branchItemsOf(members);
  if (array !== null && items !== null) {
    const { prefix = [] } = array;
    return items.map((item, index) => branchValueOf(item, prefix[index] ?? array.items));
  }
  const object = objectOf(shape);
  return Object.fromEntries(
    [...members].map(([name, member]) => {
      return [name, branchValueOf(member, object === null ? "any" : (memberOf(object, name) ?? "any"))];
    }),
  );
}

/** `[0]`, `[1]`, …, or `[]` for each; `null` for other names. */
function branchItemsOf(members: Branch["members"]): Branch[] | null {
  const only = members.get("");
  if (only !== undefined)
    return members.size === 1 ? only.texts.map((text) => ({ texts: [text], members: new Map() })) : null;
  const items = Array.from(members, (_, index) => members.get(String(index)));
  return items.every((item) => item !== undefined) ? items : null;
}
