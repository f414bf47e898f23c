// `waybill lint`: reads the descriptions, then asks the official schemas, the examples, and the rules across documents.
import path from "node:path";
import { Report } from "../diagnostics/index.ts";
import { checkExamples } from "../model/check-examples.ts";
import { readApi } from "../read.ts";
import { type SourceDocument, Sources } from "../source/index.ts";
import { checkAcross } from "./across-documents.ts";
import { configuredDocuments, type Documents, enumsOf, flaggedDocuments, type Manner } from "./api-documents.ts";
import type { Arguments } from "./arguments.ts";
import { checkParserIsThere } from "./asyncapi-parser.ts";
import { checkPatterns } from "./check-patterns.ts";
import { checkRequired } from "./check-required.ts";
import { configNames, findConfig } from "./config/config-file.ts";
import { readOptionsOf, readRules } from "./config/reading-rules.ts";
import { toleratedOf } from "./config/tolerate-flag.ts";
import { type Format, formatOf } from "./format.ts";
import { printReport, reportJson } from "./report-output.ts";
import type { ExitCode, Terminal } from "./terminal.ts";
import { rejectUsage, type Usable, unusable, usable } from "./usage.ts";

/** The documents of one API, and all the files they led to. */
export interface Entry extends Documents {
  /** What names in messages are relative to. */
  readonly base: string;
  readonly inputs: readonly SourceDocument[];
}

export async function lint(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const started = performance.now();
  const format = formatOf(args);
  if (!format.ok) return rejectUsage(format.problems, terminal, true);
  const selected = await selectDocuments(args, terminal.cwd);
  const limit = limitOf(args);
  const hasEvents = selected.ok && selected.value.some(({ asyncapi }) => asyncapi !== null);
  const parser = hasEvents ? checkParserIsThere() : usable(null);
  if (!selected.ok || !limit.ok || !parser.ok) {
    const problems = [selected, limit, parser].flatMap((part) => (part.ok ? [] : part.problems));
    return rejectUsage(problems, terminal, format.value === "json");
  }
  const report = new Report();
  const files = new Set<string>();
  for (const documents of selected.value) {
    const { inputs } = await lintApi(documents, terminal.cwd, report);
    for (const { path: file } of inputs) files.add(file);
  }
  const warnings = report.list().filter((diagnostic) => diagnostic.severity === "warning").length;
  const ok = !report.hasErrors && warnings <= limit.value;
  print(
    report,
    { ok, files: files.size, milliseconds: Math.round(performance.now() - started) },
    format.value,
    terminal,
  );
  if (!report.hasErrors && !ok) terminal.err(`${warnings} warnings are more than --max-warnings ${limit.value}\n`);
  return ok ? 0 : 1;
}

async function lintApi(documents: Documents, cwd: string, strict: Report): Promise<Entry> {
  const { openapi, asyncapi, rules, tolerate, enums } = documents;
  const report = strict.tolerating(tolerate);
  const named = { openapi: openapi ?? undefined, asyncapi: asyncapi ?? undefined };
  const { api, inputs } = readApi({ cwd, ...named, ...readOptionsOf(rules, [openapi, asyncapi]), enums }, report);
  const entry = { openapi, asyncapi, base: cwd, inputs, rules, tolerate, enums };
  const broken = isBroken(report);
  if (api !== null) {
    checkExamples(api, report, { exampleSeverity: "error" });
    checkRequired(api, report);
    await checkPatterns(api, report);
  }
  checkAcross(entry, report);
  // The official schemas answer one wrong word with a complaint about everything around it; they are asked once the
  // readers understand the description.
  if (broken) return entry;
  const { checkOfficially } = await import("./official.ts");
  await checkOfficially(entry, report);
  return entry;
}

/** Whether the description says something wrong, as against something this version cannot carry over. */
function isBroken(report: Report): boolean {
  return report.list().some(({ code, severity }) => severity === "error" && !code.startsWith("unsupported-"));
}

interface Outcome {
  readonly ok: boolean;
  readonly files: number;
  readonly milliseconds: number;
}

