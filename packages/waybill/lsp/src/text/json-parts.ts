// A JSON text -> its parts, found by brackets and quotes.
import { memberAt, objectAt, type WrittenMember } from "./json-scan.ts";
import { hasParts, type PartMap } from "./part.ts";

/** `null` for a text that is not a JSON object. */
export function jsonPartMaps(text: string): readonly PartMap[] | null {
  const root = objectAt(text, 0);
  if (root === null) return null;
  const maps: PartMap[] = [];
  for (const member of root.members) {
    if (member.key === "components") {
      for (const kind of objectAt(text, member.value)?.members ?? []) add(["components", kind.key], kind);
    } else if (hasParts(member.key)) add([member.key], member);
  }
  function add(tokens: readonly string[], { value }: WrittenMember): void {
    const map = objectAt(text, value);
    // Requirements name security schemes, so these are never left out.
    if (map === null || tokens[1] === "securitySchemes") return;
    const parts = map.members.map(({ key, start, end }) => {
      return { tokens: [...tokens, key], start, end, isClosed: true, written: {} };
    });
    maps.push({ tokens, open: map.open, close: map.close, indent: null, parts });
  }
  return maps;
}

/** What a part is after an edit inside of it; `null` where it may be several. */
export function jsonPartIn(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): { readonly key: string | null; readonly isClosed: boolean } | null {
  const member = memberAt(text, start);
  // It ends earlier: what follows may be parts of their own.
  if (member !== null && member.end < end) return null;
  const isClosed = member?.end === end;
  return { key: isClosed ? member.key : null, isClosed };
}
