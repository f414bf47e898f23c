// A command from another package -> the command, or why its package does not provide it.

import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { isFields, memberOf } from "../model/fields.ts";
import { type Usable, unusable, usable } from "../run/config/usage.ts";
import { toolkitVersion } from "../run/toolkit.ts";
import type { Command, ProvidedCommand } from "./terminal/terminal.ts";

export async function loadCommand({ name, package: home }: ProvidedCommand, cwd: string): Promise<Usable<Command>> {
  const commandModule = locate(`${home}/command`, cwd);
  if (commandModule === "missing")
    return unusable(`${name} needs the package ${home}`, `npm install --save-dev ${home}`);
  const loaded: unknown = commandModule === "other version" ? null : await import(commandModule.href);
  if (providesCommand(loaded) && loaded.command.name === name) return usable(loaded.command);
  const hint = `install the version that matches waybill: npm install --save-dev ${home}@${toolkitVersion()}`;
  return unusable(`the installed ${home} does not provide the command ${name}`, hint);
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
  const command = memberOf(loaded, "command");
  if (!isFields(command)) return false;
  const { name, flags, run } = command;
  return typeof name === "string" && Array.isArray(flags) && typeof run === "function";
}
