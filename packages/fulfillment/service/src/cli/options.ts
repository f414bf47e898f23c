// The options of the commands: each is also an environment variable, and rejects invalid values.
import { type Command, InvalidArgumentError, Option } from "commander";
import { z } from "zod";
import { UsageError } from "./failure.ts";

const variablePrefix = "FULFILLMENT_";

/** `option("--rate-limit <number>", …)` also takes FULFILLMENT_RATE_LIMIT. */
export function option(flags: string, description: string): Option {
  const cliOption = new Option(flags, description);
  return cliOption.env(variablePrefix + cliOption.name().toUpperCase().replaceAll("-", "_"));
}

/**
 * An empty variable is one that is not set, and a flag can be switched off: for commander, FULFILLMENT_JSON=false would
 * switch it on.
 */
export function tidyEnvironment(command: Command, environment: NodeJS.ProcessEnv): void {
  for (const { envVar, required, optional } of command.options) {
    const value = envVar === undefined ? undefined : environment[envVar];
    if (envVar === undefined || value === undefined) continue;
    const isFlag = !required && !optional && value !== "";
    const flag = isFlag ? readFlag(value) : null;
    if (isFlag && flag === null) throw new UsageError(`${envVar} must be true or false, not ${value}`);
    if (value === "" || flag === false) delete environment[envVar];
  }
  for (const child of command.commands) tidyEnvironment(child, environment);
}

/** `--trust-proxy serve`: what follows a flag whose value can be left out, and names a command, is the command and no value. */
export function separateFlags(command: Command, args: readonly string[]): string[] {
  const flags = command.options.flatMap(({ long, optional }) => (optional && typeof long === "string" ? [long] : []));
  const namesOf = ({ commands }: Command): string[] => commands.flatMap((child) => [child.name(), ...namesOf(child)]);
  const names = new Set(namesOf(command));
  return args.map((word, index) => (flags.includes(word) && names.has(args[index + 1] ?? "") ? `${word}=true` : word));
}

/** `null`: neither yes nor no. */
export function readFlag(text: string): boolean | null {
  if (/^(?:true|yes|on|1)$/i.test(text)) return true;
  return /^(?:false|no|off|0)$/i.test(text) ? false : null;
}

/** Reads a whole number, for `argParser`. */
export function wholeNumber(least: number, most: number = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
    throw new InvalidArgumentError(`Expected a whole number ${range}.`);
  };
}

/** An option whose value must not be empty. */
export function textOption(flags: string, description: string): Option {
  return option(flags, description).argParser(nonEmptyText);
}

export function nonEmptyText(text: string): string {
  if (text.trim() !== "") return text;
  throw new InvalidArgumentError("It must not be empty.");
}

const timestamp = z.iso.datetime({ offset: true });
const date = z.iso.date();

/** `2025-11-07`, `2025-11-07T20:00:00+01:00` -> UTC with milliseconds, as all times of the service are. */
export function moment(text: string): string {
  if (timestamp.safeParse(text).success || date.safeParse(text).success) return new Date(text).toISOString();
  throw new InvalidArgumentError("Expected a date such as 2025-11-07 or a time such as 2025-11-07T20:00:00Z.");
}

/** Of an option that may be given several times: all its values. */
export function collect<T>(
  read: (text: string) => T,
): (text: string, before: readonly T[] | undefined) => readonly T[] {
  return (text, before = []) => [...before, read(text)];
}
