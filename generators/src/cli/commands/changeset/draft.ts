// The text of a changeset, and what changed now -> the changeset with the changes listed, keeping everything that a person wrote.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Bump, isLarger } from "../../../diff/index.ts";
import { memberOf } from "../../../model/fields.ts";
import { expressionOf } from "../../../model/finish/filters.ts";
import { nearestAbove } from "../../../run/config/paths.ts";
import { type Usable, unusable, usable } from "../../../run/config/usage.ts";
import type { Arguments } from "../../../run/flags/arguments.ts";
import {
  type ChangesetFile,
  type DescribedApi,
  type Drafted,
  markOf,
  type PackageLine,
  topicOf,
} from "./changeset-file.ts";

export interface Draft {
  /** The bump that each package needs. */
  readonly bumps: ReadonlyMap<string, Bump>;
  /** What the body has to list, in order. */
  readonly lines: readonly DraftLine[];
}

export interface DraftLine {
  /** Headings have empty lines around them; items follow each other. */
  readonly kind: "heading" | "item";
  readonly text: string;
}

/** `null` when nothing is left. */
export function updatedChangeset(existing: ChangesetFile | null, draft: Draft): ChangesetFile | null {
  const drafted = existing?.drafted ?? { bumps: new Map(), marks: new Set(), topics: new Map() };
  const handwrittenLines = (existing?.lines ?? []).filter((line) => !drafted.marks.has(markOf(line)));
  if (draft.lines.length === 0 && handwrittenLines.every((line) => line.trim() === "")) return null;
  return {
    packages: updatedPackages(existing?.packages ?? [], drafted, draft.bumps),
    drafted: {
      bumps: draft.bumps,
      marks: new Set(draft.lines.map(({ text }) => markOf(text))),
      topics: new Map(draft.lines.map(({ text }) => [markOf(text), topicOf(text)])),
    },
    lines: updatedLines(existing?.lines ?? [], drafted, draft.lines),
  };
}

/** A bump that someone raised or lowered by hand stays, until the changes need more than they did then. */
function updatedPackages(
  existing: readonly PackageLine[],
  drafted: Drafted,
  needed: ReadonlyMap<string, Bump>,
): PackageLine[] {
  const retainedPackages = existing.flatMap(({ name, bump }): PackageLine[] => {
    const now = needed.get(name);
    const then = drafted.bumps.get(name);
    // No change requires it any more, and only the previous draft added it.
    if (now === undefined) return then === bump ? [] : [{ name, bump }];
    const isByHand = then !== bump;
    const needsMore = then === undefined || isLarger(now, then);
    if (isByHand && (!needsMore || (bump !== "none" && isLarger(bump, now)))) return [{ name, bump }];
    return [{ name, bump: now }];
  });
  const names = new Set(existing.map(({ name }) => name));
  const added = [...needed].filter(([name]) => !names.has(name)).map(([name, bump]) => ({ name, bump }));
  return [...retainedPackages, ...added];
}

/**
 * Drafted lines that no longer apply are removed; new lines are inserted after their predecessor in the list. A drafted line
 * that is gone was removed or reworded by hand: it is not added again.
 */
function updatedLines(existing: readonly string[], drafted: Drafted, wanted: readonly DraftLine[]): string[] {
  const { marks } = drafted;
  const reworded = rewordedTopics(existing, drafted, wanted);
  const wantedMarks = new Set(wanted.map(({ text }) => markOf(text)));
  const isStale = (line: string): boolean => marks.has(markOf(line)) && !wantedMarks.has(markOf(line));
  const lines = withoutLines(existing, isStale);
  let after = -1;
  for (const { kind, text } of wanted) {
    const mark = markOf(text);
    const at = lines.findIndex((line) => markOf(line) === mark);
    if (at >= 0) after = at;
    else if (!marks.has(mark)) {
      const written = reworded.has(topicOf(text)) ? `${text} ${rewordedNote}` : text;
      after = insertLine(lines, { kind, text: written }, pastOthers(lines, after, { kind, wantedMarks }));
    }
  }
  return lines;
}

/** A person has to compare the two lines, and remove one with this note. */
const rewordedNote = "**Check:** a line above that was reworded may state an earlier value of this.";

/** What drafted lines were about that someone reworded, and that have another value now. */
function rewordedTopics(existing: readonly string[], { topics }: Drafted, wanted: readonly DraftLine[]): Set<string> {
  const there = new Set([...existing, ...wanted.map(({ text }) => text)].map(markOf));
  return new Set([...topics].flatMap(([mark, topic]) => (there.has(mark) ? [] : [topic])));
}

