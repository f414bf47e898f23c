// The arguments of `waybill conform` -> the options of a run, or all errors in them.

import { readFileSync } from "node:fs";
import path from "node:path";
import {
  type Arguments,
  hintFor,
  type Terminal,
  type Usable,
  type UsageProblem,
  unusable,
  usable,
} from "waybill/command";
import type { Json } from "waybill/description";
import type { RunOptions } from "../run/run-options.ts";
import { isObject } from "../values/json.ts";
import { readTriggerCommands, type TriggerCommand } from "./trigger-command.ts";

export interface ConformFlags {
  readonly key: string | null;
  readonly run: Omit<RunOptions, "description" | "key" | "excuses" | "triggers">;
  readonly triggers: readonly TriggerCommand[];
  readonly excuses: NamedFile | null;
  readonly reports: readonly ReportFile[];
}

interface NamedFile {
  /** Absolute. */
  readonly file: string;
  /** As written on the command line. */
  readonly shown: string;
}

export const reportFormats = ["text", "json", "junit", "html"] as const;
export type ReportFormat = (typeof reportFormats)[number];

export interface ReportFile extends NamedFile {
  readonly format: ReportFormat;
}

export async function readConformFlags(args: Arguments, terminal: Terminal): Promise<Usable<ConformFlags>> {
  const problems: UsageProblem[] = [];
  const take = <T>(read: Usable<T>, otherwise: T): T => {
    if (read.ok) return read.value;
    problems.push(...read.problems);
    return otherwise;
  };
  const url = take(urlOf(args), "");
  const numbers = take(numbersOf(args), {});
  const triggers = take(readTriggerCommands(args.all("trigger")), []);
  const reports = take(reportsOf(args, terminal.cwd), []);
  take(webhookAddressOf(args), undefined);
  take(inputOnce(args), undefined);
  // Standard input is read last, once all other arguments are valid.
  if (problems.length > 0) return { ok: false, problems };
  const key = take(await keyOf(args, terminal), null);
  const values = take(await readValues(args, terminal), {});
  const excuses = args.one("excuses");
  const run = {
    url,
    ...numbers,
    values,
    otherKey: args.one("other-key") ?? terminal.variable("WAYBILL_OTHER_KEY"),
    revokedKeys: revokedKeysOf(args, terminal),
    webhookUrl: args.one("webhook-url"),
    only: args.one("only"),
    complete: args.has("complete"),
    failFast: args.has("fail-fast"),
    spendBudget: args.has("spend-budget"),
  };
  if (problems.length > 0) return { ok: false, problems };
  const named = excuses === null ? null : { file: path.resolve(terminal.cwd, excuses), shown: excuses };
  return usable({ key, run, triggers, excuses: named, reports });
}

/** An address for deliveries needs a port that receives them. */
function webhookAddressOf(args: Arguments): Usable<undefined> {
  const given = args.one("webhook-url");
  if (given === null) return usable(undefined);
  if (!args.has("webhook-port")) {
    return unusable("--webhook-url needs --webhook-port", "name the port of this machine that the address leads to");
  }
  const url = URL.parse(given.replaceAll("{port}", "80"));
  return url !== null && ["http:", "https:"].includes(url.protocol)
    ? usable(undefined)
    : unusable(
        `--webhook-url must be an http or https address, found ${JSON.stringify(given)}`,
        "for example https://abc.example",
      );
}

function revokedKeysOf(args: Arguments, terminal: Terminal): readonly string[] {
  const given = args.all("revoked-key");
  const own = given.length > 0 ? null : terminal.variable("WAYBILL_REVOKED_KEY");
  return own === null ? given : [own];
}

function urlOf(args: Arguments): Usable<string> {
  const given = args.one("url");
  const example = "for example --url http://127.0.0.1:8080";
  if (given === null) return unusable("--url is missing", `name the service to check, ${example}`);
  const url = URL.parse(given);
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    return unusable(`--url must be an http or https address, found ${JSON.stringify(given)}`, example);
  }
  if (url.username !== "" || url.password !== "")
    return unusable("--url has a user in it", "--key takes user:password");
  if (url.search !== "" || url.hash !== "") {
    return unusable(
      `--url has a query or a fragment: ${JSON.stringify(given)}`,
      "leave it out; paths go below the address",
    );
  }
  return usable(`${url.origin}${url.pathname}`);
}

