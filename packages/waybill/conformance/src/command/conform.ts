// `waybill conform`: descriptions and a running service -> a report of their differences.
import {
  type Arguments,
  type DescriptionFiles,
  type ExitCode,
  type Format,
  formatOf,
  hintFor,
  meaningsOf,
  printable,
  printReport,
  readOptionsOf,
  rejectUsage,
  reportedDiagnostics,
  selectApi,
  type Terminal,
  toleranceOf,
  type UsageProblem,
} from "waybill/command";
import { type Description, DescriptionError, openDescription } from "../description/description.ts";
import { sentenceOf } from "../finding.ts";
import { type Excuse, ExcusesError, readExcuses } from "../ledger/excuses.ts";
import { type Keys, needsKey } from "../run/credentials.ts";
import { runConformance } from "../run/run.ts";
import { eventOf, type RunOptions, revokeEvent } from "../run/run-options.ts";
import type { RunReport } from "../run/run-report.ts";
import { Spent, Unreachable } from "../run/session.ts";
import { prepareReports, printRun, writeReports } from "./report-files.ts";
import { type ConformFlags, keysFor, readConformFlags } from "./run-flags.ts";
import { unknownOperations, withSettings } from "./settings.ts";
import { TriggerFailure, triggersOf } from "./trigger-command.ts";

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
  const configured = withSettings(flags.value, documents.value.conform ?? {});
  if (!configured.ok) return rejectUsage(configured.problems, terminal, asJson);
  const invocation: Invocation = { flags: configured.value, format: format.value, terminal };
  const description = readDescription(invocation, documents.value);
  if (description === null) return 1;
  const excuses = excusesOf(invocation);
  const keys = keysFor(configured.value.keys, description);
  const problems = [
    ...excuses.problems,
    ...keys.problems,
    ...problemsWith(invocation, description, keys),
    ...prepareReports(configured.value.reports, terminal),
  ];
  if (problems.length > 0) return rejectUsage(problems, terminal, asJson);
  const otherKey = configured.value.run.otherKey ?? keys.other;
  const report = await runKit(invocation, {
    description,
    excuses: excuses.list,
    key: keys.shared,
    keys: keys.own,
    otherKey,
    otherKeys: keys.otherOwn,
  });
  if (report === null) return 1;
  printRun(report, invocation);
  const failures = writeReports(report, invocation);
  return report.ok && failures === 0 ? 0 : 1;
}

/** What every step needs once the command line is read. */
export interface Invocation {
  readonly flags: ConformFlags;
  readonly format: Format;
  readonly terminal: Terminal;
}

/** `null` when it has errors; they are printed then. */
function readDescription({ format, terminal }: Invocation, documents: DescriptionFiles): Description | null {
  const { overlays } = documents;
  const files = { openapi: documents.openapi ?? undefined, asyncapi: documents.asyncapi ?? undefined, overlays };
  const reading = readOptionsOf(documents.rules, [documents.openapi, documents.asyncapi]);
  const { isLenient } = toleranceOf(documents, documents.rules);
  const tolerance = { tolerate: [...documents.tolerate], isLenient };
  try {
    return openDescription({ ...files, ...meaningsOf(documents), ...tolerance, cwd: terminal.cwd, reading });
  } catch (error) {
    if (!(error instanceof DescriptionError)) throw error;
    const printable = { diagnostics: error.diagnostics, excerpts: new Map(), base: terminal.cwd };
    printReport(printable, format, terminal);
    if (format === "json") {
      printFailure(terminal, { diagnostics: reportedDiagnostics(printable, terminal.cwd) });
    }
    return null;
  }
}

function excusesOf({ flags }: Invocation): {
  readonly list: readonly Excuse[];
  readonly problems: readonly UsageProblem[];
} {
  const { excuses } = flags;
  if (excuses === null) return { list: [], problems: [] };
  try {
    return { list: readExcuses(excuses.file), problems: [] };
  } catch (error) {
    if (!(error instanceof ExcusesError)) throw error;
    const message = `--excuses: ${error.message.replaceAll(excuses.file, () => excuses.shown)}`;
    const hint = 'write each entry as: - { cells: ["* 500"], reason: why it cannot be seen }';
    return { list: [], problems: [{ message, hint }] };
  }
}

