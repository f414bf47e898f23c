// `waybill conform`: descriptions and a running service to a report of what they disagree about.
import type { Description, RunReport } from "@waybill/conformance";
import { type Documents, selectApi } from "./api-documents.ts";
import type { Arguments } from "./arguments.ts";
import { type ConformFlags, readConformFlags } from "./conform-flags.ts";
import { watchRun } from "./conform-progress.ts";
import { prepareReports, printRun, writeReports } from "./conform-report.ts";
import { type Kit, loadKit } from "./conformance-kit.ts";
import { type Format, formatOf } from "./format.ts";
import { printReport, reportJson } from "./report-output.ts";
import type { ExitCode, Terminal } from "./terminal.ts";
import { TriggerFailure, triggersOf } from "./trigger-command.ts";
import { hintFor, rejectUsage, type UsageProblem } from "./usage.ts";

export async function conform(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const format = formatOf(args);
  if (!format.ok) return rejectUsage(format.problems, terminal, true);
  const asJson = format.value === "json";
  const flags = await readConformFlags(args, terminal);
  const documents = await selectApi(args, terminal.cwd);
  if (!flags.ok || !documents.ok) {
    const problems = [flags, documents].flatMap((part) => (part.ok ? [] : part.problems));
    return rejectUsage(problems, terminal, asJson);
  }
  const kit = await loadKit();
  if (!kit.ok) return rejectUsage(kit.problems, terminal, asJson);
  const door: Door = { kit: kit.value, flags: flags.value, format: format.value, terminal };
  const description = readDescription(door, documents.value);
  if (description === null) return 1;
  const excuses = readExcuses(door);
  const problems = [
    ...excuses.problems,
    ...problemsWith(door, description),
    ...prepareReports(flags.value.reports, terminal),
  ];
  if (problems.length > 0) return rejectUsage(problems, terminal, asJson);
  const report = await runKit(door, { description, excuses: excuses.list });
  if (report === null) return 1;
  printRun(report, door);
  const failures = writeReports(report, door);
  return report.ok && failures === 0 ? 0 : 1;
}

/** What every step needs once the command line is read. */
export interface Door {
  readonly kit: Kit;
  readonly flags: ConformFlags;
  readonly format: Format;
  readonly terminal: Terminal;
}

/** `null` when it has errors; they are printed then. */
function readDescription({ kit, format, terminal }: Door, documents: Documents): Description | null {
  const files = { openapi: documents.openapi ?? undefined, asyncapi: documents.asyncapi ?? undefined };
  try {
    return kit.openDescription({ ...files, tolerate: [...documents.tolerate], cwd: terminal.cwd });
  } catch (error) {
    if (!(error instanceof kit.DescriptionError)) throw error;
    const printable = { diagnostics: error.diagnostics, excerpts: new Map(), base: terminal.cwd };
    printReport(printable, format, terminal);
    if (format === "json") {
      const diagnostics = reportJson(printable, terminal.cwd);
      terminal.out(`${JSON.stringify({ ok: false, command: "conform", diagnostics }, null, 2)}\n`);
    }
    return null;
  }
}

type Excuses = ReturnType<Kit["readExcuses"]>;

function readExcuses({ kit, flags }: Door): { readonly list: Excuses; readonly problems: readonly UsageProblem[] } {
  const { excuses } = flags;
  if (excuses === null) return { list: [], problems: [] };
  try {
    return { list: kit.readExcuses(excuses.file), problems: [] };
  } catch (error) {
    if (!(error instanceof kit.ExcusesError)) throw error;
    const message = `--excuses: ${error.message.replaceAll(excuses.file, excuses.shown)}`;
    const hint = 'an entry reads: - { cells: ["* 500"], reason: why it cannot be seen }';
    return { list: [], problems: [{ message, hint }] };
  }
}

/** What the flags say that the description does not know, or need that they do not say. */
function problemsWith({ flags }: Door, { operations, messages }: Description): UsageProblem[] {
  const events = messages.map(({ eventName }) => eventName);
  const unknown = flags.triggers.filter(({ event }) => !events.includes(event));
  const needsKey =
    operations.length > 0 &&
    operations.every(({ security }) => security.length > 0 && security.every(({ schemes }) => schemes.length > 0));
  return [
    ...unknown.map(({ event }) => ({
      message: `--trigger: the description has no event ${JSON.stringify(event)}`,
      hint: events.length === 0 ? "name an AsyncAPI description: --asyncapi" : hintFor(event, events),
    })),
    ...(needsKey && flags.key === null
      ? [{ message: "every operation needs a key", hint: "give one: --key K, or WAYBILL_KEY in the environment" }]
      : []),
  ];
}

interface Prepared {
  readonly description: Description;
  readonly excuses: Excuses;
}

/** `null` when the run could not be made; why is printed then. */
async function runKit(door: Door, { description, excuses }: Prepared): Promise<RunReport | null> {
  const { kit, flags, terminal } = door;
  const progress = watchRun(terminal, kit.sentenceOf);
  const run = kit.runConformance({
    ...flags.run,
    description,
    excuses,
    key: flags.key,
    triggers: triggersOf(flags.triggers, { cwd: terminal.cwd }),
    onFinding: progress.finding,
    onCase: progress.case,
  });
  try {
    return await run.finally(progress.end);
  } catch (error) {
    const failure = failureOf(error, door);
    if (failure === null) throw error;
    if (door.format === "json") {
      terminal.out(`${JSON.stringify({ ok: false, command: "conform", ...failure }, null, 2)}\n`);
    }
    terminal.err(`waybill: ${failure.message}\nhint: ${failure.hint}\n`);
    return null;
  }
}

/** What keeps a run from being made, though the command line is right; `null` for a defect. */
function failureOf(error: unknown, { kit, flags }: Door): { readonly message: string; readonly hint: string } | null {
  if (error instanceof kit.Unreachable) {
    return { message: error.message, hint: "start the service, or mend --url" };
  }
  if (error instanceof TriggerFailure) {
    return { message: error.message, hint: "run the command by itself, and mend it or --trigger" };
  }
  if (error instanceof Error && "syscall" in error && error.syscall === "listen") {
    const message = `--webhook-port ${flags.run.webhookPort} cannot be used: ${error.message}`;
    return { message, hint: "name a free port, or 0 for any" };
  }
  return null;
}