function print(report: Report, { ok, files, milliseconds }: Outcome, format: Format, terminal: Terminal): void {
  const printable = { diagnostics: report.list(), excerpts: new Map(), base: terminal.cwd };
  printReport(printable, format, terminal);
  if (format === "json") {
    const diagnostics = reportJson(printable, terminal.cwd);
    terminal.out(`${JSON.stringify({ ok, command: "lint", files, milliseconds, diagnostics }, null, 2)}\n`);
  } else if (ok) {
    terminal.out(`lint: ${files} files, no errors, ${milliseconds} ms\n`);
  }
}

async function selectDocuments(args: Arguments, cwd: string): Promise<Usable<readonly Documents[]>> {
  const isConfig = (file: string): boolean => configNames.includes(path.basename(file));
  const given = args.positionals.map((file) => path.resolve(cwd, file));
  const descriptions = given.filter((file) => !isConfig(file));
  const named = args.one("config");
  const configs = [...given.filter(isConfig), ...(named === null ? [] : [path.resolve(cwd, named)])];
  const rules = readRules(args, cwd, null);
  if (!rules.ok) return rules;
  const tolerated = toleratedOf(args);
  if (!tolerated.ok) return tolerated;
  const tolerate = tolerated.value;
  const manner: Manner = { rules: rules.value, tolerate, enums: enumsOf(args) ?? "closed" };
  const flagged = flaggedDocuments(args, cwd, manner);
  if (flagged !== null) {
    if (given.length + configs.length === 0) return usable([flagged]);
    return unusable("--openapi and --asyncapi name the whole API", "leave out the other files and the configuration");
  }
  if (descriptions.length > 0) {
    if (configs.length > 0)
      return unusable("a configuration and descriptions exclude each other", "name one or the other");
    return usable(paired(descriptions).map((documents) => ({ ...documents, ...manner })));
  }
  const found = configs.length > 0 ? configs : [findConfig(cwd)].filter((file) => file !== null);
  if (found.length === 0) {
    const hint = "name what to check: waybill lint openapi.yaml asyncapi.yaml";
    return unusable("there is no waybill.config.ts here or in a folder above", hint);
  }
  return ofConfigs(found, args, { cwd, tolerate });
}

type Context = Parameters<typeof configuredDocuments>[2];

async function ofConfigs(
  files: readonly string[],
  args: Arguments,
  context: Context,
): Promise<Usable<readonly Documents[]>> {
  const all: Documents[] = [];
  for (const file of files) {
    const apis = await configuredDocuments(file, args, context);
    if (!apis.ok) return apis;
    all.push(...apis.value.values());
  }
  return usable(all);
}

/** One document of each kind is one API; more than one of a kind are APIs of their own. */
function paired(files: readonly string[]): Omit<Documents, keyof Manner>[] {
  const isAsync = new Map(files.map((file) => [file, isAsyncApi(file)]));
  const openapi = files.filter((file) => isAsync.get(file) === false);
  const asyncapi = files.filter((file) => isAsync.get(file) === true);
  const [first, second] = [openapi[0], asyncapi[0]];
  if (openapi.length === 1 && asyncapi.length === 1) return [{ openapi: first ?? null, asyncapi: second ?? null }];
  return files.map((file) =>
    isAsync.get(file) === true ? { openapi: null, asyncapi: file } : { openapi: file, asyncapi: null },
  );
}

/** Anything else, unreadable files too, is read as OpenAPI, whose reader says what is wrong. */
function isAsyncApi(file: string): boolean {
  const root = new Sources({ cwd: path.dirname(file) }).open(file);
  return root.ok && root.value.has("asyncapi");
}

function limitOf(args: Arguments): Usable<number> {
  const given = args.one("max-warnings");
  if (given === null) return usable(Number.POSITIVE_INFINITY);
  return /^\d+$/.test(given)
    ? usable(Number(given))
    : unusable(`--max-warnings must be a number, found ${JSON.stringify(given)}`, "for example --max-warnings 0");
}
