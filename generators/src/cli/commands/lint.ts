// `waybill lint`: the documents that arguments or configurations name -> their problems, printed.

import path from "node:path";
import { type Diagnostic, printable as printableText } from "../../diagnostics/index.ts";
import { configNames, findConfig, noConfig } from "../../run/config/config-file.ts";
import type { DescriptionFiles, ReadingOptions } from "../../run/config/description-files.ts";
import { withRulesets } from "../../run/config/lint-rulesets.ts";
import { pathFrom } from "../../run/config/paths.ts";
import { type Usable, unusable, usable } from "../../run/config/usage.ts";
import {
  type Context,
  configuredDocuments,
  documentsOfWords,
  flaggedDocuments,
  flaggedOptionsOf,
} from "../../run/flags/api-documents.ts";
import type { Arguments } from "../../run/flags/arguments.ts";
import { overlaysOf, readRules, toleratedOf } from "../../run/flags/reading-flags.ts";
import { type IgnoreEntry, ignoringOf, withoutIgnored, writeIgnored } from "../../run/ignored.ts";
import type { Linted } from "../../run/lint.ts";
import { reportedDiagnostics } from "../../run/reported.ts";
import { lintDocumentOf, lintDocuments } from "../terminal/lint-documents.ts";
import { printReport } from "../terminal/report-output.ts";
import { type ExitCode, type Format, formatOf, rejectUsage, type Terminal } from "../terminal/terminal.ts";

export async function lint(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const started = performance.now();
  const format = formatOf(args);
  if (!format.ok) return rejectUsage(format.problems, terminal, true);
  const { isCompanion, lintCompanions } = await import("../../run/lint-companions.ts");
  const companions = args.positionals.filter((file) => isCompanion(file, terminal.cwd));
  const descriptions = args.positionals.filter((file) => !companions.includes(file));
  const selected = await selectDocuments(args, descriptions, terminal.cwd);
  const limit = limitOf(args);
  const tolerated = toleratedOf(args);
  if (!selected.ok || !limit.ok || !tolerated.ok) {
    // What cannot be tolerated is among the problems of the selection.
    const problems = [selected, limit].flatMap((part) => (part.ok ? [] : part.problems));
    return rejectUsage(problems, terminal, format.value === "json");
  }
  const { lintDescriptions } = await import("../../run/lint.ts");
  const ignoring = ignoringOf(selected.value, terminal.cwd);
  if (!ignoring.ok) return rejectUsage(ignoring.problems, terminal, format.value === "json");
  const { file } = ignoring.value;
  const linted = withAll(
    await lintDescriptions(selected.value, terminal.cwd),
    lintCompanions(companions, terminal.cwd, tolerated.value),
  );
  const { files } = linted;
  if (args.has("generate-ignore")) {
    const written = writeIgnored(linted.diagnostics, ignoring.value, terminal.cwd);
    const count = `${written.length} finding${written.length === 1 ? "" : "s"}`;
    terminal.err(`${count} written to ${pathFrom(terminal.cwd, file)}: give each a reason, and commit it\n`);
    return 0;
  }
  const judged = withoutIgnored(linted.diagnostics, ignoring.value, terminal.cwd);
  const { diagnostics, ignored, unused } = judged;
  const count = (severity: string): number => diagnostics.filter((one) => one.severity === severity).length;
  const ok = count("error") === 0 && count("warning") <= limit.value;
  const milliseconds = Math.round(performance.now() - started);
  const outcome = { ok, files: files.size, milliseconds, ignored, unused, ignoreFile: pathFrom(terminal.cwd, file) };
  const document = lintDocuments.find((kind) => kind === args.one("format"));
  const findings = { diagnostics, areWarningsFailures: !ok && count("error") === 0 };
  if (document === undefined) print(diagnostics, outcome, format.value, terminal);
  else terminal.out(lintDocumentOf(document, findings, terminal));
  if (count("error") === 0 && !ok)
    terminal.err(`too many warnings: ${count("warning")}, and --max-warnings is ${limit.value}\n`);
  return ok ? 0 : 1;
}

function withAll(...all: readonly Linted[]): Linted {
  return {
    diagnostics: all.flatMap(({ diagnostics }) => diagnostics),
    files: new Set(all.flatMap(({ files }) => [...files])),
  };
}

