// The text of a changeset -> its packages, what an earlier draft added, and its body; and back.
import { createHash } from "node:crypto";
import path from "node:path";
import { type Bump, bumps } from "../../../diff/index.ts";
import type { ApiConfig, ChangesetConfig } from "../../../run/config/config.ts";
import type { DescriptionFiles } from "../../../run/config/description-files.ts";
import { entryOf } from "../../../run/config/target-config.ts";
import { type Usable, unusable, usable } from "../../../run/config/usage.ts";
import { chosenApi, flaggedDocuments, flaggedOptionsOf } from "../../../run/flags/api-documents.ts";
import type { Arguments } from "../../../run/flags/arguments.ts";
import { lenientOf, overlaysOf, readRules, toleratedOf } from "../../../run/flags/reading-flags.ts";

export interface ChangesetFile {
  /** In their order. An invalid bump is `null` and is written back unchanged. */
  readonly packages: readonly PackageLine[];
  /** What `waybill changeset` wrote before; `null` in a file that someone else wrote. */
  readonly drafted: Drafted | null;
  /** The body, as lines. */
  readonly lines: readonly string[];
}

export interface PackageLine {
  readonly name: string;
  readonly bump: Bump | "none";
}

export interface Drafted {
  /** The bump of each package then. */
  readonly bumps: ReadonlyMap<string, Bump>;
  /** The lines of the body, each by its mark. */
  readonly marks: ReadonlySet<string>;
  /** The topics of those lines, by their marks. */
  readonly topics: ReadonlyMap<string, string>;
}

const note = "# Drafted by waybill changeset: run it again after further changes. What you write is kept.";
const bumpsLine = "# drafted: ";
const marksLine = "# lines: ";
const marksInALine = 6;

/** Identifies a line after it has been moved. */
export function markOf(line: string): string {
  return createHash("sha256").update(line.trim()).digest("hex").slice(0, 8);
}

/** Identifies what a line is about: the same for another number or value. */
export function topicOf(line: string): string {
  return markOf(line.replaceAll(/"(?:[^"\\]|\\.)*"|\d[\d.]*/g, "#"));
}

/** `null` when the text is no changeset. */
export function readChangesetFile(text: string): ChangesetFile | null {
  const all = text.split(/\r?\n/);
  const start = all.findIndex((line) => line.trim() !== "");
  const end = all.indexOf("---", start + 1);
  if (all[start]?.trim() !== "---" || end < 0) return null;
  const lines = all.slice(start + 1, end);
  const packages = lines.flatMap((line): PackageLine[] => {
    const [, quoted, plain, value] =
      /^(?:["'](.+?)["']|([^\s#"'][^:]*?))\s*:\s*["']?(\w+)["']?\s*(?:#.*)?$/.exec(line) ?? [];
    const bump = [...bumps, "none" as const].find((each) => each === value);
    const name = quoted ?? plain;
    return name === undefined || bump === undefined ? [] : [{ name, bump }];
  });
  return { packages, drafted: readDrafted(lines), lines: trimmed(all.slice(end + 1)) };
}

function readDrafted(lines: readonly string[]): Drafted | null {
  const wordsAfter = (start: string): string[] =>
    lines.flatMap((line) => (line.startsWith(start) ? line.slice(start.length).split(" ") : []));
  const drafted = wordsAfter(bumpsLine).flatMap((word): [string, Bump][] => {
    const [, name, value] = /^(.+)=(\w+)$/.exec(word) ?? [];
    const bump = bumps.find((each) => each === value);
    return name === undefined || bump === undefined ? [] : [[name, bump]];
  });
  if (drafted.length === 0) return null;
  const known = wordsAfter(marksLine).map((word) => word.split("."));
  const marks = new Set(known.flatMap(([mark]) => mark ?? []));
  const topics = known.flatMap(([mark, topic]): [string, string][] =>
    mark === undefined || topic === undefined ? [] : [[mark, topic]],
  );
  return { bumps: new Map(drafted), marks, topics: new Map(topics) };
}

/** YAML comments record what was drafted: changesets ignores them, and no changelog shows them. */
export function textOfChangeset({ packages, drafted, lines }: ChangesetFile): string {
  const marks = [...(drafted?.marks ?? [])].map((mark) => {
    const topic = drafted?.topics.get(mark);
    return topic === undefined ? mark : `${mark}.${topic}`;
  });
  const rows = Array.from({ length: Math.ceil(marks.length / marksInALine) }, (_, row) =>
    marks.slice(row * marksInALine, (row + 1) * marksInALine),
  );
  const comments =
    drafted === null
      ? []
      : [
          note,
          `${bumpsLine}${[...drafted.bumps].map(([name, bump]) => `${name}=${bump}`).join(" ")}`,
          ...rows.map((row) => `${marksLine}${row.join(" ")}`),
        ];
  const named = packages.map(({ name, bump }) => `${JSON.stringify(name)}: ${bump}`);
  return ["---", ...named, ...comments, "---", "", ...trimmed(lines), ""].join("\n");
}

function trimmed(lines: readonly string[]): string[] {
  const isText = (line: string): boolean => line.trim() !== "";
  const first = lines.findIndex(isText);
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex(isText) + 1);
}

export interface DescribedApi {
  /** `null` where flags name the documents. */
  readonly name: string | null;
  readonly documents: DescriptionFiles;
  readonly changeset: ChangesetConfig;
  /** What paths of the configuration are relative to. */
  readonly base: string;
  /** Absolute: where code is generated into. */
  readonly outputs: readonly string[];
}

export async function describedApi(args: Arguments, cwd: string): Promise<Usable<DescribedApi>> {
  const tolerated = toleratedOf(args);
  if (!tolerated.ok) return tolerated;
  const tolerate = tolerated.value;
  const rules = readRules(args, cwd, null);
  if (!rules.ok) return rules;
  const reading = {
    rules: rules.value,
    tolerate,
    lenient: lenientOf(args),
    options: flaggedOptionsOf(args),
    overlays: overlaysOf(args, cwd),
  };
  const flagged = await flaggedDocuments(args, cwd, reading);
  if (!flagged.ok) return flagged;
  const documents = flagged.value;
  if (documents !== null) {
    if (args.has("config") || args.has("api"))
      return unusable("--openapi and --asyncapi name the whole API", "leave out --config and --api");
    return usable({ name: null, documents, changeset: {}, base: cwd, outputs: [] });
  }
  const chosen = await chosenApi(args, { cwd, tolerate });
  if (!chosen.ok) return chosen;
  const { config, ...api } = chosen.value;
  return usable({ ...api, changeset: config.changeset ?? {}, outputs: outputsOf(config, api.base) });
}

function outputsOf({ out, targets = [] }: ApiConfig, base: string): string[] {
  const targetFolders = targets.flatMap((target) => entryOf(target).out ?? []);
  return [...(out === undefined ? [] : [out]), ...targetFolders].map((folder) => path.resolve(base, folder));
}
