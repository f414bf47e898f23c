// The arguments of a command -> flags and positionals, or usage problems.
// By parseArgs of Node, not by commander as in the service: loading that takes 15 ms, a tenth of an unchanged run.

import { parseArgs } from "node:util";
import { optionRows } from "../../model/api-options.ts";
import { hintFor, type Usable, type UsageProblem, unusable, usable } from "../config/usage.ts";

export interface Flag {
  readonly name: string;
  /** `o` for `-o`. */
  readonly short?: string;
  /** The placeholder of the value in the help; `null` for a flag that has none. */
  readonly value: string | null;
  /** May be given several times, or once with commas. */
  readonly many?: boolean;
  /** May be given several times; a comma is part of the value. */
  readonly repeat?: boolean;
  readonly choices?: readonly string[];
  readonly summary: string;
}

export class Arguments {
  readonly positionals: readonly string[];
  private readonly given: ReadonlyMap<string, readonly string[]>;

  constructor(values: ReadonlyMap<string, readonly string[]>, positionals: readonly string[]) {
    this.given = values;
    this.positionals = positionals;
  }

  has(name: string): boolean {
    return this.given.has(name);
  }

  one(name: string): string | null {
    return this.given.get(name)?.[0] ?? null;
  }

  all(name: string): readonly string[] {
    return this.given.get(name) ?? [];
  }

  /** The same flags, without the first positionals: what follows the word that chooses a part of a command. */
  after(count: number): Arguments {
    return new Arguments(this.given, this.positionals.slice(count));
  }

  /** Every flag that was given, with its values. */
  values(): IterableIterator<[string, readonly string[]]> {
    return this.given.entries();
  }
}

export interface Accepted {
  readonly flags: readonly Flag[];
  readonly positionals: string | null;
}

export function readArguments(argv: readonly string[], accepted: Accepted): Usable<Arguments> {
  const options = Object.fromEntries(
    accepted.flags.map(({ name, short, value }) => {
      const type = value === null ? ("boolean" as const) : ("string" as const);
      return [name, short === undefined ? { type } : { type, short }];
    }),
  );
  const spelled = argv.map((word) => (word === "-h" ? "--help" : word));
  const { tokens } = parseArgs({ args: spelled, options, strict: false, allowPositionals: true, tokens: true });
  const values = new Map<string, string[]>();
  const positionals: string[] = [];
  const problems: UsageProblem[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const read = readOption(token, accepted.flags, values);
    if (!read.ok) problems.push(...read.problems);
    else values.set(token.name, [...(values.get(token.name) ?? []), ...read.value]);
  }
  const [extra] = positionals;
  if (accepted.positionals === null && extra !== undefined && problems.length === 0) {
    problems.push({
      message: `unexpected argument ${JSON.stringify(extra)}`,
      hint: "this command takes only flags; --help lists them",
    });
  }
  return problems.length > 0 ? { ok: false, problems } : usable(new Arguments(values, positionals));
}

interface Option {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function readOption(
  option: Option,
  flags: readonly Flag[],
  parsedValues: ReadonlyMap<string, string[]>,
): Usable<string[]> {
  const { name, rawName, value, inlineValue } = option;
  const flag = flags.find((one) => one.name === name);
  const known = flags.map((one) => `--${one.name}`);
  if (flag === undefined) return unusable(`unknown flag ${rawName}`, configFieldHint(name) ?? hintFor(rawName, known));
  if (flag.value === null) {
    return value === undefined ? usable([]) : unusable(`${rawName} takes no value`, `write ${rawName} alone`);
  }
  if (value === undefined || value === "" || (inlineValue === false && value.startsWith("--"))) {
    return unusable(`${rawName} needs a value`, `write ${rawName} <${flag.value}>`);
  }
  if (parsedValues.has(name) && flag.many !== true && flag.repeat !== true)
    return unusable(`${rawName} is given twice`, "keep one of the two");
  const { choices } = flag;
  if (choices !== undefined && !choices.includes(value)) {
    return unusable(`${rawName} cannot be ${JSON.stringify(value)}`, hintFor(value, choices));
  }
  const parts = flag.many === true ? value.split(",").map((part) => part.trim()) : [value];
  if (parts.includes("")) return unusable(`${rawName} has an empty name in ${JSON.stringify(value)}`, "remove a comma");
  return usable(parts);
}

/** With `*` for the name of an API. */
const placeOf: ReadonlyMap<string, string> = new Map([
  ...["apis", "command", "diff"].map((field) => [field, field] as const),
  ...Object.entries(optionRows)
    // The flag of another name, such as `--no-pagination`, sets one value of many.
    .filter(([, { flag, accepts }]) => flag === null || (flag.value === null && accepts.kind !== "boolean"))
    .map(([field]) => [field, `apis.*.${field}`] as const),
  ["changeset", "apis.*.changeset"],
]);

/** `--unused-schemas` is `unusedSchemas`. */
function configFieldHint(flag: string): string | null {
  const field = flag.replace(/^-+/, "").replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const place = placeOf.get(field);
  if (place === undefined) return null;
  const fieldPath = place.replace("*", "<name>");
  return `\`${field}\` is a field of the configuration: ${fieldPath} in waybill.config.ts, which waybill init writes`;
}