interface Outcome {
  readonly ok: boolean;
  readonly files: number;
  readonly milliseconds: number;
  readonly ignored: number;
  readonly unused: readonly IgnoreEntry[];
  readonly ignoreFile: string;
}

function print(
  diagnostics: readonly Diagnostic[],
  { ok, files, milliseconds, ignored, unused, ignoreFile }: Outcome,
  format: Format,
  terminal: Terminal,
): void {
  const printable = { diagnostics, excerpts: new Map(), base: terminal.cwd };
  printReport(printable, format, terminal);
  if (format === "json") {
    const found = reportedDiagnostics(printable, terminal.cwd);
    const result = { ok, command: "lint", files, milliseconds, diagnostics: found, ignored, unusedIgnores: unused };
    terminal.out(`${JSON.stringify(result, null, 2)}\n`);
    return;
  }
  for (const { code, file, pointer } of unused)
    terminal.err(
      `${ignoreFile}: ${printableText(`${code} at ${file}#${pointer}`)} no longer occurs; remove its entry\n`,
    );
  const count = ignored === 0 ? "" : `, ${ignored} ignored`;
  if (ok) terminal.out(`lint: ${files} file${files === 1 ? "" : "s"}, no errors${count}, ${milliseconds} ms\n`);
  else if (ignored > 0) terminal.err(`${ignored} ignored by ${ignoreFile}\n`);
}

/** `fileArguments`: the arguments that are no companions of a description. */
async function selectDocuments(
  args: Arguments,
  fileArguments: readonly string[],
  cwd: string,
): Promise<Usable<readonly DescriptionFiles[]>> {
  const isConfig = (file: string): boolean => configNames.includes(path.basename(file));
  const descriptions = fileArguments.filter((file) => !isConfig(file));
  const named = args.one("config");
  const configs = [...fileArguments.filter(isConfig), ...(named === null ? [] : [named])].map((file) =>
    path.resolve(cwd, file),
  );
  const rules = readRules(args, cwd, null);
  if (!rules.ok) return rules;
  const tolerated = toleratedOf(args);
  if (!tolerated.ok) return tolerated;
  const tolerate = tolerated.value;
  const reading: ReadingOptions = {
    rules: rules.value,
    tolerate,
    lenient: "nowhere",
    options: flaggedOptionsOf(args),
    overlays: overlaysOf(args, cwd),
  };
  const flagged = await flaggedDocuments(args, cwd, reading);
  if (!flagged.ok) return flagged;
  if (flagged.value !== null) {
    if (fileArguments.length + configs.length === 0) return usable([flagged.value]);
    return unusable("--openapi and --asyncapi name the whole API", "leave out the other files and the configuration");
  }
  if (descriptions.length > 0) {
    if (configs.length > 0)
      return unusable("a configuration and descriptions cannot be used together", "name one or the other");
    return documentsOfWords(descriptions, { cwd, at: "lint" }, reading);
  }
  if (configs.length === 0 && args.positionals.length > 0) return usable([]);
  const configFiles = configs.length > 0 ? configs : [findConfig(cwd)].filter((file) => file !== null);
  if (configFiles.length === 0) return noConfig("name what to check: waybill lint openapi.yaml asyncapi.yaml");
  return ofConfigs(configFiles, args, { cwd, tolerate });
}

async function ofConfigs(
  files: readonly string[],
  args: Arguments,
  context: Context,
): Promise<Usable<readonly DescriptionFiles[]>> {
  const all: DescriptionFiles[] = [];
  for (const file of files) {
    const apis = await configuredDocuments(file, args, context);
    if (!apis.ok) return apis;
    for (const api of apis.value.values()) {
      const extended = await withRulesets(api);
      if (!extended.ok) return extended;
      all.push(extended.value);
    }
  }
  return usable(all);
}

function limitOf(args: Arguments): Usable<number> {
  const maxWarnings = args.one("max-warnings");
  if (maxWarnings === null) return usable(Number.POSITIVE_INFINITY);
  return /^\d+$/.test(maxWarnings)
    ? usable(Number(maxWarnings))
    : unusable(`--max-warnings must be a number, found ${JSON.stringify(maxWarnings)}`, "for example --max-warnings 0");
}
