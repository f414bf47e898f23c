// `waybill bundle`, `split` and `join`: descriptions -> one document, or one in several files, written or printed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Report } from "../../diagnostics/index.ts";
import { apiOptionsOf } from "../../model/option-values.ts";
import { pathFrom } from "../../run/config/paths.ts";
import { readOptionsOf } from "../../run/config/reading-rules.ts";
import { type Usable, type UsageProblem, unusable, usable } from "../../run/config/usage.ts";
import { type Bundled, bundleDescription, type DocumentObject } from "../../run/documents/bundle.ts";
import { type DocumentFormat, formatOfFile, textOfDocument } from "../../run/documents/document-text.ts";
import { joinDescriptions } from "../../run/documents/join.ts";
import { splitDescription } from "../../run/documents/split.ts";
import { documentsOfWords } from "../../run/flags/api-documents.ts";
import type { Arguments } from "../../run/flags/arguments.ts";
import { readRules } from "../../run/flags/reading-flags.ts";
import { reportedDiagnostics } from "../../run/reported.ts";
import { printReport } from "../terminal/report-output.ts";
import { type ExitCode, type Format, formatOf, rejectUsage, type Terminal } from "../terminal/terminal.ts";

interface Run {
  readonly command: "bundle" | "split" | "join";
  readonly args: Arguments;
  readonly terminal: Terminal;
  readonly format: Format;
}

export async function bundle(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  return run("bundle", args, terminal, (bundles) => bundles[0]?.document ?? null);
}

export async function join(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  return run("join", args, terminal, joinDescriptions);
}

export async function split(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  return run("split", args, terminal, (bundles) => bundles[0]?.document ?? null);
}

type Make = (bundles: readonly Bundled[], report: Report) => DocumentObject | null;

async function run(command: Run["command"], args: Arguments, terminal: Terminal, make: Make): Promise<ExitCode> {
  const format = formatOf(args);
  if (!format.ok) return rejectUsage(format.problems, terminal, true);
  const task: Run = { command, args, terminal, format: format.value };
  const problems = usageProblems(task);
  const files = await filesOf(task);
  if (problems.length > 0 || !files.ok)
    return rejectUsage([...problems, ...(files.ok ? [] : files.problems)], terminal, format.value === "json");
  const report = new Report();
  const bundles = files.value.map(({ file, options }) => bundleDescription(file, options, report));
  const read = bundles.filter((one) => one !== null);
  const document = read.length < bundles.length ? null : make(read, report);
  const [first] = read;
  if (document === null || first === undefined) return reportProblems(report, task);
  const source = first.root.document.format === "json" ? "json" : "yaml";
  const texts = command === "split" ? splitTexts(document, first, task) : [textFor(document, source, task)];
  return put(texts, task);
}

function usageProblems({ command, args }: Run): UsageProblem[] {
  const [count, output] = [args.positionals.length, args.one("output")];
  const name = command === "split" ? "the folder: --output api" : "the file: --output openapi.json";
  const counts = command === "join" ? count > 1 : count === 1;
  const hint = command === "join" ? "waybill join orders.yaml invoices.yaml" : `waybill ${command} openapi.yaml`;
  return [
    ...(counts
      ? []
      : [{ message: `${command} needs ${command === "join" ? "two descriptions or more" : "one description"}`, hint }]),
    ...(output === null && command === "split"
      ? [{ message: "split needs a folder to write to", hint: `name ${name}` }]
      : []),
    ...(output === null && args.has("check") && command !== "split"
      ? [{ message: "--check needs the file to compare", hint: `name ${name}` }]
      : []),
    ...(output !== null && command !== "split" && args.one("to") === null && formatOfFile(output) === null
      ? [{ message: `${output} is neither .json nor .yaml`, hint: "choose a format: --to json" }]
      : []),
  ];
}

interface Input {
  /** Absolute. */
  readonly file: string;
  readonly options: Parameters<typeof bundleDescription>[1];
}

/** A document at a URL or in a package is read as by all commands. */
async function filesOf({ args, terminal: { cwd } }: Run): Promise<Usable<readonly Input[]>> {
  const rules = readRules(args, cwd, null);
  if (!rules.ok) return rules;
  const reading = {
    rules: rules.value,
    tolerate: new Set<never>(),
    lenient: "nowhere",
    options: apiOptionsOf({}),
    overlays: [],
  } as const;
  const files: Input[] = [];
  for (const word of args.positionals) {
    const apis = await documentsOfWords([word], { cwd, at: word }, reading);
    if (!apis.ok) return apis;
    for (const { openapi, asyncapi, rules: read } of apis.value) {
      const file = openapi ?? asyncapi;
      if (file === null) return unusable(`${word} is no description`, null);
      files.push({ file, options: { cwd, ...readOptionsOf(read, [file]) } });
    }
  }
  return usable(files);
}

interface Text {
  /** Absolute; `null`: printed. */
  readonly file: string | null;
  readonly text: string;
}

function chosenFormat(args: Arguments): DocumentFormat | null {
  const to = args.one("to");
  return to === "json" || to === "yaml" ? to : null;
}

function textFor(document: DocumentObject, source: DocumentFormat, { args, terminal }: Run): Text {
  const output = args.one("output");
  const format = chosenFormat(args) ?? (output === null ? source : formatOfFile(output)) ?? source;
  return { file: output === null ? null : path.resolve(terminal.cwd, output), text: textOfDocument(document, format) };
}

function splitTexts(document: DocumentObject, { standard }: Bundled, { args, terminal }: Run): Text[] {
  const format = chosenFormat(args) ?? "yaml";
  const folder = path.resolve(terminal.cwd, args.one("output") ?? ".");
  return [...splitDescription(document, { standard, format })].map(([file, value]) => ({
    file: path.join(folder, file),
    text: textOfDocument(value, format),
  }));
}

function put(texts: readonly Text[], { command, args, terminal, format }: Run): ExitCode {
  const stale = texts.filter(({ file, text }) => file !== null && textIn(file) !== text);
  const names = stale.map(({ file }) => pathFrom(terminal.cwd, file ?? ""));
  const isCheck = args.has("check");
  if (!isCheck)
    for (const { file, text } of stale) {
      if (file === null) continue;
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  const ok = !isCheck || stale.length === 0;
  const printed = texts.find(({ file }) => file === null)?.text;
  if (format === "json") {
    const changed = isCheck ? { stale: names } : { written: names };
    const result = { ok, command, ...changed, ...(printed === undefined ? {} : { text: printed }) };
    terminal.out(`${JSON.stringify(result, null, 2)}\n`);
  } else if (printed !== undefined) terminal.out(printed);
  else if (isCheck)
    for (const name of names) terminal.err(`${name} is out of date\nhint: run waybill ${command} without --check\n`);
  else terminal.err(`${texts.length} file${texts.length === 1 ? "" : "s"}, ${stale.length} written\n`);
  return ok ? 0 : 1;
}

function textIn(file: string): string | null {
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

function reportProblems(report: Report, { command, terminal, format }: Run): ExitCode {
  const printable = { diagnostics: report.list(), excerpts: new Map(), base: terminal.cwd };
  printReport(printable, format, terminal);
  const diagnostics = reportedDiagnostics(printable, terminal.cwd);
  if (format === "json") terminal.out(`${JSON.stringify({ ok: false, command, diagnostics }, null, 2)}\n`);
  return 1;
}
