// A module as data <-> the same in few bytes, for `runtime.json`, which the playground loads too: what can be guessed from its text is
// guessed again, and only the rest is written.
import type { ImportStatement, MemberUse, RuntimeModule, RuntimePart, Span } from "./module.ts";

/** The length of a part, and what was guessed wrong. `unused`: names that are words of it, such as those of properties. */
type PackedPart = number | readonly [length: number, corrections: Corrections];

interface Corrections extends Partial<Omit<RuntimePart, "uses">> {
  readonly unused?: readonly string[];
}

/** `names`: `type A,b as c`. The specifier is written in quotes, before the semicolon at the end. */
type PackedImport = readonly [start: number, length: number, specifier: string, names: string];

export interface PackedModule {
  readonly text: string;
  readonly opening: number;
  readonly imports: readonly PackedImport[];
  /** Where the first part starts. */
  readonly start: number;
  readonly parts: readonly PackedPart[];
}

/** The names in `uses` get another order. Throws for an import or a part that cannot be written this way. */
export function packModule(module: RuntimeModule): PackedModule {
  const { text, opening, imports, parts } = module;
  const guesses = guessParts(text, imports, parts);
  const packed = {
    ...{ text, opening, start: parts[0]?.start ?? 0 },
    imports: imports.map(packImport),
    parts: parts.map((part, at) => packPart(part, guesses[at])),
  };
  if (textOf(unpackModule(packed)) === textOf(module)) return packed;
  throw new Error(`the module that starts with ${JSON.stringify(text.slice(0, 80))} cannot be packed`);
}

export function unpackModule({ text, opening, imports: packedImports, start, parts }: PackedModule): RuntimeModule {
  const imports = packedImports.map(unpackImport);
  let end = start;
  const spans = parts.map((part) => {
    const span = { start: end, end: end + (typeof part === "number" ? part : part[0]) };
    end = span.end;
    return span;
  });
  const guesses = guessParts(text, imports, spans);
  return {
    ...{ text, opening, imports },
    parts: guesses.map((guess, at) => {
      const part = parts[at];
      return typeof part === "object" ? corrected(guess, part[1]) : guess;
    }),
  };
}

function textOf({ parts, ...rest }: RuntimeModule): string {
  return JSON.stringify({ ...rest, parts: parts.map((part) => ({ ...part, uses: part.uses.toSorted() })) });
}

function corrected(guess: RuntimePart, { unused = [], ...corrections }: Corrections): RuntimePart {
  return { ...guess, ...corrections, uses: guess.uses.filter((name) => !unused.includes(name)) };
}

function packPart({ uses, ...part }: RuntimePart, guess: RuntimePart | undefined): PackedPart {
  const length = part.end - part.start;
  const guessed = new Map<string, unknown>(Object.entries(guess ?? {}));
  const wrong = Object.entries(part).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(guessed.get(key)),
  );
  const unused = guess?.uses.filter((name) => !uses.includes(name)) ?? [];
  if (wrong.length === 0 && unused.length === 0) return length;
  return [length, { ...Object.fromEntries(wrong), ...(unused.length === 0 ? {} : { unused }) }];
}

/** Comments, and `export` before a declaration. */
const beforeDeclaration = /^(?:\s|\/\/.*\n|\/\*[\s\S]*?\*\/)*(?<exported>export (?=[a-z]))?/;
const declarationStart =
  /^(?:declare |abstract |async )*(?:(?<type>interface|type) |(?:function\*? ?|class |const |let |enum ))(?<name>[\w$]+)/;

/** As most parts are: one declaration that uses each top-level name that is one of its words. */
function guessParts(text: string, imports: readonly ImportStatement[], spans: readonly Span[]): RuntimePart[] {
  const guesses = spans.map(({ start, end }) => {
    const before = beforeDeclaration.exec(text.slice(start, end));
    const declaration = { start: start + (before?.[0].length ?? 0), end };
    const { name, type } = declarationStart.exec(text.slice(declaration.start, end))?.groups ?? {};
    const declares = name === undefined ? [] : [name];
    const isExported = before?.groups?.["exported"] !== undefined;
    const exports = isExported ? declares.map((one) => ({ name: one, isType: type !== undefined })) : [];
    return { start, end, declaration, declares, exports };
  });
  const imported = imports.flatMap(({ names }) => names.map(({ local }) => local));
  const names = new Set([...imported, ...guesses.flatMap(({ declares }) => declares)]);
  const namespaces = imports.flatMap(({ names }) => names.filter(({ name }) => name === "*").map(({ local }) => local));
  return guesses.map((guess) => ({
    ...guess,
    uses: wordsIn(text, guess.declaration, names),
    members: membersIn(text, guess, ["JSON", ...namespaces]),
    source: null,
  }));
}

function membersIn(text: string, { start, end }: Span, objects: readonly string[]): MemberUse[] {
  const matches = text.slice(start, end).matchAll(/\b(\w+)\.([\w$]+)/g);
  return [...matches].flatMap(({ 0: { length }, 1: object = "", 2: member = "", index }) => {
    const from = start + index;
    const isName = object === "JSON" && text[from + length] === "`";
    return objects.includes(object) && !isName ? [{ start: from, end: from + length, object, member }] : [];
  });
}

/** In the order of the text, each once. */
function wordsIn(text: string, { start, end }: Span, names: ReadonlySet<string>): string[] {
  const identifiers = text.slice(start, end).match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu) ?? [];
  return [...new Set(identifiers)].filter((word) => names.has(word));
}

function packImport({ start, end, source, names }: ImportStatement): PackedImport {
  const importSpecifiers = names.map(({ name, local, isType }) => {
    return `${isType ? "type " : ""}${name}${name === local ? "" : ` as ${local}`}`;
  });
  return [start, end - start, source.specifier, importSpecifiers.join()];
}

function unpackImport([start, length, specifier, specifierList]: PackedImport): ImportStatement {
  const end = start + length;
  const names = (specifierList === "" ? [] : specifierList.split(",")).map((word) => {
    const [, type, name = "", local = name] = /^(type )?(\S+)(?: as (\S+))?$/.exec(word) ?? [];
    return { name, local, isType: type !== undefined };
  });
  const source = { specifier, start: end - specifier.length - '"";'.length, end: end - 1 };
  return { start, end, source, names };
}
