// The verdicts of another diff, as its own tests state them, and the reasons for those that differ -> both beside those of `waybill diff`.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { load } from "js-yaml";
import { type DiffResult, type DiffSettings, diff } from "../../../generators/src/entries/library/diff.ts";
import { markdownTable } from "../../bench/figures.ts";
import { freshFolder } from "../../stories/harness/fresh-folder.ts";

export interface Pair {
  /** Of tests, or of a rule. */
  readonly names: readonly string[];
  /** In the words of the other diff. */
  readonly level: string;
  readonly base: string;
  readonly revision: string;
  readonly deprecation?: NonNullable<DiffSettings["deprecation"]>;
}

export interface Verdict extends Pair {
  readonly result: DiffResult;
}

interface Difference {
  readonly reason: string;
  readonly of: readonly string[];
}

/** A file `NAME.json.gz` here: descriptions by path, and the pairs of them that tests of the other diff compare. */
export async function readVerdicts(name: string): Promise<readonly Verdict[]> {
  const packed = readFileSync(join(import.meta.dirname, `${name}.json.gz`));
  const { files, pairs }: { files: Readonly<Record<string, string>>; pairs: readonly Pair[] } = JSON.parse(
    gunzipSync(packed).toString(),
  );
  using folder = freshFolder("verdicts");
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path, file)), { recursive: true });
    writeFileSync(join(folder.path, file), text);
  }
  const verdicts: Verdict[] = [];
  for (const pair of pairs) {
    const { base, revision, deprecation } = pair;
    const settings = { cwd: folder.path, ...(deprecation === undefined ? {} : { deprecation }) };
    verdicts.push({ ...pair, result: await diff({ openapi: base }, { openapi: revision }, settings) });
  }
  return verdicts;
}

/** Those of `NAME.yaml` here, with what differs; and what differs without a reason, or does not differ although there is one. */
export function explain(name: string, differing: readonly Verdict[]): { table: string; unexplained: string[] } {
  const differences = load(readFileSync(join(import.meta.dirname, `${name}.yaml`), "utf8")) as readonly Difference[];
  const reasonOf = ({ names }: Verdict) => differences.find(({ of }) => names.some((one) => of.includes(one)));
  const groups = Map.groupBy(differing, (each) => [each.level, bumpOf(each), reasonOf(each)?.reason].join(" | "));
  const rows = [...groups].map(([key, group]) => {
    const [level = "", bump = "", reason = ""] = key.split(" | ");
    const rules = new Set(group.flatMap(majorsOf).map((rule) => `\`${rule}\``));
    return [String(group.length), level, [bump, ...[...rules].sort().slice(0, 3)].join(" "), reason];
  });
  const unused = differences
    .flatMap(({ of }) => of)
    .filter((one) => !differing.some(({ names }) => names.includes(one)))
    .map((one) => `${one}: a reason without a difference`);
  const without = differing
    .filter((verdict) => reasonOf(verdict) === undefined)
    .map(
      (verdict) =>
        `${verdict.names.join(", ")}: ${verdict.level} there, here ${bumpOf(verdict)} ${majorsOf(verdict).join(" ")}`,
    );
  return {
    table: markdownTable(["pairs", "there", "`waybill diff`", "why"], rows),
    unexplained: [...without, ...unused],
  };
}

function bumpOf({ result: { ok, bump } }: Verdict): string {
  return ok ? (bump ?? "nothing") : "error";
}

/** The rules by which it is major. */
function majorsOf({ result: { changes } }: Verdict): string[] {
  return changes.flatMap(({ bump, rule }) => (bump === "major" ? [rule] : []));
}
