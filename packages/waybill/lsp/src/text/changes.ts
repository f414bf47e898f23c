// A text and the edits since -> where it has changed, and offsets of the one in the other.
import type { Edit } from "./edit.ts";

interface Span {
  readonly start: number;
  readonly end: number;
}

type Replacement = Pick<Edit, "start" | "end" | "text">;

/** A part of the text before, and what is in its place now. Edits that touch each other are one change. */
export interface Change {
  readonly before: Span;
  readonly now: Span;
}

/** The changes after one more edit, in the order of the text. */
export function withEdit(changes: readonly Change[], { start, end, text }: Replacement): Change[] {
  const above = changes.filter(({ now }) => now.end < start);
  const below = changes.filter(({ now }) => now.start > end);
  const touched = changes.slice(above.length, changes.length - below.length);
  const by = text.length - (end - start);
  const [first, last] = [touched[0], touched.at(-1)];
  const from = Math.min(start, first?.now.start ?? start);
  const to = Math.max(end, last?.now.end ?? end);
  const shifted = (offset: number, change: Change | undefined): number =>
    change === undefined ? offset : offset + change.before.end - change.now.end;
  const before = { start: shifted(from, above.at(-1)), end: shifted(to, last ?? above.at(-1)) };
  return [
    ...above,
    { before, now: { start: from, end: to + by } },
    ...below.map((one) => ({ ...one, now: { start: one.now.start + by, end: one.now.end + by } })),
  ];
}

/** Without what an edit of a text leaves the same at its ends: editors may replace a whole line, or all lines. */
export function trimmed(text: string, { start, end, text: written }: Replacement): Replacement {
  const shorter = Math.min(end - start, written.length);
  let [first, last] = [0, 0];
  while (first < shorter && text[start + first] === written[first]) first += 1;
  while (last < shorter - first && text[end - 1 - last] === written[written.length - 1 - last]) last += 1;
  return { start: start + first, end: end - last, text: written.slice(first, written.length - last) };
}

/** Where an offset of the text now was before; `null` inside of what is new. */
export function offsetBefore(changes: readonly Change[], offset: number): number | null {
  let by = 0;
  for (const { before, now } of changes) {
    if (offset <= now.start) break;
    if (offset < now.end) return null;
    by = before.end - now.end;
  }
  return offset + by;
}

/** Where a part of the text before is now. What is new around it is not part of it. */
export function spanNow(changes: readonly Change[], span: Span): Span {
  let [start, end] = [span.start, span.end];
  for (const { before, now } of changes) {
    if (span.start >= before.end) start = span.start + now.end - before.end;
    else if (span.start >= before.start) start = now.start;
    if (span.end >= before.end && span.end > before.start) end = span.end + now.end - before.end;
    else if (span.end > before.start) end = now.end;
  }
  return { start, end: Math.max(start, end) };
}
