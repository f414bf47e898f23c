// A large JSON description -> its parts: paths, components and the like, each parsed once as long as its text stays the same. A key
// changes one of them, so what is done again is a thousandth of the text.
import type { Edit } from "./edit.ts";
import { memberAt, objectAt, type WrittenMember } from "./json-scan.ts";

/** A member of a map of parts, such as `"Order": { … }` in `components.schemas`. */
export interface Part {
  /** The keys that lead to it, its own last. */
  readonly tokens: readonly string[];
  readonly start: number;
  readonly end: number;
  /** Whether brackets and quotes close what they open; otherwise it ends where it ended before. */
  readonly isClosed: boolean;
  /** Another object when its text is another: what is known of it is found by it. */
  readonly written: object;
}

/** A map of parts: `paths`, `components.schemas`. */
export interface PartMap {
  readonly tokens: readonly string[];
  /** After its brace. */
  readonly open: number;
  /** At its closing brace. */
  readonly close: number;
  readonly parts: readonly Part[];
}

/** Of objects at the top of a document; of `components`, each of its members has parts. */
const mapsOfParts: ReadonlySet<string> = new Set([
  ...["paths", "webhooks", "x-webhooks", "definitions", "parameters", "responses", "channels", "operations", "$defs"],
]);

/** In the order of the text; `null` for a text that is not a JSON object. */
export function partMapsOf(text: string): readonly PartMap[] | null {
  const root = objectAt(text, 0);
  if (root === null) return null;
  const maps: PartMap[] = [];
  for (const member of root.members) {
    if (member.key === "components") {
      for (const kind of objectAt(text, member.value)?.members ?? []) add(["components", kind.key], kind);
    } else if (mapsOfParts.has(member.key)) add([member.key], member);
  }
  function add(tokens: readonly string[], { value }: WrittenMember): void {
    const map = objectAt(text, value);
    // Requirements name security schemes, so these are never left out.
    if (map === null || tokens[1] === "securitySchemes") return;
    const parts = map.members.map(({ key, start, end }) => {
      return { tokens: [...tokens, key], start, end, isClosed: true, written: {} };
    });
    maps.push({ tokens, open: map.open, close: map.close, parts });
  }
  return maps;
}

/** The part that an edit is inside of, so that it can change nothing else; `null` where there is none. */
export function partAround(maps: readonly PartMap[], { start, end }: Pick<Edit, "start" | "end">): Part | null {
  for (const map of maps) {
    if (start < map.open || end > map.close) continue;
    return map.parts.find((part) => part.start < start && end < part.end) ?? null;
  }
  return null;
}

/** The maps after an edit, `text` being the text after it; `null` where it is not a JSON object any more. */
export function editedMaps(maps: readonly PartMap[] | null, edit: Edit, text: string): readonly PartMap[] | null {
  if (maps === null) return partMapsOf(text);
  const inside = editedInside(maps, edit, text);
  if (inside !== null) return inside;
  const newMaps = partMapsOf(text);
  return newMaps === null ? null : withSameParts(newMaps, maps, edit);
}

/** `null` where the maps have to be found again. */
function editedInside(maps: readonly PartMap[], edit: Edit, text: string): readonly PartMap[] | null {
  const changed = partAround(maps, edit);
  if (changed === null) return null;
  const by = edit.text.length - (edit.end - edit.start);
  const editedMember = memberAt(text, changed.start);
  const end = changed.end + by;
  // It ends earlier: what follows may be parts of their own.
  if (editedMember !== null && editedMember.end < end) return null;
  const isClosed = editedMember?.end === end;
  const tokens = [...changed.tokens.slice(0, -1), isClosed ? editedMember.key : (changed.tokens.at(-1) ?? "")];
  const edited: Part = { tokens, start: changed.start, end, isClosed, written: {} };
  const after = (offset: number): number => (offset >= edit.end ? offset + by : offset);
  return maps.map((map) => {
    if (map.close < edit.start) return map;
    const parts = map.parts.map((part) =>
      part === changed
        ? edited
        : part.end < edit.start
          ? part
          : { ...part, start: after(part.start), end: after(part.end) },
    );
    return { ...map, open: after(map.open), close: after(map.close), parts };
  });
}

/** What is before and after an edit is the same as before it. */
function withSameParts(newMaps: readonly PartMap[], maps: readonly PartMap[], edit: Edit): readonly PartMap[] {
  const by = edit.text.length - (edit.end - edit.start);
  const known = new Map<string, Part>();
  for (const part of maps.flatMap(({ parts }) => parts)) {
    if (part.end <= edit.start) known.set(`${part.start} ${part.end}`, part);
    if (part.start >= edit.end) known.set(`${part.start + by} ${part.end + by}`, part);
  }
  return newMaps.map((map) => ({
    ...map,
    parts: map.parts.map((part) => ({
      ...part,
      written: known.get(`${part.start} ${part.end}`)?.written ?? part.written,
    })),
  }));
}
