// A command line -> the command it names.
import { hintFor } from "../run/config/usage.ts";
import { readArguments } from "../run/flags/arguments.ts";
import { commands } from "./commands.ts";
import { type ExitCode, rejectUsage, type Terminal } from "./terminal/terminal.ts";

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
  const command = commands.find((one) => one.name === name);
  if (command === undefined) {
    const names = [...commands.map((one) => one.name), "help"];
    const problem = name.startsWith("-")
      ? { message: `unknown flag ${name}`, hint: "the command comes first: waybill generate --json" }
      : { message: `unknown command ${JSON.stringify(name)}`, hint: hintForCommand(name, names) };
    return rejectUsage([problem], terminal, argv.includes("--json"));
  }
  const asksHelp = help || rest.includes("--help") || rest.includes("-h");
  if ("package" in command) {
    const { runProvided } = await import("./provided-command.ts");
    return await runProvided(command, { words: rest, asksHelp }, terminal);
  }
  if (asksHelp) {
    terminal.out((await import("./help.ts")).commandHelp(command));
    return 0;
  }
  const args = readArguments(rest, command);
  if (!args.ok) return rejectUsage(args.problems, terminal, rest.includes("--json"));
  switch (command.name) {
    case "pin":
      return (await import("./commands/pin/pin.ts")).pin(args.value, terminal);
    case "scaffold":
      return (await import("./commands/scaffold/scaffold.ts")).scaffold(args.value, terminal);
    case "upgrade":
      return (await import("./commands/upgrade/upgrade.ts")).upgrade(args.value, terminal);
    case "init":
      return (await import("./commands/init/init.ts")).init(args.value, terminal);
    case "generate":
      return (await import("./commands/generate.ts")).generate(args.value, terminal);
    case "check":
      return (await import("./commands/generate.ts")).check(args.value, terminal);
    case "lint":
      return (await import("./commands/lint.ts")).lint(args.value, terminal);
    case "diff":
      return (await import("./commands/diff/diff.ts")).diff(args.value, terminal);
    case "events":
      return (await import("./commands/events/events.ts")).events(args.value, terminal);
    case "changeset":
      return (await import("./commands/changeset/changeset.ts")).changeset(args.value, terminal);
    case "bundle":
      return (await import("./commands/documents.ts")).bundle(args.value, terminal);
    case "split":
      return (await import("./commands/documents.ts")).split(args.value, terminal);
    case "join":
      return (await import("./commands/documents.ts")).join(args.value, terminal);
  }
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
