// Descriptions, some of whose files are being edited -> their problems, their models, and the documents that were read.
import { checkApis, checkRest } from "../checks/checks.ts";
import type { CheckMode, ReadApi } from "../checks/read-api.ts";
import { type Diagnostic, Report } from "../diagnostics/index.ts";
import type { DescriptionFiles } from "../run/config/description-files.ts";
import { readApis } from "../run/read-apis.ts";
import type { ParseFile, SourceDocument } from "../source/index.ts";
import { builtInTargetOf, type TargetName } from "../targets/built-in-targets.ts";

/** What reading alone finds. */
export interface ReadDescription {
  /** `null` where the entry document cannot be read at all. */
  readonly api: ReadApi | null;
  readonly documents: readonly SourceDocument[];
  /** Every path that was requested, absolute, readable or not. */
  readonly paths: ReadonlySet<string>;
}

export interface CheckedDescription extends ReadDescription {
  readonly diagnostics: readonly Diagnostic[];
}

/** A description that was read; its checks are left to the caller, who may have a newer text by now. */
export interface UncheckedDescription extends ReadDescription {
  /** Once. */
  readonly checked: (mode: CheckMode) => Promise<readonly Diagnostic[]>;
  /** After the checks of the mode `edit`: with those that only `lint` runs. */
  readonly linted: () => Promise<readonly Diagnostic[]>;
}

export interface EditedTexts {
  /** Names in messages are relative to it. */
  readonly cwd: string;
  /** Throws as `readFileSync` does. */
  readonly readText: (file: string) => string;
  readonly parse: ParseFile;
  /**
   * What is generated, as by `waybill generate FILE`: what that tolerates is tolerated, and an error counts where it stops one of these.
   * Default: every error counts.
   */
  readonly targets?: readonly TargetName[];
}

export interface EditedReading extends EditedTexts {
  /** `lint` also validates against the official schemas, which takes longer. `generate`: what stops generating, and what it warns of. */
  readonly mode: CheckMode;
}

export async function checkEdited(
  files: DescriptionFiles,
  { mode, ...texts }: EditedReading,
): Promise<CheckedDescription> {
  const { checked, api, documents, paths } = readEdited(files, texts);
  return { diagnostics: await checked(mode), api, documents, paths };
}

export function readEdited(
  files: DescriptionFiles,
  { cwd, readText, parse, targets }: EditedTexts,
): UncheckedDescription {
  const report = new Report();
  const rules = { ...files.rules, readText };
  const places = targets?.map((target) => ({ target, definition: builtInTargetOf(target) }));
  const api = places === undefined ? files : { ...files, places, lenient: "everywhere" as const };
  const generated = places === undefined ? {} : { only: null };
  const project = { base: cwd, configFile: files.configFile, rules, apis: [{ ...api, rules }], ...generated };
  const read = readApis(project, report, parse);
  return {
    api: read.apis[0] ?? null,
    documents: read.documents,
    paths: new Set(read.hashes.keys()),
    checked: async (mode) => {
      await checkApis(read.apis, report, mode);
      return report.list();
    },
    linted: async () => {
      await checkRest(read.apis, report);
      return report.list();
    },
  };
}
