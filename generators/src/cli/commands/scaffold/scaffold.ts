// `waybill scaffold`: an API and a folder -> handlers to start from; in a folder that has some, what is missing.

import { type Dirent, existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Place, Report } from "../../../diagnostics/index.ts";
import { memberOf } from "../../../model/fields.ts";
import { nearestAbove, pathFrom } from "../../../run/config/paths.ts";
import type { Project } from "../../../run/config/project.ts";
import { unifiedDiff } from "../../../run/drift/difference.ts";
import { inShell } from "../../../run/flags/api-flags.ts";
import type { Arguments } from "../../../run/flags/arguments.ts";
import { applyChanges } from "../../../run/output/apply-changes.ts";
import { reportedDiagnostics } from "../../../run/reported.ts";
import { type ScaffoldSettings, withoutExtension } from "../../../scaffold/operations.ts";
import { type FileChange, planScaffold, type ScaffoldNote, type ScaffoldPlan } from "../../../scaffold/scaffold.ts";
import { packagesOf } from "../../../scaffold/wiring.ts";
import { attempt } from "../../../source/attempt.ts";
import { printReport } from "../../terminal/report-output.ts";
import { lineLimit } from "../../terminal/result.ts";
import { type ExitCode, type Format, formatOf, rejectUsage, type Terminal } from "../../terminal/terminal.ts";
import { readOwnManifest } from "../init/find-descriptions.ts";
import { managerCommands } from "../init/setup.ts";
import { readApi, type SelectedServer, selectServer } from "./read-api.ts";

export async function scaffold(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const format = formatOf(args);
  if (!format.ok) return rejectUsage(format.problems, terminal, true);
  const selected = await selectServer(args, terminal);
  if (!selected.ok) return rejectUsage(selected.problems, terminal, format.value === "json");
  const { project, folder } = selected.value;
  const report = new Report();
  const printing = {
    format: format.value,
    terminal,
    verbose: args.has("verbose"),
    isDry: args.has("dry-run"),
    selected: selected.value,
  };
  const end = (done: Scaffolded): ExitCode => {
    printScaffold(done, report, printing);
    return report.hasErrors ? 1 : 0;
  };
  const settings = await readApi(selected.value, report, terminal);
  if (settings === null) return end(nothing);
  const code = readCode(folder, generatedIn(project));
  reportUnreadable(code, selected.value, report);
  if (report.hasFaults) return end(nothing);
  const { ts: compiler } = await import("ts-morph");
  const plan = planScaffold(settings, code.texts, compiler);
  reportPlan(plan, code, selected.value, report);
  if (plan.kind !== "planned" || report.hasFaults) return end(nothing);
  if (!printing.isDry) writeAll(folder, plan, report, terminal);
  return end({ plan, settings });
}

const nothing: Scaffolded = { plan: null, settings: null };

/** The folders of generated code, absolute. */
function generatedIn({ root, apis }: Project): string[] {
  return apis.flatMap(({ places }) => places.map(({ out }) => path.join(root, out)));
}

function writeAll(
  folder: string,
  { changes }: ScaffoldPlan & { readonly kind: "planned" },
  report: Report,
  { cwd }: Terminal,
): void {
  if (changes.length === 0) return;
  const failure = applyChanges(folder, changes);
  if (failure === null) return;
  const file = path.join(folder, failure.path);
  report.add("unwritable-file", { kind: "file", path: file }, { file: pathFrom(cwd, file), reason: failure.reason });
}

type Where = Pick<SelectedServer, "folder" | "project">;

export function reportUnreadable({ unreadable }: UserCode, { folder, project }: Where, report: Report): void {
  for (const file of unreadable) {
    const place = { kind: "file", path: path.join(folder, file) } as const;
    report.add("handler-file-syntax", place, { file: shownPath(file, { folder, project }), reason: "it is not UTF-8" });
  }
}

export function reportPlan(plan: ScaffoldPlan, { texts }: UserCode, where: Where, report: Report): void {
  const placeIn = (file: string, offset: number): Place => {
    const absolute = path.join(where.folder, file).replaceAll("\\", "/");
    const text = texts.get(file) ?? "";
    const document = { path: absolute, name: shownPath(file, where), format: "text", text, value: text } as const;
    return { kind: "offset", document, offset };
  };
  switch (plan.kind) {
    case "syntax":
      for (const { path: file, offset, message } of plan.problems)
        report.add("handler-file-syntax", placeIn(file, offset), { file: shownPath(file, where), reason: message });
      return;
    case "no-table": {
      const folder = pathFrom(where.project.base, where.folder) || "this folder";
      const files = plan.inTheWay.map((file) => shownPath(file, where));
      report.add("handlers-not-found", { kind: "none" }, { folder, files });
      return;
    }
    case "planned":
      for (const note of plan.notes) reportNote(note, placeIn(note.path, note.offset), where, report);
  }
}

