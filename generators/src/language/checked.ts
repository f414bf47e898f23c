// Descriptions, some of whose files are being edited -> their problems, their models, and the documents that were read.
import { type CheckMode, checkApis, type ReadApi } from "../checks/checks.ts";
import type { DescriptionFiles } from "../config/description-files.ts";
import { type Diagnostic, Report } from "../diagnostics/index.ts";
import { readApis } from "../generation/read-apis.ts";
import type { ParseFile, SourceDocument } from "../source/index.ts";

export interface CheckedDescription {
  readonly diagnostics: readonly Diagnostic[];
  /** `null` where the entry document cannot be read at all. */
  readonly api: ReadApi | null;
  readonly documents: readonly SourceDocument[];
  /** Every path that was asked for, absolute, readable or not. */
  readonly paths: ReadonlySet<string>;
}

export interface EditedReading {
  /** Names in messages are relative to it. */
  readonly cwd: string;
  /** Throws as `readFileSync` does. */
  readonly readText: (file: string) => string;
  readonly parse: ParseFile;
  /** `lint` also asks the official parsers, which takes longer. `generate`: what stops generating, and what it warns of. */
  readonly mode: CheckMode;
}

export async function checkEdited(
  files: DescriptionFiles,
  { cwd, readText, parse, mode }: EditedReading,
): Promise<CheckedDescription> {
  const report = new Report();
  const rules = { ...files.rules, readText };
  const read = readApis({ base: cwd, configFile: files.configFile, rules, apis: [{ ...files, rules }] }, report, parse);
  await checkApis(read.apis, report, mode);
  return {
    diagnostics: report.list(),
    api: read.apis[0] ?? null,
    documents: read.documents,
    paths: new Set(read.hashes.keys()),
  };
}
