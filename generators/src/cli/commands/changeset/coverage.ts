// The pending changesets, and what changed -> whether they give each package the bump that the changes need.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { listOf, printable } from "../../../diagnostics/index.ts";
import { githubOfChanges } from "../../../diff/format/ci.ts";
import { type ChangeJson, jsonOfChanges } from "../../../diff/format/json.ts";
import { type Bump, bumpOf, type Change, isLarger, largestOf } from "../../../diff/index.ts";
import { pathFrom } from "../../../run/config/paths.ts";
import { repositoryOf } from "../../terminal/report-output.ts";
import type { ExitCode, Format, Terminal } from "../../terminal/terminal.ts";
import { readChangesetFile } from "./changeset-file.ts";
import { bumpFor, fixedGroupsIn, isRaisedWith, type RaisedPackage } from "./draft.ts";

/** What the pending changesets give a package. */
export interface CoveredPackage {
  readonly name: string;
  /** The bump that the changes need; `null` for no changes. */
  readonly needed: Bump | null;
  /** The bump of the changesets; `null` where none names it. */
  readonly given: Bump | null;
  /** The changesets that raise it: `.changeset/brave-boats-sing.md`. */
  readonly files: readonly string[];
}

export interface Checked {
  readonly changes: readonly Change[];
  readonly packages: readonly RaisedPackage[];
  /** Absolute: the folder of changesets. */
  readonly folder: string;
  /** What the description was compared with, as it was named. */
  readonly since: string;
  readonly prefixes: { readonly base: string; readonly revision: string };
  readonly diagnostics: readonly object[];
}

/** Exit code 1 where a package needs a larger bump than the pending changesets give it. Writes nothing. */
export function checkCoverage(checked: Checked, format: Format, terminal: Terminal): ExitCode {
  const { changes, prefixes, since, diagnostics } = checked;
  const packages = coverageOf(checked, terminal.cwd);
  const ok = packages.every(isCovered);
  const uncovered = changes.filter((change) => packages.some((one) => !isCoveredBy(change, one, checked)));
  if (format === "json") {
    const listed = jsonOfChanges({ changes, prefixes });
    const result = { ok, command: "changeset", check: true, since, bump: bumpOf(changes), packages, changes: listed };
    terminal.out(`${JSON.stringify({ ...result, diagnostics }, null, 2)}\n`);
  } else {
    const lines = jsonOfChanges({ changes: uncovered, prefixes }).map(lineOf);
    terminal.out(`${[...lines, ...packages.map((one) => summaryOf(one, checked))].join("\n")}\n`);
  }
  if (terminal.onGitHub) {
    const fileOf = (file: string): string => pathFrom(repositoryOf(terminal), file);
    terminal.err(githubOfChanges({ changes: uncovered, prefixes, failOn: "patch", fileOf }));
  }
  if (!ok) terminal.err("run it without --check: it writes a changeset with these changes, and keeps your text\n");
  return ok ? 0 : 1;
}

function coverageOf({ changes, packages, folder }: Checked, cwd: string): CoveredPackage[] {
  const bump = bumpOf(changes);
  const fixed = fixedGroupsIn(folder);
  const pending = readdirSync(folder)
    .filter((name) => name.endsWith(".md") && !/^readme\.md$/i.test(name))
    .sort()
    .flatMap((name) => {
      const file = path.join(folder, name);
      const changeset = readChangesetFile(readFileSync(file, "utf8"));
      return changeset === null ? [] : [{ file: pathFrom(cwd, file), packages: changeset.packages }];
    });
  return packages.map((one) => {
    const raising = pending.flatMap(({ file, packages: lines }) =>
      lines.flatMap((line) =>
        line.bump !== "none" && isRaisedWith(line.name, one.name, fixed) ? [{ file, bump: line.bump }] : [],
      ),
    );
    return {
      name: one.name,
      needed: bump === null ? null : bumpFor(one, bump),
      given: largestOf(raising.map((each) => each.bump)),
      files: [...new Set(raising.map(({ file }) => file))],
    };
  });
}

function isCovered({ needed, given }: CoveredPackage): boolean {
  return needed === null || (given !== null && !isLarger(needed, given));
}

function isCoveredBy({ bump }: Change, one: CoveredPackage, { packages }: Checked): boolean {
  const raised = packages.find(({ name }) => name === one.name);
  return raised === undefined || isCovered({ ...one, needed: bumpFor(raised, bump) });
}

function lineOf({ bump, rule, message, revision }: ChangeJson): string {
  return `${revision.file}:${revision.line}:${revision.column} ${bump} ${rule}: ${printable(message)}`;
}

function summaryOf(one: CoveredPackage, { changes, since }: Checked): string {
  const { name, needed, given, files } = one;
  const count =
    changes.length === 1 ? `1 change since ${since} needs` : `${changes.length} changes since ${since} need`;
  if (needed === null) return `${name}: no changes since ${since}`;
  const have =
    given === null
      ? "no pending changeset names it"
      : `${listOf(files, "and")} ${files.length === 1 ? "gives" : "give"} ${given}`;
  return `${name}: ${isCovered(one) ? "covered" : "not covered"}: ${count} ${needed}, and ${have}`;
}
