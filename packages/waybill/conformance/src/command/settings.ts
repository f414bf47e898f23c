// What a configuration says of `waybill conform`, and the flags -> the flags with it: a flag wins over the same setting, and lists are joined.
import { type ConformConfig, hintFor, type Usable, type UsageProblem, usable } from "waybill/command";
import type { Operation } from "waybill/description";
import { type Check, checks } from "../finding.ts";
import { requirable } from "../run/check-rows.ts";
import type { ConformFlags } from "./run-flags.ts";
import { readTriggerCommands } from "./trigger-command.ts";

const allChecks = Object.keys(checks) as Check[];

export function withSettings(flags: ConformFlags, settings: ConformConfig): Usable<ConformFlags> {
  const off = Object.entries(settings.checks ?? {}).flatMap(([name, state]) => (state === "off" ? [name] : []));
  const required = settings.require ?? [];
  const commands = Object.entries(settings.triggers ?? {}).map(([event, command]) => `${event}=${command}`);
  const triggers = readTriggerCommands(commands);
  const known: readonly string[] = ["all", ...requirable];
  const problems = [
    ...unknownNames("conform.checks", Object.keys(settings.checks ?? {}), allChecks),
    ...unknownNames("conform.require", required, known),
    ...(triggers.ok ? [] : triggers.problems),
  ];
  if (!triggers.ok || problems.length > 0) return { ok: false, problems };
  const flagged = new Set(flags.triggers.map(({ event }) => event));
  const { run } = flags;
  return usable({
    ...flags,
    triggers: [...triggers.value.filter(({ event }) => !flagged.has(event)), ...flags.triggers],
    run: {
      ...run,
      off: allChecks.filter((name) => off.includes(name)),
      // A run of chosen cases leaves out most checks.
      require: run.only === null ? [...(run.require ?? []), ...namesIn(required)] : [],
      expect: settings.expect ?? {},
      responseTime: settings.responseTime ?? {},
    },
  });
}

function namesIn(required: readonly string[]): (Check | "all")[] {
  const known: readonly (Check | "all")[] = ["all", ...requirable];
  return known.filter((name) => required.includes(name));
}

/** Settings for operations that the description does not have. */
export function unknownOperations({ run }: ConformFlags, operations: readonly Operation[]): UsageProblem[] {
  const ids = operations.map(({ id }) => id);
  const timed = Object.keys(run.responseTime ?? {}).filter((name) => name !== "*");
  return [
    ...unknownNames("conform.expect", Object.keys(run.expect ?? {}), ids),
    ...unknownNames("conform.responseTime", timed, ids),
  ];
}

function unknownNames(at: string, names: readonly string[], known: readonly string[]): UsageProblem[] {
  return names
    .filter((name) => !known.includes(name))
    .map((name) => ({ message: `${at} has the unknown name ${JSON.stringify(name)}`, hint: hintFor(name, known) }));
}
