// `waybill lint`: the documents that arguments or configurations name -> their problems, printed.

import { createRequire } from "node:module";
import path from "node:path";
import type { Diagnostic } from "../../diagnostics/index.ts";
import { configNames, findConfig } from "../../run/config/config-file.ts";
import type { DescriptionFiles, ReadingOptions } from "../../run/config/description-files.ts";
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
import { reportedDiagnostics } from "../../run/reported.ts";
import { printReport } from "../terminal/report-output.ts";
import { type ExitCode, type Format, formatOf, rejectUsage, type Terminal } from "../terminal/terminal.ts";

export async function lint(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const started = performance.now();
  const format = formatOf(args);
  if (!format.ok) return rejectUsage(format.problems, terminal, true);
  const selected = await selectDocuments(args, terminal.cwd);
  const limit = limitOf(args);
  const hasEvents = selected.ok && selected.value.some(({ asyncapi }) => asyncapi !== null);
  const parser = hasEvents ? requireAsyncApiParser() : usable(null);
  if (!selected.ok || !limit.ok || !parser.ok) {
    const problems = [selected, limit, parser].flatMap((part) => (part.ok ? [] : part.problems));
    return rejectUsage(problems, terminal, format.value === "json");
  }
  const { lintDescriptions } = await import("../../run/lint.ts");
  const { diagnostics, files } = await lintDescriptions(selected.value, terminal.cwd);
  const count = (severity: string): number => diagnostics.filter((one) => one.severity === severity).length;
  const ok = count("error") === 0 && count("warning") <= limit.value;
  const outcome = { ok, files: files.size, milliseconds: Math.round(performance.now() - started) };
  print(diagnostics, outcome, format.value, terminal);
  if (count("error") === 0 && !ok)
    terminal.err(`too many warnings: ${count("warning")}, and --max-warnings is ${limit.value}\n`);
  return ok ? 0 : 1;
}

interface Outcome {
  readonly ok: boolean;
  readonly files: number;
  readonly milliseconds: number;
}

function print(
  diagnostics: readonly Diagnostic[],
  { ok, files, milliseconds }: Outcome,
  format: Format,
  terminal: Terminal,
): void {
  const printable = { diagnostics, excerpts: new Map(), base: terminal.cwd };
  printReport(printable, format, terminal);
  if (format === "json") {
    const found = reportedDiagnostics(printable, terminal.cwd);
    terminal.out(`${JSON.stringify({ ok, command: "lint", files, milliseconds, diagnostics: found }, null, 2)}\n`);
  } else if (ok) {
    terminal.out(`lint: ${files} file${files === 1 ? "" : "s"}, no errors, ${milliseconds} ms\n`);
  }
}

async function selectDocuments(args: Arguments, cwd: string): Promise<Usable<readonly DescriptionFiles[]>> {
  const isConfig = (file: string): boolean => configNames.includes(path.basename(file));
  const given = args.positionals;
  const descriptions = given.filter((file) => !isConfig(file));
  const named = args.one("config");
  const configs = [...given.filter(isConfig), ...(named === null ? [] : [named])].map((file) =>
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
    if (given.length + configs.length === 0) return usable([flagged.value]);
    return unusable("--openapi and --asyncapi name the whole API", "leave out the other files and the configuration");
  }
  if (descriptions.length > 0) {
    if (configs.length > 0)
      return unusable("a configuration and descriptions cannot be used together", "name one or the other");
    return documentsOfWords(descriptions, { cwd, at: "lint" }, reading);
  }
  const found = configs.length > 0 ? configs : [findConfig(cwd)].filter((file) => file !== null);
  if (found.length === 0) {
    const hint = "name what to check: waybill lint openapi.yaml asyncapi.yaml";
    return unusable("there is no waybill.config.ts here or in a parent folder", hint);
  }
  return ofConfigs(found, args, { cwd, tolerate });
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
    all.push(...apis.value.values());
  }
  return usable(all);
}

function limitOf(args: Arguments): Usable<number> {
  const given = args.one("max-warnings");
  if (given === null) return usable(Number.POSITIVE_INFINITY);
  return /^\d+$/.test(given)
    ? usable(Number(given))
    : unusable(`--max-warnings must be a number, found ${JSON.stringify(given)}`, "for example --max-warnings 0");
}

const parserPackage = "@asyncapi/parser";

/** An optional peer: it would be the largest part of an install, with a script of a third party that pnpm refuses. */
function requireAsyncApiParser(): Usable<null> {
  try {
    createRequire(import.meta.url).resolve(parserPackage);
    return usable(null);
  } catch {
    return unusable(
      `lint needs the package ${parserPackage} for an AsyncAPI description`,
      `npm install --save-dev ${parserPackage}; or lint the OpenAPI description alone: --openapi path/to/openapi.yaml`,
    );
  }
}
