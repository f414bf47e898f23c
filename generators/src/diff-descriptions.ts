// Two descriptions by their paths -> the changes between them: what the changelog of the docs site and the release check ask.
import { type Diagnostic, Report } from "./diagnostics/index.ts";
import { type Change, type DiffOptions, diffApis } from "./diff/index.ts";
import { type ReadOptions, readApi } from "./read.ts";

export interface DescriptionDiff {
  /** The largest bump first; `null` when a description has errors, which are among the problems. */
  readonly changes: readonly Change[] | null;
  readonly problems: readonly Diagnostic[];
}

/** Compares two descriptions, HTTP and messages together. Paths are relative to the `cwd` of each. */
export function diffDescriptions(base: ReadOptions, revision: ReadOptions, options: DiffOptions = {}): DescriptionDiff {
  const report = new Report();
  const { api: before } = readApi(base, report);
  const { api: after } = readApi(revision, report);
  const problems = report.list();
  if (before === null || after === null || report.hasErrors) return { changes: null, problems };
  return { changes: diffApis(before, after, options), problems };
}
