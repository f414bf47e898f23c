// Two descriptions by their paths -> the changes between them: `waybill diff`, the changelog of the docs site and the release check.
import path from "node:path";
import { readApi } from "../../checks/model-checks.ts";
import type { Code } from "../../diagnostics/codes.ts";
import { type Diagnostic, Report, type Tolerance } from "../../diagnostics/index.ts";
import { type Change, type DiffOptions, diffApis, type OperationPlace, placesIn } from "../../diff/index.ts";
import type { Api } from "../../model/api.ts";
import { type Meanings, meaningsBy } from "../../model/api-options.ts";
import type { ReadOptions } from "../../read/read-api.ts";

export interface DescriptionDiff {
  /** The largest bump first; `null` when a description has errors, which are among the problems. */
  readonly changes: readonly Change[] | null;
  /** Those of both sides, as changes are filtered by them. */
  readonly operations: readonly OperationPlace[];
  readonly problems: readonly Diagnostic[];
}

/** A description to compare. Paths are relative to its `cwd`. */
export interface ComparedDescription extends ReadOptions {
  /** Codes of errors that are tolerated. Default: none. */
  readonly tolerate?: ReadonlySet<Code>;
  /** Where, by the absolute path of a file, every error that has a stated meaning is tolerated too. Default: nowhere. */
  readonly lenient?: Tolerance["isLenient"];
}

/** Compares two descriptions, HTTP and messages together. */
export function diffDescriptions(
  base: ComparedDescription,
  revision: ComparedDescription,
  options: DiffOptions = {},
): DescriptionDiff {
  const meanings = meaningsOf([base, revision]);
  const [before, after] = [readSide(base, meanings), readSide(revision, meanings)];
  const problems = [...before.problems, ...after.problems];
  if (before.api === null || after.api === null) return { changes: null, operations: [], problems };
  const operations = [before.api, after.api].flatMap(({ http }) => (http === null ? [] : placesIn(http)));
  return { changes: diffApis(before.api, after.api, options), operations, problems };
}

/** Both sides are read in the same way: someone else's description is compared with one's own as one's own. */
function meaningsOf(sides: readonly ComparedDescription[]): Meanings {
  const fallback = sides.every(isOfOthers) ? "author" : "letter";
  return meaningsBy((name) => sides.flatMap(({ options }) => options?.[name] ?? [])[0] ?? fallback);
}

function isOfOthers({ cwd, openapi, isForeign }: ComparedDescription): boolean {
  return openapi !== undefined && isForeign?.(path.resolve(cwd, openapi)) === true;
}

/** With errors there is no API: what was left out would be reported as a change. */
function readSide(
  {
    tolerate: codes = new Set(),
    lenient: isLenient = () => false,
    options: configuredOptions,
    ...options
  }: ComparedDescription,
  meanings: Meanings,
): { readonly api: Api | null; readonly problems: readonly Diagnostic[] } {
  const report = new Report({ api: "", tolerance: { codes, isLenient }, targets: null });
  const { api } = readApi({ ...options, options: { ...configuredOptions, ...meanings } }, report);
  // What one side leaves out and the other does not would be a change, and what both leave out none.
  report.refuseLosses();
  return { api: report.hasErrors ? null : api, problems: report.list() };
}
