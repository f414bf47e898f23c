// A command from another package -> the package found, its help printed, or the command run.

import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Usable, type UsageProblem, unusable, usable } from "../run/config/usage.ts";
import { readArguments } from "../run/flags/arguments.ts";
import { toolkitVersion } from "../run/toolkit.ts";
import { type Command, type ExitCode, type ProvidedCommand, rejectUsage, type Terminal } from "./terminal/terminal.ts";

interface Words {
  /** The words after the command's name. */
  readonly words: readonly string[];
  readonly asksHelp: boolean;
}

export async function runProvided(
  provided: ProvidedCommand,
  { words, asksHelp }: Words,
  terminal: Terminal,
): Promise<ExitCode> {
  const command = await loadCommand(provided, terminal.cwd);
  if (asksHelp) {
    terminal.out(
      command.ok ? (await import("./help.ts")).commandHelp(command.value) : helpWithout(provided, command.problems),
    );
    return 0;
  }
  if (!command.ok) return rejectUsage(command.problems, terminal, words.includes("--json"));
  const args = readArguments(words, command.value);
  if (!args.ok) return rejectUsage(args.problems, terminal, words.includes("--json"));
  return await command.value.run(args.value, terminal);
}

async function loadCommand({ name, package: home }: ProvidedCommand, cwd: string): Promise<Usable<Command>> {
  const commandModule = locate(`${home}/command`, cwd);
  if (commandModule === "missing")
    return unusable(`${name} needs the package ${home}`, `npm install --save-dev ${home}`);
  const loaded: unknown = commandModule === "other version" ? null : await import(commandModule.href);
  if (providesCommand(loaded) && loaded.command.name === name) return usable(loaded.command);
  const hint = `install the version that matches waybill: npm install --save-dev ${home}@${toolkitVersion()}`;
  return unusable(`the installed ${home} does not provide the command ${name}`, hint);
}

/** The help of a command whose package is not installed. */
function helpWithout({ name, summary }: ProvidedCommand, problems: readonly UsageProblem[]): string {
  const lines = problems.map(({ message, hint }) => (hint === null ? message : `${message}: ${hint}`));
  return [`waybill ${name}: ${summary}.`, "", ...lines, ""].join("\n");
}

/** The module as the working directory finds it, else as the toolkit itself does; both as Node resolves packages. */
function locate(module: string, cwd: string): URL | "missing" | "other version" {
  const fromProject = (): URL => pathToFileURL(createRequire(path.join(cwd, "package.json")).resolve(module));
  const fromToolkit = (): URL => new URL(import.meta.resolve(module));
  for (const find of [fromProject, fromToolkit]) {
    try {
      return find();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : null;
      if (code === "ERR_PACKAGE_PATH_NOT_EXPORTED") return "other version";
      if (code !== "MODULE_NOT_FOUND" && code !== "ERR_MODULE_NOT_FOUND") throw error;
    }
  }
  return "missing";
}

function providesCommand(loaded: unknown): loaded is { readonly command: Command } {
  if (!isRecord(loaded) || !isRecord(loaded["command"])) return false;
  const { name, flags, run } = loaded["command"];
  return typeof name === "string" && Array.isArray(flags) && typeof run === "function";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
