// Every command of `fulfillment`, with what they have in common: storage options, environment variables, exit codes, help.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command, Help, type Option } from "commander";
import { addAccountCommands } from "./accounts.ts";
import { addInviteCommands } from "./invites.ts";
import { addKeyCommands } from "./keys.ts";
import { addOrderCommands } from "./orders.ts";
import { addRouteCommand } from "./routes.ts";
import { addSeedCommand } from "./seed.ts";
import { addServeCommand, sealingKeyText, serveOptions } from "./serve.ts";
import { storageOptions } from "./storage.ts";
import type { Terminal } from "./terminal.ts";
import { addUserCommands } from "./users.ts";
import { addWebhookCommands } from "./webhooks.ts";

export function createProgram(terminal: Terminal): Command {
  const ofServe = serveOptions();
  const program = new Command("fulfillment")
    .description("Run and manage the Fulfillment Orders and Webhooks service.")
    .version(version(), "--version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    // Before any command is added: they inherit it.
    .configureHelp({ showGlobalOptions: true, ...withOptionsOfServe(ofServe) })
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: (text) => terminal.err(text),
      outputError: (text, write) => write(text.replace(/^error: /, "fulfillment: ")),
    })
    .exitOverride()
    .showHelpAfterError("(add --help to see the options)");
  for (const option of [...storageOptions(), ...ofServe]) program.addOption(option);
  addServeCommand(program, terminal);
  addSeedCommand(program, terminal);
  addKeyCommands(program, terminal);
  addAccountCommands(program, terminal);
  addUserCommands(program, terminal);
  addOrderCommands(program, terminal);
  addInviteCommands(program, terminal);
  addWebhookCommands(program, terminal);
  addRouteCommand(program, terminal);
  return program.addHelpText("after", epilogue);
}

/** Every command takes them, and only the help of `serve` lists them: elsewhere they have no effect. */
function withOptionsOfServe(options: readonly Option[]): Pick<Help, "visibleOptions" | "visibleGlobalOptions"> {
  const without = (visible: readonly Option[]): Option[] => visible.filter((option) => !options.includes(option));
  return {
    visibleOptions(command) {
      const commandOptions = without(Help.prototype.visibleOptions.call(this, command));
      return command.name() === "serve" ? [...options, ...commandOptions] : commandOptions;
    },
    visibleGlobalOptions(command) {
      return without(Help.prototype.visibleGlobalOptions.call(this, command));
    },
  };
}

const epilogue = `
Every option can also be given as an environment variable: FULFILLMENT_ and its name in capitals, as in
FULFILLMENT_PORT=8080. The help of each command lists them. The command line overrides the environment.
Every command also accepts and checks the options of \`serve\`, so a deployment can share one set of flags and variables.

${sealingKeyText.trim()}

Commands work on the same database while the service runs, and the running service delivers their events.
Exit code: 0 success, 1 failure, 2 wrong usage.`;

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));
  const manifestVersion =
    typeof manifest === "object" && manifest !== null && "version" in manifest ? manifest.version : null;
  return String(manifestVersion);
}
