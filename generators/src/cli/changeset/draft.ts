// A changeset as it is, and what changed now -> the changeset with the changes listed, and everything kept that somebody wrote.
import { type Bump, isLarger } from "../../diff/index.ts";
import { type ChangesetFile, type Drafted, markOf, type PackageLine } from "./changeset-file.ts";

export interface Draft {
  /** The bump that each package needs. */
  readonly bumps: ReadonlyMap<string, Bump>;
  /** What the body has to list, in order. */
  readonly lines: readonly DraftLine[];
}

export interface DraftLine {
  /** Headings stand alone; items follow each other. */
  readonly kind: "heading" | "item";
  readonly text: string;
}

/** `null` when nothing is left that anybody would want to read. */
export function updatedChangeset(existing: ChangesetFile | null, draft: Draft): ChangesetFile | null {
  const drafted = existing?.drafted ?? { bumps: new Map(), marks: new Set() };
  const own = (existing?.lines ?? []).filter((line) => !drafted.marks.has(markOf(line)));
  if (draft.lines.length === 0 && own.every((line) => line.trim() === "")) return null;
  return {
    packages: updatedPackages(existing?.packages ?? [], drafted, draft.bumps),
    drafted: { bumps: draft.bumps, marks: new Set(draft.lines.map(({ text }) => markOf(text))) },
    lines: updatedLines(existing?.lines ?? [], drafted.marks, draft.lines),
  };
}

/** A bump that somebody raised or lowered by hand stays, until the changes need more than they did then. */
function updatedPackages(
  existing: readonly PackageLine[],
  drafted: Drafted,
  needed: ReadonlyMap<string, Bump>,
): PackageLine[] {
  const kept = existing.flatMap(({ name, bump }): PackageLine[] => {
    const now = needed.get(name);
    const then = drafted.bumps.get(name);
    // Nothing needs it any more, and nobody but the draft before asked for it.
    if (now === undefined) return then === bump ? [] : [{ name, bump }];
    const isByHand = then !== bump;
    const needsMore = then === undefined || isLarger(now, then);
    if (isByHand && (!needsMore || (bump !== "none" && isLarger(bump, now)))) return [{ name, bump }];
    return [{ name, bump: now }];
  });
  const names = new Set(existing.map(({ name }) => name));
  const added = [...needed].filter(([name]) => !names.has(name)).map(([name, bump]) => ({ name, bump }));
  return [...kept, ...added];
}

/**
 * What was drafted before and is no longer so goes; what is new comes after what it follows in the list. A line that was drafted
 * and is gone was taken out or written anew by somebody: it does not come back.
 */
function updatedLines(existing: readonly string[], marks: ReadonlySet<string>, wanted: readonly DraftLine[]): string[] {
  const wantedMarks = new Set(wanted.map(({ text }) => markOf(text)));
  const isStale = (line: string): boolean => marks.has(markOf(line)) && !wantedMarks.has(markOf(line));
  const lines = withoutLines(existing, isStale);
  let after = -1;
  for (const { kind, text } of wanted) {
    const mark = markOf(text);
    const at = lines.findIndex((line) => markOf(line) === mark);
    if (at >= 0) after = at;
    else if (!marks.has(mark))
      after = insertLine(lines, { kind, text }, pastOthers(lines, after, { kind, wantedMarks }));
  }
  return lines;
}

interface Inserted {
  readonly kind: DraftLine["kind"];
  readonly wantedMarks: ReadonlySet<string>;
}

/** The last line of what somebody wrote there: a heading comes after all of it, an item after their items. */
function pastOthers(lines: readonly string[], after: number, { kind, wantedMarks }: Inserted): number {
  if (after < 0) return lines.length - 1;
  let last = after;
  for (const [offset, line] of lines.slice(after + 1).entries()) {
    if (line.trim() === "") continue;
    const isTheirs = !wantedMarks.has(markOf(line)) && (kind === "heading" || /^(?:- | {2,})/.test(line));
    if (!isTheirs) break;
    last = after + 1 + offset;
  }
  return last;
}

/** A line that stood alone takes one of the empty lines around it along. */
function withoutLines(lines: readonly string[], isGone: (line: string) => boolean): string[] {
  const left: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (!isGone(line)) left.push(line);
    else if (left.at(-1)?.trim() === "" && lines[index + 1]?.trim() === "") left.pop();
  }
  return left;
}

/** Where it stands then. */
function insertLine(lines: string[], { kind, text }: DraftLine, after: number): number {
  const before = lines[after];
  const followsItem = kind === "item" && before !== undefined && before.startsWith("- ");
  const isApart = before === undefined || before.trim() === "" || followsItem;
  const next = lines[after + 1];
  const lead = isApart ? [] : [""];
  const trail = next === undefined || next.trim() === "" || (kind === "item" && next.startsWith("- ")) ? [] : [""];
  lines.splice(after + 1, 0, ...lead, text, ...trail);
  return after + 1 + lead.length;
}