/** Flags that do not fit the description, and flags that are missing. */
function problemsWith({ flags }: Invocation, { operations, messages }: Description, keys: Keys): UsageProblem[] {
  const events = messages.map(({ eventName }) => eventName);
  const unknown = flags.triggers.filter(({ event }) => event !== revokeEvent && !events.includes(eventOf(event)));
  const isLocked = operations.length > 0 && operations.every(needsKey);
  return [
    ...unknownOperations(flags, operations),
    ...unknown.map(({ event }) => ({
      message: `--trigger: the description has no event ${JSON.stringify(event)}`,
      hint: events.length === 0 ? "name an AsyncAPI description: --asyncapi" : hintFor(event, events),
    })),
    ...(isLocked && keys.shared === null && Object.keys(keys.own).length === 0
      ? [{ message: "every operation requires a key", hint: "set --key K, or WAYBILL_KEY in the environment" }]
      : []),
  ];
}

/** `null` when the run failed to start; the reason is printed then. */
async function runKit(
  invocation: Invocation,
  input: Pick<RunOptions, "description" | "excuses" | "key" | "keys" | "otherKey" | "otherKeys">,
): Promise<RunReport | null> {
  const { flags, terminal } = invocation;
  const { end, ...progress } = watchRun(terminal);
  const run = runConformance({
    ...flags.run,
    ...input,
    triggers: triggersOf(flags.triggers, { cwd: terminal.cwd }),
    ...progress,
  });
  try {
    return await run.finally(end);
  } catch (error) {
    const failure = failureOf(error, invocation);
    if (failure === null) throw error;
    if (invocation.format === "json") printFailure(terminal, failure);
    terminal.err(`waybill: ${failure.message}\nhint: ${failure.hint}\n`);
    return null;
  }
}

function printFailure(terminal: Terminal, failure: object): void {
  terminal.out(`${JSON.stringify({ ok: false, command: "conform", ...failure }, null, 2)}\n`);
}

/** Why a run could not start although the command line is valid; `null` for a defect. */
function failureOf(error: unknown, { flags }: Invocation): { readonly message: string; readonly hint: string } | null {
  if (error instanceof Unreachable) {
    return { message: error.message, hint: "start the service, or fix --url" };
  }
  if (error instanceof Spent) {
    const hint = "wait for the rate limit window to pass, as its headers state, or give the key a larger budget";
    return { message: error.message, hint };
  }
  if (error instanceof TriggerFailure) {
    return { message: error.message, hint: "run the command on its own, then fix it or --trigger" };
  }
  if (error instanceof Error && "syscall" in error && error.syscall === "listen") {
    const message = `--webhook-port ${flags.run.webhookPort} cannot be used: ${error.message}`;
    return { message, hint: "use a free port, or 0 to pick one" };
  }
  return null;
}

type Progress = Required<Pick<RunOptions, "onFinding" | "onCase">> & { readonly end: () => void };

/** Prints nothing unless stderr is a terminal. */
function watchRun({ isWatched, err }: Terminal): Progress {
  if (!isWatched) return { onFinding: () => {}, onCase: () => {}, end: () => {} };
  const started = performance.now();
  let findingCount = 0;
  let cases = 0;
  const clear = "\r\u001b[K";
  const show = (): void => {
    const seconds = Math.round((performance.now() - started) / 1000);
    err(
      `${clear}conform: ${seconds} s, ${cases} cases, ${findingCount} ${findingCount === 1 ? "finding" : "findings"}`,
    );
  };
  const timer = setInterval(show, 1000);
  return {
    onFinding: (finding) => {
      findingCount += 1;
      err(`${clear}${printable(sentenceOf(finding))}\n`);
      show();
    },
    onCase: () => {
      cases += 1;
    },
    end: () => {
      clearInterval(timer);
      err(clear);
    },
  };
}