function reportNote(
  { kind, operations, text, file = "" }: ScaffoldNote,
  place: Place,
  where: Where,
  report: Report,
): void {
  switch (kind) {
    case "unclear":
      report.add("unclear-handlers", place, { text, operations });
      return;
    case "other":
      report.add("other-handlers", place, { operations, file: shownPath(file, where) });
      return;
    case "gone":
      for (const operation of operations) report.add("handler-gone", place, { operation });
      return;
    case "broken": {
      // What is no code of the folder may be there: a declaration, JSON, a link.
      if (text === "" && isThere(path.join(where.folder, file))) return;
      const reason =
        text === "" ? `there is no ${shownPath(file, where)}` : `${shownPath(file, where)} exports no ${text}`;
      for (const operation of operations) report.add("handler-not-exported", place, { operation, reason });
    }
  }
}

/** Whether a specifier resolves to something on disk: a file with any extension, or a folder. */
function isThere(specified: string): boolean {
  const name = path.basename(withoutExtension(specified));
  const names = attempt(() => readdirSync(path.dirname(specified))) ?? [];
  return names.some((one) => one === name || one.startsWith(`${name}.`));
}

function shownPath(file: string, { folder, project }: Where): string {
  return pathFrom(project.base, path.join(folder, file));
}

export interface Scaffolded {
  readonly plan: (ScaffoldPlan & { readonly kind: "planned" }) | null;
  readonly settings: ScaffoldSettings | null;
}

export interface Printing {
  readonly format: Format;
  readonly terminal: Terminal;
  readonly verbose: boolean;
  readonly isDry: boolean;
  readonly selected: SelectedServer;
}

export function printScaffold({ plan, settings }: Scaffolded, report: Report, printing: Printing): void {
  const { format, terminal, verbose, selected, isDry } = printing;
  const reported = { diagnostics: report.list(), excerpts: new Map(), base: selected.project.base };
  printReport(reported, format, terminal, { room: verbose ? null : lineLimit });
  const isDone = plan !== null && !report.hasFaults;
  const next = isDone ? nextSteps(plan, settings, printing) : [];
  const changes = isDone ? plan.changes : [];
  if (format === "json") {
    const files = changes.map((change) => ({
      path: displayPath(change, printing),
      action: change.before === null ? "create" : "change",
      added: change.added,
      gone: change.gone,
      ...(isDry ? { diff: diffOf(change, printing) } : {}),
    }));
    const diagnostics = reportedDiagnostics(reported, terminal.cwd);
    const result = { ok: !report.hasErrors, command: "scaffold", dryRun: isDry, files, next, diagnostics };
    terminal.out(`${JSON.stringify(result, null, 2)}\n`);
    return;
  }
  if (!isDone) return;
  if (isDry) {
    for (const change of changes) terminal.out(diffOf(change, printing));
    return;
  }
  terminal.out(`${linesOf(changes, next, printing).join("\n")}\n`);
}

function linesOf(changes: readonly FileChange[], next: readonly Step[], printing: Printing): string[] {
  if (changes.length === 0)
    return [`kept     ${printing.selected.shownFolder || "."}: every operation has a handler or is reported above`];
  const lines = changes.map((change) => {
    const word = change.before === null ? "created" : "changed";
    const notes = [
      ...(change.added.length === 0 ? [] : [`handlers of ${namesOf(change.added)}`]),
      ...(change.gone.length === 0 ? [] : [`marked ${namesOf(change.gone)} as removed`]),
    ];
    return `${word}  ${displayPath(change, printing)}${notes.length === 0 ? "" : `: ${notes.join("; ")}`}`;
  });
  if (next.length === 0) return lines;
  const width = Math.max(...next.map(({ command }) => command.length));
  return [...lines, "", "next:", ...next.map(({ command, why }) => `  ${command.padEnd(width)}  ${why}`)];
}

function namesOf(names: readonly string[]): string {
  return names.length <= 4 ? names.join(", ") : `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`;
}

function displayPath({ path: file }: FileChange, { selected, terminal }: Printing): string {
  return pathFrom(terminal.cwd, path.join(selected.folder, file));
}

function diffOf(change: FileChange, printing: Printing): string {
  return unifiedDiff(displayPath(change, printing), change.before, change.text);
}

interface Step {
  readonly command: string;
  readonly why: string;
}

