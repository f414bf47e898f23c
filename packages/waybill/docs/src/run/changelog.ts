// Older versions of the description -> the page of changes, newest first, by the rules of `waybill diff`.
import path from "node:path";
import type { DescriptionFiles, Terminal } from "waybill/command";
import { type Change, diffDescriptions, readApi } from "waybill/description";
import type { Block, Page } from "../blocks/block.ts";
import { markdownOf } from "../blocks/markdown.ts";
import type { Version } from "../config.ts";
import type { FeedEntry } from "../content.ts";

export interface Changelog {
  readonly pages: readonly Page[];
  /** Of versions whose day is known, the newest first. */
  readonly releases: readonly FeedEntry[];
}

export async function changelogOf(
  since: readonly string[],
  documents: readonly DescriptionFiles[],
  versions: readonly Version[],
  { cwd, err }: Terminal,
): Promise<Changelog> {
  const [primaryDocument] = documents;
  const current = primaryDocument?.openapi ?? primaryDocument?.asyncapi ?? null;
  if (since.length === 0 || primaryDocument === undefined || current === null) return { pages: [], releases: [] };
  const field = primaryDocument.openapi === null ? "asyncapi" : "openapi";
  const files = [...since.map((file) => path.resolve(cwd, file)), current];
  const blocks: Block[] = [];
  const releases: FeedEntry[] = [];
  for (const [at, revision] of files.entries()) {
    const base = files[at - 1];
    if (base === undefined) continue;
    const { changes, problems } = diffDescriptions(
      { cwd, [field]: base, lenient: () => true },
      { cwd, [field]: revision, lenient: () => true },
    );
    if (changes === null) {
      err(`docs: no changelog from ${base} to ${revision}: ${problems.map(({ message }) => message).join("; ")}\n`);
      continue;
    }
    const version = versionOf(revision, field, cwd);
    const date = versions.find((one) => one.version === version)?.date;
    const releaseBlocks = versionBlocks(version, changes, date);
    blocks.unshift(...releaseBlocks);
    if (date !== undefined) releases.unshift({ version, date, text: pageOf(releaseBlocks.slice(1)).text });
  }
  return { pages: [pageOf(blocks).page], releases };
}

function pageOf(main: readonly Block[]): { page: Page; text: string } {
  const description = "What changed in the API, version by version.";
  const page: Page = {
    path: "/changelog/",
    title: "Changelog",
    description,
    kind: "other",
    intro: [],
    main,
    aside: [],
  };
  return { page, text: markdownOf(page, "/").split("\n\n").slice(2).join("\n\n") };
}

function versionOf(file: string, field: "openapi" | "asyncapi", cwd: string): string {
  const { api } = readApi({ cwd, [field]: file });
  return (api?.http ?? api?.messaging)?.info.version ?? path.basename(file);
}

const labels = { major: "Breaking changes", minor: "New and compatible", patch: "Other changes" } as const;

function versionBlocks(version: string, changes: readonly Change[], date: string | undefined): Block[] {
  const groups = (["major", "minor", "patch"] as const).flatMap((bump): Block[] => {
    const bumpChanges = changes.filter((change) => change.bump === bump);
    if (bumpChanges.length === 0) return [];
    return [
      { kind: "heading", level: 3, text: labels[bump], id: `v-${version.replace(/[^\w.-]+/g, "-")}-${bump}` },
      { kind: "list", items: bumpChanges.map(({ message }) => [{ markdown: message }]) },
    ];
  });
  const none: Block[] = [{ kind: "line", content: ["Nothing that callers notice."] }];
  return [
    { kind: "heading", level: 2, text: version, id: `v-${version.replace(/[^\w.-]+/g, "-")}` },
    ...(date === undefined ? [] : [{ kind: "line" as const, content: [`Released on ${date}.`] }]),
    ...(groups.length === 0 ? none : groups),
  ];
}
