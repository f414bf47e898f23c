// The table of options -> their flags for use without a configuration: arguments to options, and options to arguments.

import {
  type Accepted,
  type GivenOptions,
  type OptionFlag,
  type OptionRow,
  optionRows,
} from "../../model/api-options.ts";
import { type Selector, type SelectorField, selectorFields } from "../../model/finish/selector.ts";
import { wordsOfCommand } from "../config/project-of-config.ts";
import { hintFor, type Usable, type UsageProblem, unusable, usable } from "../config/usage.ts";
import type { Arguments, Flag } from "./arguments.ts";

interface FlaggedOption {
  readonly option: string;
  readonly flag: OptionFlag;
  readonly accepts: Accepted;
  /** What the flag sets if it takes no value. */
  readonly opposite: boolean;
}

const flagged: readonly FlaggedOption[] = Object.entries<OptionRow<unknown>>(optionRows).flatMap(
  ([option, { flag, accepts, default: standard }]) =>
    flag === null ? [] : [{ option, flag, accepts, opposite: standard === false }],
);

export const apiFlags: readonly Flag[] = flagged.map(({ flag, accepts }) => ({
  ...flag,
  ...(accepts.kind === "choice" ? { choices: accepts.choices } : {}),
  ...(accepts.kind === "selectors" || accepts.kind === "commands" ? { repeat: true } : {}),
}));

/** Of commands that read one API and are about parts of it. */
export const filterFlags: readonly Flag[] = apiFlags
  .filter(({ name }) => name === "include" || name === "exclude")
  .map((flag) => ({ ...flag, summary: flag.summary.replace(/^Generate only/, "Only") }));

/** The options that the arguments give. */
export function flagOptionsOf(args: Arguments): Usable<GivenOptions> {
  const problems: UsageProblem[] = [];
  const optionEntries = flagged.flatMap((row): [string, unknown][] => {
    const { option, flag } = row;
    if (!args.has(flag.name)) return [];
    const value = optionValueOf(args.all(flag.name), row);
    if (value.ok) return [[option, value.value]];
    problems.push(...value.problems.map((one) => ({ ...one, message: `--${flag.name} ${one.message}` })));
    return [];
  });
  return problems.length > 0 ? { ok: false, problems } : usable(Object.fromEntries(optionEntries));
}

/** The options whose flags were given, and those flags. */
export function givenFlags(args: Arguments): readonly { readonly option: string; readonly flag: string }[] {
  return flagged.flatMap(({ option, flag }) => (args.has(flag.name) ? [{ option, flag: flag.name }] : []));
}

/** The words of a command line that say the same. */
export function flagWords(options: GivenOptions): string[];
export function flagWords(options: Readonly<Record<string, unknown>>): string[] {
  return flagged.flatMap(({ option, flag, ...row }) =>
    wordsOf(options[option], row).flatMap((word) =>
      flag.value === null ? [`--${flag.name}`] : [`--${flag.name}`, inShell(word)],
    ),
  );
}

/** What the words given with a flag mean; its choices have been checked. */
function optionValueOf(
  flagValues: readonly string[],
  { accepts, opposite }: Pick<FlaggedOption, "accepts" | "opposite">,
): Usable<unknown> {
  if (accepts.kind === "boolean" || accepts.kind === "pagination") return usable(opposite);
  if (accepts.kind === "commands") return commandsOf(flagValues);
  return accepts.kind === "selectors" ? selectorsOf(flagValues) : usable(flagValues[0]);
}

/** The words that mean a value; none when no flag can say it. A flag without a value has an empty one. */
function wordsOf(
  value: unknown,
  { accepts, opposite }: Pick<FlaggedOption, "accepts" | "opposite">,
): readonly string[] {
  switch (accepts.kind) {
    case "boolean":
    case "pagination":
      return value === opposite ? [""] : [];
    case "choice":
      return accepts.choices.filter((choice) => choice === value);
    case "selectors":
      return isSelectors(value) ? value.map(selectorWord) : [];
    case "commands":
      return Array.isArray(value) ? value : [];
    case "text":
      return typeof value === "string" && value !== "" ? [value] : [];
    case "name hooks":
      return [];
  }
}

function isSelectors(value: unknown): value is readonly Selector[] {
  return Array.isArray(value);
}

function commandsOf(commands: readonly string[]): Usable<readonly string[]> {
  const problems = commands.map(wordsOfCommand).flatMap((one) => (one.ok ? [] : one.problems));
  return problems.length > 0 ? { ok: false, problems } : usable(commands);
}

function selectorsOf(flagValues: readonly string[]): Usable<readonly Selector[]> {
  const read = flagValues.map(selectorOf);
  const problems = read.flatMap((one) => (one.ok ? [] : one.problems));
  return problems.length > 0 ? { ok: false, problems } : usable(read.flatMap((one) => (one.ok ? [one.value] : [])));
}

/** A word that a shell passes on unchanged. `plain`: what needs no quotes. */
export function inShell(word: string, plain: RegExp = /^[\w./=,:@-]+$/): string {
  return plain.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Of the same field several times, one has to hold. */
function selectorOf(word: string): Usable<Selector> {
  const selector: { [Field in SelectorField]?: string[] } = {};
  for (const part of word.split(",")) {
    const at = part.indexOf("=");
    const [name, pattern] = [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    const field = selectorFields.find((known) => known === name);
    if (at === -1 || pattern === "")
      return unusable(`${JSON.stringify(part)} is not a field and a pattern`, "for example tag=orders, or path=/v1/**");
    if (field === undefined) return unusable(`${JSON.stringify(name)} is not a field`, hintFor(name, selectorFields));
    selector[field] = [...(selector[field] ?? []), pattern];
  }
  return usable(selector);
}

function selectorWord(selector: Selector): string {
  return selectorFields
    .flatMap((field) => [selector[field] ?? []].flat().map((pattern) => `${field}=${String(pattern)}`))
    .join(",");
}
