// A command line -> the command it names.
import { hintFor, type Usable, usable } from "../run/config/usage.ts";
import { readArguments } from "../run/flags/arguments.ts";
import { commands } from "./commands.ts";
import { type Command, type ExitCode, type ProvidedCommand, rejectUsage, type Terminal } from "./terminal/terminal.ts";

export async function runCommand(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [first, ...rest] = argv;
  if (first === undefined) {
    terminal.err((await import("./help.ts")).helpText());
    return 2;
  }
  if (first === "--version" || first === "-v") {
    terminal.out(`${(await import("../run/toolkit.ts")).toolkitVersion()}\n`);
    return 0;
  }
  const help = first === "help" || first === "--help" || first === "-h";
  const name = help ? rest.find((word) => !word.startsWith("-")) : first;
  if (name === undefined) {
    terminal.out((await import("./help.ts")).helpText());
    return 0;
  }
  const named = commands.find((one) => one.name === name);
  if (named === undefined) {
    const names = [...commands.map((one) => one.name), "help"];
    const problem = name.startsWith("-")
      ? { message: `unknown flag ${name}`, hint: "the command comes first: waybill generate --json" }
      : { message: `unknown command ${JSON.stringify(name)}`, hint: hintForCommand(name, names) };
    return rejectUsage([problem], terminal, argv.includes("--json"));
  }
  const command = await loadCommand(named, terminal.cwd);
  if (help || rest.includes("--help") || rest.includes("-h")) {
    const { commandHelp, helpWithout } = await import("./help.ts");
    terminal.out(command.ok ? commandHelp(command.value) : helpWithout(named, command.problems));
    return 0;
  }
  if (!command.ok) return rejectUsage(command.problems, terminal, rest.includes("--json"));
  const args = readArguments(rest, command.value);
  if (!args.ok) return rejectUsage(args.problems, terminal, rest.includes("--json"));
  return await command.value.run(args.value, terminal);
}

async function loadCommand(command: Command | ProvidedCommand, cwd: string): Promise<Usable<Command>> {
  return "package" in command
    ? await (await import("./provided-command.ts")).loadCommand(command, cwd)
    : usable(command);
}

function hintForCommand(word: string, names: readonly string[]): string {
  const suggestion = commandFor(word);
  return suggestion === null ? hintFor(word, names) : `did you mean ${suggestion}?`;
}

const commandAliases: Readonly<Record<string, string>> = {
  setup: "init",
  create: "init",
  gen: "generate",
  codegen: "generate",
  build: "generate",
  watch: "generate --watch",
  verify: "check",
  validate: "lint",
  compare: "diff",
  breaking: "diff",
  changelog: "diff",
  webhooks: "events",
  test: "conform",
  serve: "mock",
  server: "scaffold",
};

/** `lint` for `validate`; `null` for any other word. */
function commandFor(word: string): string | null {
  return Object.hasOwn(commandAliases, word) ? (commandAliases[word] ?? null) : null;
}
