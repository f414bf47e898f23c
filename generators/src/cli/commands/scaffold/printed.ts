// What scaffold did, or would do -> lines, a unified diff, or JSON; and what is left to do.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { createTwoFilesPatch } from "diff";
import type { Report } from "../../../diagnostics/index.ts";
import { nearestAbove, pathFrom } from "../../../run/config/paths.ts";
import { inShell } from "../../../run/flags/api-flags.ts";
import { reportedDiagnostics } from "../../../run/reported.ts";
import type { ScaffoldSettings } from "../../../scaffold/operations.ts";
import type { FileChange, ScaffoldPlan } from "../../../scaffold/scaffold.ts";
import { packagesOf } from "../../../scaffold/wiring.ts";
import { printReport } from "../../terminal/report-output.ts";
import { lineLimit } from "../../terminal/result.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { Format } from "../../terminal/usage.ts";
import { readOwnManifest } from "../init/find-descriptions.ts";
import { managerCommands } from "../init/setup.ts";
import type { SelectedServer } from "./selected.ts";

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
  const isDone = plan !== null && !report.hasErrors;
  const next = isDone ? nextSteps(plan, settings, printing) : [];
  const changes = isDone ? plan.changes : [];
  if (format === "json") {
    const files = changes.map((change) => ({
      path: shown(change, printing),
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
    return `${word}  ${shown(change, printing)}${notes.length === 0 ? "" : `: ${notes.join("; ")}`}`;
  });
  if (next.length === 0) return lines;
  const width = Math.max(...next.map(({ command }) => command.length));
  return [...lines, "", "next:", ...next.map(({ command, why }) => `  ${command.padEnd(width)}  ${why}`)];
}

function namesOf(names: readonly string[]): string {
  return names.length <= 4 ? names.join(", ") : `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`;
}

function shown({ path: file }: FileChange, { selected, terminal }: Printing): string {
  return pathFrom(terminal.cwd, path.join(selected.folder, file));
}

/** As `git apply` takes it. */
function diffOf(change: FileChange, printing: Printing): string {
  const file = shown(change, printing);
  const from = change.before === null ? "/dev/null" : `a/${file}`;
  const patch = createTwoFilesPatch(from, `b/${file}`, change.before ?? "", change.text, undefined, undefined, {
    context: 3,
  });
  return patch.replace(/^=+\n/, "");
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
  try {
    const value: unknown = JSON.parse(readFileSync(manifest, "utf8").replace(/^\uFEFF/, ""));
    return typeof value === "object" && value !== null ? Reflect.get(value, "type") : undefined;
  } catch {
    return undefined;
  }
}
