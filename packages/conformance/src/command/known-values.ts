// `--values` and `--value` -> one object of values that the service knows.
import { readFileSync } from "node:fs";
import path from "node:path";
import { type Arguments, type Terminal, type Usable, type UsageProblem, unusable, usable } from "waybill/command";
import type { Json } from "waybill/description";
import type { RunOptions } from "../run/run-options.ts";

type Values = NonNullable<RunOptions["values"]>;

/** A flag overrides the file; several flags of one name are a list. */
export async function readValues(args: Arguments, terminal: Terminal): Promise<Usable<Values>> {
  const flagged = flaggedValues(args.all("value"));
  const given = args.one("values");
  const file = given === null ? usable({}) : await valuesIn(given, terminal);
  if (flagged.ok && file.ok) return usable({ ...file.value, ...flagged.value });
  return { ok: false, problems: [flagged, file].flatMap((part) => (part.ok ? [] : part.problems)) };
}

function flaggedValues(given: readonly string[]): Usable<Values> {
  const problems: UsageProblem[] = [];
  const values = new Map<string, Json[]>();
  for (const text of given) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (name === undefined || value === undefined) {
      const message = `--value must be name=value, found ${JSON.stringify(text)}`;
      problems.push({ message, hint: `for example --value sku=MUG, or --value 'sizes=["S","M"]'` });
    } else values.set(name, [...(values.get(name) ?? []), jsonOrText(value)]);
  }
  if (problems.length > 0) return { ok: false, problems };
  return usable(
    Object.fromEntries([...values].map(([name, list]) => [name, list.length === 1 ? (list[0] ?? null) : list])),
  );
}

/** `7` is a number, `"7"` and `seven` are text. */
function jsonOrText(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function valuesIn(given: string, terminal: Terminal): Promise<Usable<Values>> {
  const name = given === "-" ? "stdin" : given;
  const text = given === "-" ? usable(await terminal.readInput()) : textOf(path.resolve(terminal.cwd, given), given);
  if (!text.ok) return text;
  const hint = `a JSON object such as { "campaignId": "cmp_1", "sku": ["MUG"] }`;
  try {
    const parsed: Json = JSON.parse(text.value);
    return isObject(parsed) ? usable(parsed) : unusable(`--values: ${name} is no JSON object`, hint);
  } catch (error) {
    return unusable(`--values: ${name} is not JSON: ${error instanceof Error ? error.message : String(error)}`, hint);
  }
}

function textOf(file: string, name: string): Usable<string> {
  try {
    return usable(readFileSync(file, "utf8"));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return unusable(
      `--values: ${name} cannot be read: ${reason.replaceAll(file, name)}`,
      "--values takes the path of a file, or -",
    );
  }
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