function nextSteps(
  { isFirst }: { readonly isFirst: boolean },
  settings: ScaffoldSettings | null,
  { selected, terminal }: Printing,
): Step[] {
  const { project, server, framework, shownFolder, generate } = selected;
  const manifest = readOwnManifest(terminal.cwd);
  const there = manifest.ok ? manifest.value.dependencies : new Map<string, string>();
  const commands = manifest.ok ? managerCommands(manifest.value, terminal) : null;
  const { add = "npm install", addForDevelopment = "npm install --save-dev", execute = "npx" } = commands ?? {};
  const missing = (names: readonly string[]): string =>
    names.filter((name) => !there.has(name.replace(/(.)@.*$/, "$1"))).join(" ");
  const needed = isFirst ? missing(["zod@4", ...packagesOf[framework].dependencies]) : "";
  const developing = isFirst ? missing(["@types/node", ...packagesOf[framework].development]) : "";
  const isGenerated =
    existsSync(path.join(project.root, server.out, "missing-handlers.gen.ts")) || server.import !== null;
  const isWaybill = generate.startsWith("waybill ");
  return [
    ...(needed === "" ? [] : [{ command: `${add} ${needed}`, why: "what the server imports" }]),
    ...(developing === "" ? [] : [{ command: `${addForDevelopment} ${developing}`, why: "its types" }]),
    ...(isFirst ? moduleSteps(selected, terminal) : []),
    ...(isGenerated && !isFirst
      ? []
      : [{ command: isWaybill ? `${execute} ${generate}` : generate, why: "the code that the handlers import" }]),
    ...(isFirst
      ? [
          {
            command: `node ${inShell(`${shownFolder}main.ts`)}`,
            why: `the server: ${settings === null ? "" : firstResponses(settings)}`,
          },
        ]
      : []),
  ];
}

/** What it responds before anything is written, and what to write first. */
function firstResponses({ operations, closed, shownFolder }: ScaffoldSettings): string {
  const handlers = "a 501 until its handler is written";
  if (closed === 0) return `every operation is ${handlers}`;
  const some = closed === operations.length ? "every operation" : `${closed} of ${operations.length} operations`;
  return `write isKnown in ${shownFolder}context.ts first: until then ${some} ${closed === 1 || closed === operations.length ? "is" : "are"} a 401, then each is ${handlers}`;
}

function moduleSteps({ folder }: SelectedServer, { cwd }: Terminal): Step[] {
  const at = commonJsPackageOf(folder);
  if (at === null) return [];
  const where = at === cwd ? "" : ` --prefix ${inShell(pathFrom(cwd, at))}`;
  return [
    { command: `npm pkg set type=module${where}`, why: "the server is ES modules, and package.json says CommonJS" },
  ];
}

/** The folder of the package.json; `null` where Node reads the files as ES modules. Without a `type`, it goes by their syntax. */
function commonJsPackageOf(folder: string): string | null {
  const at = nearestAbove(folder, (above) => (existsSync(path.join(above, "package.json")) ? above : undefined));
  return at !== null && typeIn(path.join(at, "package.json")) === "commonjs" ? at : null;
}

function typeIn(manifest: string): unknown {
  return memberOf(
    attempt(() => JSON.parse(readFileSync(manifest, "utf8").replace(/^\uFEFF/, ""))),
    "type",
  );
}

export interface UserCode {
  /** By path below the folder, with forward slashes. */
  readonly texts: ReadonlyMap<string, string>;
  /** Files whose bytes are no UTF-8, so that writing them would change them. */
  readonly unreadable: readonly string[];
}

const longest = 4_000_000;

/** `generated`: folders to pass over, absolute. Packages and hidden folders are no part of it. */
export function readCode(folder: string, generated: readonly string[]): UserCode {
  const texts = new Map<string, string>();
  const unreadable: string[] = [];
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const look = (below: string): void => {
    for (const entry of entriesOf(path.join(folder, below))) {
      const file = below === "" ? entry.name : `${below}/${entry.name}`;
      const absolute = path.join(folder, file);
      if (entry.isDirectory()) {
        const isOther = entry.name === "node_modules" || entry.name.startsWith(".") || generated.includes(absolute);
        if (!isOther) look(file);
      } else if (entry.isFile() && isCode(entry.name)) {
        const bytes = readFileSync(absolute);
        try {
          if (bytes.length <= longest) texts.set(file, decoder.decode(bytes));
        } catch {
          unreadable.push(file);
        }
      }
    }
  };
  look("");
  return { texts, unreadable };
}

function isCode(name: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(name) && !/\.d\.[cm]?ts$/.test(name) && !/\.gen\.[^.]+$/.test(name);
}

function entriesOf(folder: string): Dirent[] {
  const entries = attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
}
