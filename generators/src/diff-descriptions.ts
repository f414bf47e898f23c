// Two descriptions by their paths -> the changes between them: `waybill diff`, the changelog of the docs site and the release check.

import { type Diagnostic, Report, type Tolerance } from "./diagnostics/index.ts";
import type { Code } from "./diagnostics/tolerance.ts";
import { type Change, type DiffOptions, diffApis } from "./diff/index.ts";
import type { Api } from "./model/api.ts";
import { type ReadOptions, readApi } from "./read.ts";

export interface DescriptionDiff {
  /** The largest bump first; `null` when a description has errors, which are among the problems. */
  readonly changes: readonly Change[] | null;
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
  const [before, after] = [readSide(base), readSide(revision)];
  const problems = [...before.problems, ...after.problems];
  if (before.api === null || after.api === null) return { changes: null, problems };
  return { changes: diffApis(before.api, after.api, options), problems };
}

/** With errors there is no API: what was left out would be reported as a change. */
function readSide({ tolerate: codes = new Set(), lenient: isLenient = () => false, ...options }: ComparedDescription): {
  readonly api: Api | null;
  readonly problems: readonly Diagnostic[];
} {
  const report = new Report({ api: "", tolerance: { codes, isLenient }, targets: null });
  const { api } = readApi(options, report);
  return { api: report.hasErrors ? null : api, problems: report.list() };
}
