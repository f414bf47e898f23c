// A large description -> its parts: paths, components and the like, each parsed once as long as its text stays the same. A key changes one
// of them, so what is done again is a thousandth of the text.
import type { Edit } from "./edit.ts";
import { jsonPartIn, jsonPartMaps } from "./json-parts.ts";
import type { Format, Part, PartMap } from "./part.ts";
import { yamlPartIn, yamlPartMaps } from "./yaml-parts.ts";

/** In the order of the text; `null` for a text whose parts only a parser can find. */
export function partMapsOf(text: string, format: Format): readonly PartMap[] | null {
  return format === "json" ? jsonPartMaps(text) : yamlPartMaps(text);
}

/** The part that an edit is inside of, so that it can change nothing else; `null` where there is none. */
export function partAround(maps: readonly PartMap[], { start, end }: Pick<Edit, "start" | "end">): Part | null {
  for (const map of maps) {
    if (start < map.open || end > map.close) continue;
    return map.parts.find((part) => part.start < start && end < part.end) ?? null;
  }
  return null;
}

/** The maps after an edit, `text` being the text after it; `null` where only a parser can find them. */
export function editedMaps(
  maps: readonly PartMap[] | null,
  edit: Edit,
  { text, format }: { readonly text: string; readonly format: Format },
): readonly PartMap[] | null {
  if (maps === null) return partMapsOf(text, format);
  const inside = editedInside(maps, edit, text);
  if (inside !== null) return inside;
  const newMaps = partMapsOf(text, format);
  return newMaps === null ? null : withSameParts(newMaps, maps, edit);
}

/** `null` where the maps have to be found again. */
function editedInside(maps: readonly PartMap[], edit: Edit, text: string): readonly PartMap[] | null {
  const changed = partAround(maps, edit);
  const home = maps.find(({ parts }) => changed !== null && parts.includes(changed));
  if (changed === null || home === undefined) return null;
  const by = edit.text.length - (edit.end - edit.start);
  const place = { start: changed.start, end: changed.end + by };
  const read = home.indent === null ? jsonPartIn(text, place) : yamlPartIn(text, place, home.indent);
  if (read === null) return null;
  const tokens = [...changed.tokens.slice(0, -1), read.key ?? changed.tokens.at(-1) ?? ""];
  const edited: Part = { ...place, tokens, isClosed: read.isClosed, written: {} };
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
