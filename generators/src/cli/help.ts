// Commands and their flags to the text that --help prints.
import { registry } from "../targets/registry.ts";
import { targetNames } from "../targets/target.ts";
import type { Flag } from "./arguments.ts";
import { type CommandSpec, commands } from "./commands.ts";

export function helpText(): string {
  return [
    "waybill: OpenAPI and AsyncAPI descriptions to TypeScript.",
    "",
    "usage: waybill <command> [options]",
    "",
    ...rows(commands.map(({ name, summary }) => [name, summary])),
    "",
    "waybill <command> --help says more; waybill --version prints the version.",
    "Exit code: 0 fine, 1 problems found, 2 wrong usage.",
    "",
  ].join("\n");
}

export function commandHelp(command: CommandSpec): string {
  const takesTargets = command.flags.some((flag) => flag.name === "target");
  return [
    `waybill ${command.name}: ${command.summary}.`,
    "",
    `usage: ${command.usage}`,
    ...(command.positionals === null ? [] : ["", `arguments: ${command.positionals}`]),
    "",
    ...rows(command.flags.map((flag) => [spelling(flag), flag.summary])),
    ...(takesTargets ? ["", "targets:", ...rows(targetNames.map((name) => [name, registry[name].summary]))] : []),
    ...(command.notes.length === 0 ? [] : ["", ...command.notes]),
    "",
    "Exit code: 0 fine, 1 problems found, 2 wrong usage.",
    "",
  ].join("\n");
}

function spelling({ name, value, many, repeat }: Flag): string {
  return `--${name}${value === null ? "" : ` <${value}>`}${many === true || repeat === true ? "..." : ""}`;
}

function rows(pairs: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...pairs.map(([left]) => left.length));
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
