// The parts of a large text -> its value, as the toolkit parses it whole. A part whose text is the same is not parsed again.
import { type ParseFile, parseFile } from "waybill/language";
import { valueAt } from "../value-at.ts";
import { excerptOf } from "./excerpt.ts";
import { bracketsIn } from "./json-scan.ts";
import { copied, type Part, type PartMap } from "./part.ts";
import { positionsByParts } from "./part-positions.ts";

type Parsed = ReturnType<ParseFile>;
type Unparsed = Omit<Parameters<ParseFile>[0], "format">;

/** `anchored`: of a part in YAML that may have anchors, its number of values. */
type ParsedPart = Parsed & { readonly anchored?: number };

const parsedParts = new WeakMap<object, ParsedPart>();

/**
 * `null` where only the whole text can say: with a part that is not closed, with duplicate keys, beyond a limit, and outside of the parts; in
 * YAML, with any part that does not parse by itself. `isRough`: then that part is what is wrong.
 */
export function parseParts(file: Unparsed, maps: readonly PartMap[], isRough = false): Parsed | null {
  return maps.some(({ indent }) => indent !== null) ? parseYamlParts(file, maps, isRough) : parseJsonParts(file, maps);
}

/** Characters of the parts that are not parsed yet. */
export function unparsedIn(maps: readonly PartMap[]): number {
  const unparsed = maps.flatMap(({ parts }) => parts.filter(({ written }) => !parsedParts.has(written)));
  return unparsed.reduce((sum, { start, end }) => sum + end - start, 0);
}

/** The parts of a text whose value is known, and in which nothing is anchored. Whether the value has all of them. */
export function knowParts(maps: readonly PartMap[], value: unknown): boolean {
  const all = maps.flatMap(({ parts }) => parts);
  const members = all.map(({ tokens }) => {
    const above = valueAt(value, tokens.slice(0, -1));
    const key = tokens.at(-1) ?? "";
    return Object.hasOwn(Object(above), key) ? Object.fromEntries([[key, Reflect.get(Object(above), key)]]) : null;
  });
  if (members.includes(null)) return false;
  for (const [index, { written }] of all.entries()) parsedParts.set(written, { ok: true, value: members[index] });
  return true;
}

function parseJsonParts({ path, text, limits }: Unparsed, maps: readonly PartMap[]): Parsed | null {
  const json = (part: string): Parsed => parseFile({ path, text: part, format: "json", limits });
  if (text.startsWith("\uFEFF")) return null;
  const rest = excerptOf(text, maps, new Set());
  const skeleton = json(rest.text);
  if (!skeleton.ok) return null;
  const ends = new Map<number, number>();
  const addEnd = (start: number, end: number): void => {
    if (end - start >= large) ends.set(start, end);
  };
  for (const [start, end] of bracketsIn(rest.text)) addEnd(rest.offsetOf(start), rest.offsetOf(end - 1) + 1);
  for (const map of maps) {
    const members: [string, unknown][] = [];
    for (const part of map.parts) {
      const key = part.tokens.at(-1) ?? "";
      const parsed = parsedOf(part, () => json(`{${text.slice(part.start, part.end)}}`));
      if (!parsed.ok)
        return isExact(part, parsed) && !text.includes("<<<<<<<")
          ? { ...parsed, offset: part.start + parsed.offset - 1 }
          : null;
      members.push([key, Reflect.get(Object(parsed.value), key)]);
      // The brace around it, which is added, begins at 0.
      for (const [start, end] of parsed.ends ?? [])
        if (start > 0) ends.set(part.start + start - 1, part.start + end - 1);
    }
    if (!replace(skeleton.value, map.tokens, members)) return null;
  }
  return { ok: true, value: skeleton.value, ends };
}

/**
 * Aliases are read where their anchor is in the same part: any other has no value there, and one that is in the rest of the document might
 * mean an anchor in a part.
 */
function parseYamlParts({ path, text, limits }: Unparsed, maps: readonly PartMap[], isRough: boolean): Parsed | null {
  const rest = excerptOf(text, maps, new Set());
  const skeleton = parseFile({ path, text: rest.text, format: "yaml", limits });
  if (!skeleton.ok) return isRough && !isUnknownAlias(skeleton) ? skeleton : null;
  let aliased = 0;
  for (const map of maps) {
    const members: [string, unknown][] = [];
    const depth = limits.depth - map.tokens.length;
    for (const part of map.parts) {
      const parsed = parsedOf(part, () => {
        const partText = copied(text.slice(part.start - (map.indent ?? 0), part.end));
        const parsedPart = parseFile({ path, text: partText, format: "yaml", limits: { ...limits, depth } });
        return anchor.test(partText) && parsedPart.ok
          ? { ...parsedPart, anchored: sizeOf(parsedPart.value) }
          : parsedPart;
      });
      if (!parsed.ok) return isRough && !isUnknownAlias(parsed) ? parsed : null;
      const [member, ...more] = Object.entries(Object(parsed.value));
      if (member === undefined || more.length > 0 || member[0] !== part.tokens.at(-1)) return null;
      aliased += parsed.anchored ?? 0;
      members.push(member);
    }
    if (!replace(skeleton.value, map.tokens, members)) return null;
  }
  // Each is within the limit of what aliases lead to; all together may not be.
  if (aliased > limits.aliasedValues || (aliased > 0 && alias.test(rest.text))) return null;
  return { ok: true, value: skeleton.value, positions: positionsByParts(text, maps) };
}

/** Whether a text may parse with what was before it. */
export function isUnknownAlias(fault: Parsed): boolean {
  return "detail" in fault && fault.detail.startsWith("unidentified alias");
}

/** Or a text that looks like one. */
const [anchor, alias] = [/(?:^|[\s[\]{},:-])&[^\s&]/, /(?:^|[\s[\]{},:-])\*[^\s*]/];

/** The number of values in a value. */
function sizeOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + sizeOf(member), 1);
}

/** Characters. The toolkit remembers where values of this length end, and scans shorter ones. */
const large = 1024;

function parsedOf({ written }: Part, parse: () => ParsedPart): ParsedPart {
  const known = parsedParts.get(written) ?? parse();
  parsedParts.set(written, known);
  return known;
}

/** Whether a parser of the whole text stops at the same character, for the same reason. */
function isExact({ isClosed }: Part, fault: Parsed): fault is Extract<Parsed, { readonly offset: number }> {
  return isClosed && !fault.ok && "offset" in fault && fault.limit === undefined;
}

/** Puts the members of a map in its place; not where two have the same key, or where the rest has none such map. */
function replace(root: unknown, tokens: readonly string[], members: readonly [string, unknown][]): boolean {
  const built: unknown = Object.fromEntries(members);
  if (Object.keys(Object(built)).length < members.length) return false;
  const above = tokens.slice(0, -1).reduce<unknown>((at, token) => Reflect.get(Object(at), token), root);
  const key = tokens.at(-1) ?? "";
  if (typeof above !== "object" || above === null || !Object.hasOwn(above, key)) return false;
  const empty: unknown = Reflect.get(above, key);
  if (typeof empty !== "object" || empty === null || Object.keys(empty).length > 0) return false;
  return Reflect.set(above, key, built);
}
