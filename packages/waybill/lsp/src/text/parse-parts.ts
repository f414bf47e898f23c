// The parts of a large JSON text -> its value, as the toolkit parses it whole. A part whose text is the same is not parsed again.
import { type ParseFile, parseFile } from "waybill/language";
import { excerptOf } from "./excerpt.ts";
import type { Part, PartMap } from "./json-parts.ts";
import { bracketsIn } from "./json-scan.ts";

type Parsed = ReturnType<ParseFile>;

const parsedParts = new WeakMap<object, Parsed>();

/**
 * `null` where only the whole text can say: with a part that is not closed, with duplicate keys, beyond a limit, and outside of the parts.
 */
export function parseParts(
  { path, text, limits }: Omit<Parameters<ParseFile>[0], "format">,
  maps: readonly PartMap[],
): Parsed | null {
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
    const built: unknown = Object.fromEntries(members);
    if (Object.keys(Object(built)).length < members.length) return null;
    if (!replace(skeleton.value, map.tokens, built)) return null;
  }
  return { ok: true, value: skeleton.value, ends };
}

/** Characters. The toolkit remembers where values of this length end, and scans shorter ones. */
const large = 1024;

function parsedOf({ written }: Part, parse: () => Parsed): Parsed {
  const known = parsedParts.get(written) ?? parse();
  parsedParts.set(written, known);
  return known;
}

/** Whether a parser of the whole text stops at the same character, for the same reason. */
function isExact({ isClosed }: Part, fault: Parsed): fault is Extract<Parsed, { readonly offset: number }> {
  return isClosed && !fault.ok && "offset" in fault && fault.limit === undefined;
}

function replace(root: unknown, tokens: readonly string[], value: unknown): boolean {
  const above = tokens.slice(0, -1).reduce<unknown>((at, token) => Reflect.get(Object(at), token), root);
  const key = tokens.at(-1) ?? "";
  if (typeof above !== "object" || above === null || !Object.hasOwn(above, key)) return false;
  return Reflect.set(above, key, value);
}
