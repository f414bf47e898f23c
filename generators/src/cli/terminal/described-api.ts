// The documents that arguments name -> the API in them, or `null` when they have errors, which are printed then.
import { readApi } from "../../checks/model-checks.ts";
import { isTolerable } from "../../diagnostics/codes.ts";
import { Report } from "../../diagnostics/index.ts";
import type { ScopedTarget } from "../../diagnostics/verdict.ts";
import type { Api } from "../../model/api.ts";
import { type DescriptionFiles, meaningsOf, toleranceOf } from "../../run/config/description-files.ts";
import { readOptionsOf } from "../../run/config/reading-rules.ts";
import { reportedDiagnostics } from "../../run/reported.ts";
import type { SourceDocument } from "../../source/index.ts";
import { builtInTargetOf, scopedTarget, targetNames } from "../../targets/built-in-targets.ts";
import { printReport } from "./report-output.ts";
import type { Format, Terminal } from "./terminal.ts";

/** Mocks, docs and events read what all targets read: an error that stops no target does not stop these commands. */
const allTargets: readonly ScopedTarget[] = targetNames.map((name) =>
  scopedTarget({ name, needs: new Set(builtInTargetOf(name).needs), isWanted: true }),
);

interface Asked {
  readonly format: Format;
  readonly command: string;
}

/** The errors are printed on stderr, or in the result as JSON, which names the command. */
export function apiIn(documents: DescriptionFiles, invocation: Asked, terminal: Terminal): Api | null {
  return readingIn(documents, invocation, terminal).api;
}

export interface ApiReading {
  /** `null` when the documents have errors. */
  readonly api: Api | null;
  /** Every file that was read, also those with errors. */
  readonly inputs: readonly SourceDocument[];
  /** Every path that was requested, readable or not: what to watch. */
  readonly paths: readonly string[];
}

/** The same as `apiIn`, with the files that were read. */
export function readingIn(documents: DescriptionFiles, { format, command }: Asked, terminal: Terminal): ApiReading {
  const { openapi, asyncapi, overlays, rules, options } = documents;
  const { isLenient } = toleranceOf(documents, rules);
  const tolerance = { codes: new Set([...documents.tolerate].filter(isTolerable)), isLenient };
  const report = new Report({ api: "", tolerance, targets: allTargets });
  const files = { cwd: terminal.cwd, openapi: openapi ?? undefined, asyncapi: asyncapi ?? undefined, overlays };
  const reading = readOptionsOf(rules, [openapi, asyncapi]);
  const { api, inputs, paths } = readApi(
    { ...files, ...reading, options: { ...options, ...meaningsOf(documents) } },
    report,
  );
  const errors = report.list().filter(({ severity }) => severity === "error");
  if (api !== null && errors.length === 0) return { api, inputs, paths };
  const printable = { diagnostics: errors, excerpts: new Map(), base: terminal.cwd };
  printReport(printable, format, terminal);
  const diagnostics = reportedDiagnostics(printable, terminal.cwd);
  if (format === "json") terminal.out(`${JSON.stringify({ ok: false, command, diagnostics }, null, 2)}\n`);
  return { api: null, inputs, paths };
}