type Numbers = Pick<RunOptions, "seed" | "randomCases" | "maxRequests" | "webhookPort" | "responseMs" | "deliveryMs">;

function numbersOf(args: Arguments): Usable<Numbers> {
  const problems: UsageProblem[] = [];
  const whole = (name: string, least: number, most: number): number | null => {
    const given = args.one(name);
    if (given === null || (/^\d+$/.test(given) && Number(given) >= least && Number(given) <= most)) {
      return given === null ? null : Number(given);
    }
    const message = `--${name} must be a whole number from ${least} to ${most}, found ${JSON.stringify(given)}`;
    problems.push({ message, hint: `for example --${name} ${Math.max(least, 7)}` });
    return null;
  };
  const [seed, randomCases] = [whole("seed", 0, 2 ** 31 - 1), whole("random", 0, 10_000)];
  const [maxRequests, port] = [whole("max-requests", 1, 10_000_000), whole("webhook-port", 0, 65_535)];
  const timeout = args.one("timeout");
  const milliseconds = timeout === null ? null : Math.round(Number(timeout) * 1000);
  if (milliseconds !== null && !(/^\d*\.?\d+$/.test(timeout ?? "") && milliseconds >= 1 && milliseconds <= 3_600_000)) {
    const message = `--timeout must be seconds, an hour at most, found ${JSON.stringify(timeout)}`;
    problems.push({ message, hint: "for example --timeout 2.5" });
  }
  if (problems.length > 0) return { ok: false, problems };
  return usable({
    ...(seed === null ? {} : { seed }),
    ...(randomCases === null ? {} : { randomCases }),
    ...(maxRequests === null ? {} : { maxRequests }),
    ...(port === null ? {} : { webhookPort: port }),
    ...(milliseconds === null ? {} : { responseMs: milliseconds, deliveryMs: milliseconds }),
  });
}

function reportsOf(args: Arguments, cwd: string): Usable<ReportFile[]> {
  const problems: UsageProblem[] = [];
  const reports = args.all("report").flatMap((given): ReportFile[] => {
    const at = given.indexOf("=");
    const name = at === -1 ? given : given.slice(0, at);
    const shown = at === -1 ? "" : given.slice(at + 1);
    const format = reportFormats.find((one) => one === name);
    if (format !== undefined && shown !== "") return [{ format, file: path.resolve(cwd, shown), shown }];
    const message = `--report must be format=file, found ${JSON.stringify(given)}`;
    problems.push({
      message,
      hint: format === undefined ? hintFor(name, reportFormats) : `for example --report ${format}=conform.${format}`,
    });
    return [];
  });
  return problems.length > 0 ? { ok: false, problems } : usable(reports);
}

function inputOnce(args: Arguments): Usable<undefined> {
  const readers = ["key", "other-key", "revoked-key", "values"].filter((name) => args.one(name) === "-");
  const [first, second] = readers;
  if (second !== undefined) {
    return unusable(`--${first} and --${second} both read stdin`, "give one of them another way");
  }
  if (first !== undefined && first !== "key" && first !== "values") {
    return unusable(`--${first} does not read stdin`, `set WAYBILL_${first.toUpperCase().replace("-", "_")}`);
  }
  return usable(undefined);
}

async function keyOf(args: Arguments, terminal: Terminal): Promise<Usable<string | null>> {
  const given = args.one("key");
  if (given !== "-") return usable(given ?? terminal.variable("WAYBILL_KEY"));
  const key = (await terminal.readInput()).trim();
  return key === "" ? unusable("--key - found no key on stdin", "pipe the key in, or set WAYBILL_KEY") : usable(key);
}

type Values = NonNullable<RunOptions["values"]>;

/** A flag overrides the file; several flags of one name are a list. */
async function readValues(args: Arguments, terminal: Terminal): Promise<Usable<Values>> {
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