interface Inserted {
  readonly kind: DraftLine["kind"];
  readonly wantedMarks: ReadonlySet<string>;
}

/** The last line written by hand: a heading comes after all of it, an item after its items. */
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

/** With a line between empty lines, one of those is removed too. */
function withoutLines(lines: readonly string[], isGone: (line: string) => boolean): string[] {
  const remainingLines: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (!isGone(line)) remainingLines.push(line);
    else if (remainingLines.at(-1)?.trim() === "" && lines[index + 1]?.trim() === "") remainingLines.pop();
  }
  return remainingLines;
}

/** The index of the inserted line. */
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

// The API that a changeset is about -> the packages that its changes raise, each with the bump it needs.

export interface RaisedPackage {
  readonly name: string;
  /** Below 1.0.0 a minor version may break: `^0.1.0` does not take it. `null` where the version is not known. */
  readonly version: string | null;
}

/** Those of the flag, of the configuration, or whose folders hold the description and what is generated from it. */
export function raisedPackages(
  api: DescribedApi,
  args: Arguments,
  fixed: Fixed = [],
): Usable<readonly RaisedPackage[]> {
  const documents = [api.documents.openapi, api.documents.asyncapi].flatMap((file) => file ?? []);
  const manifests = [...documents.map((file) => path.dirname(file)), ...api.outputs].flatMap(
    (folder) => manifestAbove(folder) ?? [],
  );
  const named = args.all("package").length > 0 ? args.all("package") : (api.changeset.packages ?? []);
  if (named.length > 0) {
    return usable(
      named.map((name) => ({ name, version: manifests.find((one) => one.name === name)?.version ?? null })),
    );
  }
  const published = manifests.filter(({ isPrivate }) => !isPrivate);
  const packages = new Map((published.length > 0 ? published : manifests).map((one) => [one.name, one]));
  const all = [...packages.values()].map(({ name, version }) => ({ name, version }));
  if (all.length > 0) return usable(firstOfEach(all, fixed));
  return unusable(
    "no package.json around the description or its generated code has a name and a version",
    "name the packages to bump: --package my-api-client",
  );
}

/** Groups of patterns; packages of a group have one version. */
export type Fixed = readonly (readonly string[])[];

/** `fixed` of the configuration of changesets. */
export function fixedGroupsIn(folder: string): Fixed {
  const file = path.join(folder, "config.json");
  const parsed: unknown = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
  const fixed = memberOf(parsed, "fixed");
  const groups: readonly unknown[] = Array.isArray(fixed) ? fixed : [];
  return groups.filter(
    (group): group is string[] => Array.isArray(group) && group.every((one) => typeof one === "string"),
  );
}

/** One package of a group raises all of them, and the changes are in its changelog alone instead of in each. */
function firstOfEach(packages: readonly RaisedPackage[], fixed: Fixed): RaisedPackage[] {
  const groupOf = (name: string): readonly string[] | undefined => fixed.find((group) => isIn(group, name));
  return packages.filter(({ name }, index) => {
    const group = groupOf(name);
    return group === undefined || packages.findIndex((one) => groupOf(one.name) === group) === index;
  });
}

/** Whether a changeset that names one package raises the other: it is the same, or they share a version. */
export function isRaisedWith(named: string, name: string, fixed: Fixed): boolean {
  return named === name || fixed.some((group) => isIn(group, named) && isIn(group, name));
}

function isIn(group: readonly string[], name: string): boolean {
  const matches = (pattern: string): boolean => expressionOf(pattern).test(name);
  const [excluded, included] = [
    group.filter((one) => one.startsWith("!")),
    group.filter((one) => !one.startsWith("!")),
  ];
  return included.some(matches) && !excluded.some((pattern) => matches(pattern.slice(1)));
}

/** The bump that a package of that version gets. */
export function bumpFor({ version }: RaisedPackage, bump: Bump): Bump {
  return version?.startsWith("0.") === true && bump === "major" ? "minor" : bump;
}

interface Manifest extends RaisedPackage {
  readonly isPrivate: boolean;
}

/** The package that a folder belongs to; no further up than the repository. */
function manifestAbove(folder: string): Manifest | null {
  return nearestAbove(folder, (at): Manifest | null | undefined => {
    const file = path.join(at, "package.json");
    const parsed: unknown = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
    const [name, version] = [memberOf(parsed, "name"), memberOf(parsed, "version")];
    if (typeof name !== "string") return undefined;
    return typeof version === "string" ? { name, version, isPrivate: memberOf(parsed, "private") === true } : null;
  });
}
