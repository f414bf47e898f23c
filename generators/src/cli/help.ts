// Commands and their flags to the text that --help prints.
import { packaged } from "../run/config/target-config.ts";
import type { UsageProblem } from "../run/config/usage.ts";
import type { Flag } from "../run/flags/arguments.ts";
import { builtInTargets } from "../targets/built-in-targets.ts";
import { commands } from "./commands.ts";
import type { Command, CommandHelp, ProvidedCommand } from "./terminal/terminal.ts";

export function helpText(): string {
  return [
    "waybill: generates TypeScript from OpenAPI and AsyncAPI descriptions.",
    "",
    "usage: waybill <command> [options]",
    "",
    ...rows(commands.map(({ name, summary }) => [name, summary])),
    "",
    "waybill <command> --help prints the help of a command; waybill --version prints the version.",
    "Exit code: 0 success, 1 problems found, 2 wrong usage.",
    "",
  ].join("\n");
}

export function commandHelp(command: CommandHelp): string {
  const takesTargets = command.flags.some((flag) => flag.name === "target" && flag.choices === undefined);
  return [
    `waybill ${command.name}: ${command.summary}.`,
    "",
    `usage: ${command.usage}`,
    ...(command.positionals === null ? [] : ["", `arguments: ${command.positionals}`]),
    "",
    ...rows(command.flags.map((flag) => [spelling(flag), flag.summary])),
    ...(takesTargets ? ["", "targets:", ...rows(targetRows)] : []),
    ...(command.notes.length === 0 ? [] : ["", ...command.notes]),
    "",
    "Exit code: 0 success, 1 problems found, 2 wrong usage.",
    "",
  ].join("\n");
}

/** The help of a command whose package is not installed. */
export function helpWithout({ name, summary }: Command | ProvidedCommand, problems: readonly UsageProblem[]): string {
  const lines = problems.map(({ message, hint }) => (hint === null ? message : `${message}: ${hint}`));
  return [`waybill ${name}: ${summary}.`, "", ...lines, ""].join("\n");
}

/** Ours, then those that are packages. */
const targetRows: readonly (readonly [string, string])[] = [
  ...builtInTargets.map(({ name, summary }) => [name, summary] as const),
  ...Object.entries(packaged).map(
    ([name, target]) => [name, `${target.summary}; the package ${target.package}`] as const,
  ),
  ["@scope/name", "any installed package whose default export is a target"],
];

function spelling({ name, short, value, many, repeat }: Flag): string {
  return `${short === undefined ? "" : `-${short}, `}--${name}${value === null ? "" : ` <${value}>`}${many === true || repeat === true ? "..." : ""}`;
}

function rows(pairs: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...pairs.map(([left]) => left.length));
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
