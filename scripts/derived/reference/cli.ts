// The commands of the toolkit, as data -> docs/cli.md, what `--help` prints as a page.

import { commands } from "../../../generators/src/cli/commands.ts";
import type { CommandHelp } from "../../../generators/src/cli/terminal/terminal.ts";
import type { Flag } from "../../../generators/src/run/flags/arguments.ts";
import { command as conform } from "../../../packages/waybill/conformance/src/command/index.ts";
import { command as docs } from "../../../packages/waybill/docs/src/command.ts";
import { command as lsp } from "../../../packages/waybill/lsp/src/command.ts";
import { command as migrate } from "../../../packages/waybill/migrate/src/command.ts";
import { command as mock } from "../../../packages/waybill/mocks/src/command.ts";
import { command as paths } from "../../../packages/waybill/paths/src/command.ts";
import { command as sdk } from "../../../packages/waybill/sdk/src/command.ts";

/** The commands that packages provide, by name. */
const provided: Readonly<Record<string, CommandHelp>> = { conform, docs, lsp, migrate, mock, paths, sdk };

const head = `<!-- Made from generators/src/cli/commands.ts by scripts/derived/reference/cli.ts: edit the commands, not this page. -->

# Command line

This page lists each command with its arguments and flags, as \`npx waybill COMMAND --help\` prints them. \`npx waybill --version\` prints the
version.

Results go to stdout; diagnostics and other messages for people go to stderr. The exit code is 0 for success, 1 if problems were found, and 2
if a command, a flag or the configuration is wrong. Paths are relative to the working directory, and paths in a
[configuration](configuration.md) to its folder. Flags that you may repeat are marked with "…". \`NO_COLOR\` turns colours off.
`;

export function cliReference(): string {
  const all = commands.map((command) => ("package" in command ? withPackage(command) : command));
  const index = all.map(({ name, summary }) => `| [\`${name}\`](#${name}) | ${cell(summary)} |`);
  const parts = [head.trim(), ["| command | |", "|---|---|", ...index].join("\n"), ...all.map(section)];
  return `${parts.join("\n\n")}\n`;
}

type ListedCommand = CommandHelp & { readonly package?: string };

function withPackage({ name, package: providing }: { name: string; package: string }): ListedCommand {
  const command = provided[name];
  if (command === undefined)
    throw new Error(`import the command ${name} of ${providing} in scripts/derived/reference/cli.ts`);
  return { ...command, package: providing };
}

function section(command: ListedCommand): string {
  const { name, summary, usage, positionals, flags, notes, package: providing } = command;
  const parts = [
    `## ${name}`,
    `${cell(summary)}.${providing === undefined ? "" : ` The package \`${providing}\` provides it.`}`,
    ["```text", usage, "```"].join("\n"),
    ...(positionals === null ? [] : [`Arguments: ${cell(positionals)}`]),
    ["| flag | |", "|---|---|", ...flags.filter((flag) => flag.name !== "help").map(row)].join("\n"),
    ...notes.map((note) => cell(note)),
  ];
  return parts.join("\n\n");
}

function row({ name, short, value, many, repeat, summary }: Flag): string {
  const repeated = many === true || repeat === true ? " …" : "";
  return `| ${short === undefined ? "" : `\`-${short}\`, `}\`--${name}${value === null ? "" : ` <${value}>`}\`${repeated} | ${cell(summary)} |`;
}

/** Text of a terminal as Markdown: what looks like a tag or a cell is neither, and flags are code. */
function cell(text: string): string {
  return text.replace(/[<*_|]/g, (character) => `\\${character}`).replace(/(^|[\s(])(--[a-z][\w-]*)/g, "$1`$2`");
}
