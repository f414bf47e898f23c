// Spec text into code: the only ways for a string from a description to reach the output outside comments.
import { arrayOf, type Code, code, objectOf, trusted } from "./code.ts";
import { asConst } from "./type-code.ts";

/** A JSON value as a TypeScript expression that evaluates to exactly that value; its integers may be `bigint`. */
export function literal(value: unknown): Code {
  switch (typeof value) {
    case "string":
      return trusted(stringLiteral(value));
    case "number":
      return trusted(numberLiteral(value));
    case "boolean":
      return trusted(String(value));
    case "bigint":
      return trusted(bigintLiteral(value));
    case "object":
      if (value === null) return trusted("null");
      if (Array.isArray(value)) return arrayOf(value.map(literal));
      return objectOf(literalMembers(Object.entries(value)));
    default:
      throw new TypeError(`not a JSON value: ${typeof value}`);
  }
}

/** The same expression over several lines, where one line of it would have more than 100 characters. */
export function literalInLines(value: unknown): Code {
  if (typeof value !== "object" || value === null || JSON.stringify(value).length <= 100) return literal(value);
  if (Array.isArray(value)) return arrayOf(value.map(literalInLines), true);
  const members = Object.entries(value).map(([name, member]) => {
    return typeof member === "object"
      ? code`${propertyKey(name)}: ${literalInLines(member)}`
      : literalMemberOf(name, member);
  });
  return objectOf(members, true);
}

/** The members of an object literal, in this order. */
export function literalMembers(members: readonly (readonly [string, unknown])[]): Code[] {
  return members.map(([name, value]) => literalMemberOf(name, value));
}

/** TypeScript infers a record of strings from `{ toString: "a" }` where one of `"a"` is expected, unless it has `as const`. */
function literalMemberOf(name: string, value: unknown): Code {
  const needsConst = typeof value === "string" && name in Object.prototype;
  return code`${propertyKey(name)}: ${needsConst ? asConst(literal(value)) : literal(value)}`;
}

/** A double-quoted string literal: everything outside printable ASCII that could end or hide a line is escaped. */
function stringLiteral(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  return escapedHidden(JSON.stringify(text));
}

/** The same literal with escapes for what could end or hide a line, and for lone surrogates. */
export function escapedHidden(written: string): string {
  return written.replace(/[\u007f-\u00a0\u2028-\u202f\ufff0-\uffff\p{Cf}\p{Cs}]/gu, escapeUnits);
}

/** Most strings match: printable ASCII with nothing to escape. */
const plain = /^[ !#-[\]-~]*$/;

/** A name in a type: bare when it is a plain identifier, quoted otherwise. */
export function key(name: string): Code {
  return trusted(isPlainName(name) ? name : stringLiteral(name));
}

/** A key for an object literal that is evaluated: `__proto__: x` would set the prototype, `["__proto__"]: x` creates a member. */
export function propertyKey(name: string): Code {
  return name === "__proto__" ? trusted('["__proto__"]') : key(name);
}

/** The type of all strings that start with `prefix`: `` `image/${string}` ``. */
export function prefixType(prefix: string): Code {
  const inner = stringLiteral(prefix).slice(1, -1).replaceAll("`", "\\`").replaceAll("$", "\\$");
  return trusted(`\`${inner}\${string}\``);
}

/** An expression for an ECMA-262 pattern, in Unicode mode: `/^[0-9]+$/u` where that is safe, else `new RegExp("…", "u")`. */
export function regExpLiteral(pattern: string): Code {
  return trusted(isPlainPattern(pattern) ? `/${pattern}/u` : `new RegExp(${stringLiteral(pattern)}, "u")`);
}

/**
 * Nothing that could end a literal, start a comment or be mistaken for other syntax; no `\p{…}` and only the oldest groups,
 * since TypeScript checks literals with its own tables. The engine decides in the end: it must accept the pattern unchanged.
 */
function isPlainPattern(pattern: string): boolean {
  const isPlain = !/[^ -~]|["'`<>/]/.test(pattern);
  if (!isPlain || /^[*+?]|\$\{|\\[pPk]|\(\?(?![:=!])/.test(pattern)) return false;
  try {
    return new RegExp(pattern, "u").source === pattern;
  } catch {
    return false;
  }
}

/** The name of a variable, a function or a type. Throws a `TypeError` for a word that cannot be one: `memberOf` takes any name. */
export function identifier(name: string): Code {
  if (isIdentifier(name)) return trusted(name);
  const advice = "memberOf(object, name) writes a member, propertyKey(name) a key";
  throw new TypeError(`not the name of a variable: ${JSON.stringify(name)}; ${advice}`);
}

/** `client.get`, `client.delete`, `client["a-b"]`: a member of `object`, which is a name, a call or another member. */
export function memberOf(object: Code, name: string): Code {
  return isWord(name) ? code`${object}.${trusted(name)}` : code`${object}[${literal(name)}]`;
}

/** The name of a method of an interface: bare when it is an identifier in any script, otherwise as `propertyKey`. */
export function methodName(name: string): Code {
  return isWord(name) && name !== "__proto__" ? trusted(name) : propertyKey(name);
}

/** The name of a parameter or type parameter. Some words that other names cannot be are allowed here, such as `type` and `of`. */
export function bindingName(name: string): Code {
  if (!isWord(name)) throw new TypeError(`not an identifier: ${JSON.stringify(name)}`);
  return trusted(name);
}

/** A Unicode identifier (ECMA-262) that may name a value and a type. */
export function isIdentifier(name: string): boolean {
  return isWord(name) && !reservedWords.has(name) && name !== "__proto__";
}

function isWord(name: string): boolean {
  return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name);
}

function isPlainName(name: string): boolean {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) && name !== "__proto__";
}

function numberLiteral(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`not a JSON number: ${value}`);
  return Object.is(value, -0) ? "-0" : String(value);
}

/** No `5n`, which compilers reject below target ES2020. A number holds what it holds exactly. */
function bigintLiteral(value: bigint): string {
  const isSafe = value === BigInt(Number(value)) && Number.isSafeInteger(Number(value));
  return isSafe ? `BigInt(${value})` : `BigInt("${value}")`;
}

/** `5n`: as a type it is allowed for every target. */
export function bigintType(value: bigint): Code {
  return trusted(`${value}n`);
}

/** As UTF-16: a character beyond the BMP takes two escapes. */
function escapeUnits(character: string): string {
  return character.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Without the words that are reserved in some places only, such as `get` and `of`. */
const reservedWords: ReadonlySet<string> = new Set(
  (
    "any arguments await bigint boolean break case catch class const continue debugger default delete do else " +
    "enum eval export extends false finally for function if implements import in infer instanceof interface keyof " +
    "let never new null number object package private protected public readonly require return static string " +
    "super switch symbol this throw true try typeof undefined unique unknown var void while with yield NaN " +
    "Infinity globalThis"
  ).split(" "),
);
