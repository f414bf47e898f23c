// Older versions of the description -> the page of changes, newest first, by the rules of `waybill diff`.
import path from "node:path";
import type { DescriptionFiles, Terminal } from "waybill/command";
import { type Change, diffDescriptions, readApi } from "waybill/description";
import type { Block, Page } from "../blocks/block.ts";

export async function changelogOf(
  since: readonly string[],
  documents: readonly DescriptionFiles[],
  { cwd, err }: Terminal,
): Promise<Page[]> {
  const [own] = documents;
  const current = own?.openapi ?? own?.asyncapi ?? null;
  if (since.length === 0 || own === undefined || current === null) return [];
  const field = own.openapi === null ? "asyncapi" : "openapi";
  const files = [...since.map((file) => path.resolve(cwd, file)), current];
  const blocks: Block[] = [];
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
    blocks.unshift(...versionBlocks(versionOf(revision, field, cwd), changes));
  }
  const description = "What changed in the API, version by version.";
  return [{ path: "/changelog/", title: "Changelog", description, kind: "other", intro: [], main: blocks, aside: [] }];
}

function versionOf(file: string, field: "openapi" | "asyncapi", cwd: string): string {
  const { api } = readApi({ cwd, [field]: file });
  return (api?.http ?? api?.messaging)?.info.version ?? path.basename(file);
}

const labels = { major: "Breaking changes", minor: "New and compatible", patch: "Other changes" } as const;

function versionBlocks(version: string, changes: readonly Change[]): Block[] {
  const groups = (["major", "minor", "patch"] as const).flatMap((bump): Block[] => {
    const own = changes.filter((change) => change.bump === bump);
    if (own.length === 0) return [];
    return [
      { kind: "heading", level: 3, text: labels[bump], id: `v-${version.replace(/[^\w.-]+/g, "-")}-${bump}` },
      { kind: "list", items: own.map(({ message }) => [{ markdown: message }]) },
    ];
  });
  const none: Block[] = [{ kind: "line", content: ["Nothing that callers notice."] }];
  return [
    { kind: "heading", level: 2, text: version, id: `v-${version.replace(/[^\w.-]+/g, "-")}` },
    ...(groups.length === 0 ? none : groups),
  ];
}
