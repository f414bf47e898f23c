// The arguments of `waybill conform` -> the options of a run, or all errors in them; the values of --key and the security schemes of a
// description -> the key for all schemes, and those for single ones.

import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import path from "node:path";
import { type Arguments, hintFor, type Terminal, type Usable, type UsageProblem, usable } from "waybill/command";
import { type Json, nearest } from "waybill/description";
import type { Description } from "../description/description.ts";
import { type Check, reasonOf } from "../finding.ts";
import { httpUrlOf } from "../recorder/fetch.ts";
import { requirable } from "../run/check-rows.ts";
import type { Keys } from "../run/credentials.ts";
import type { RunOptions } from "../run/run-options.ts";
import { isObject, type JsonObject } from "../values/json.ts";
import { readTriggerCommands, type TriggerCommand } from "./trigger-command.ts";

export interface ConformFlags {
  readonly keys: GivenKeys;
  readonly run: Omit<RunOptions, "description" | "key" | "keys" | "excuses" | "triggers">;
  readonly triggers: readonly TriggerCommand[];
  readonly excuses: NamedFile | null;
  readonly reports: readonly ReportFile[];
  /** Whether a report as text has every finding whole. */
  readonly verbose: boolean;
}

interface NamedFile {
  /** Absolute. */
  readonly file: string;
  /** As written on the command line. */
  readonly shown: string;
}

export const reportFormats = ["text", "json", "junit", "html", "sarif", "har"] as const;
export type ReportFormat = (typeof reportFormats)[number];

export interface ReportFile extends NamedFile {
  readonly format: ReportFormat;
}

/** Adds a problem; `null` in place of the value that is missing. */
type Reject = (message: string, hint: string) => null;

export async function readConformFlags(args: Arguments, terminal: Terminal): Promise<Usable<ConformFlags>> {
  const problems: UsageProblem[] = [];
  const reject: Reject = (message, hint) => {
    problems.push({ message, hint });
    return null;
  };
  const url = urlOf(args, reject) ?? "";
  const numbers = numbersOf(args, reject);
  const triggers = readTriggerCommands(args.all("trigger"));
  if (!triggers.ok) problems.push(...triggers.problems);
  const reports = args.all("report").flatMap((reportArgument) => reportOf(reportArgument, terminal.cwd, reject) ?? []);
  checkWebhookAddress(args, reject);
  checkOtherAddress(args, reject);
  checkInputs(args, reject);
  const required = requiredIn(args, reject);
  // Standard input is read last, once all other arguments are valid.
  if (problems.length > 0 || !triggers.ok) return { ok: false, problems };
  const keys = await givenKeys(args, terminal, reject);
  const values = await valuesOf(args, terminal, reject);
  if (problems.length > 0) return { ok: false, problems };
  const run = {
    url,
    ...numbers,
    values,
    otherKey: args.one("other-key") ?? terminal.variable("WAYBILL_OTHER_KEY"),
    otherAddress: args.all("other-address"),
    spareKey: args.one("spare-key") ?? terminal.variable("WAYBILL_SPARE_KEY"),
    revokedKeys: revokedKeysOf(args, terminal),
    webhookUrl: args.one("webhook-url"),
    webhookSecret: args.one("webhook-secret") ?? terminal.variable("WAYBILL_SECRET"),
    only: args.one("only"),
    complete: args.has("complete"),
    require: required,
    failFast: args.has("fail-fast"),
    spendBudget: args.has("spend-budget"),
    keepExchanges: reports.some(({ format }) => format === "har"),
  };
  const excusesPath = args.one("excuses");
  const excuses = excusesPath === null ? null : { file: path.resolve(terminal.cwd, excusesPath), shown: excusesPath };
  return usable({ keys, run, triggers: triggers.value, excuses, reports, verbose: args.has("verbose") });
}

/** An address for deliveries needs a port that receives them. */
function checkWebhookAddress(args: Arguments, reject: Reject): void {
  const webhookUrl = args.one("webhook-url");
  if (webhookUrl === null) return;
  if (!args.has("webhook-port")) {
    reject("--webhook-url needs --webhook-port", "name the port of this machine that the address leads to");
  } else if (httpUrlOf(webhookUrl.replaceAll("{port}", "80")) === null) {
    const message = `--webhook-url must be an http or https address, found ${JSON.stringify(webhookUrl)}`;
    reject(message, "for example https://abc.example");
  }
}

function checkOtherAddress(args: Arguments, reject: Reject): void {
  const invalidAddress = args.all("other-address").find((one) => isIP(one) === 0);
  if (invalidAddress === undefined) return;
  const message = `--other-address must be an IP address of this machine, found ${JSON.stringify(invalidAddress)}`;
  reject(message, "for a service on 127.0.0.1, --other-address 127.0.0.2");
}

function revokedKeysOf(args: Arguments, terminal: Terminal): readonly string[] {
  const revokedKeys = args.all("revoked-key");
  const environmentKey = revokedKeys.length > 0 ? null : terminal.variable("WAYBILL_REVOKED_KEY");
  return environmentKey === null ? revokedKeys : [environmentKey];
}

function urlOf(args: Arguments, reject: Reject): string | null {
  const urlText = args.one("url");
  const example = "for example --url http://127.0.0.1:8080";
  // A sender alone has no paths.
  if (urlText === null && args.has("asyncapi") && !args.has("openapi")) return "http://127.0.0.1";
  if (urlText === null) return reject("--url is missing", `name the service to check, ${example}`);
  const url = httpUrlOf(urlText);
  const quotedUrl = JSON.stringify(urlText);
  if (url === null) return reject(`--url must be an http or https address, found ${quotedUrl}`, example);
  if (url.username !== "" || url.password !== "") {
    return reject("--url has a user in it", "--key takes user:password");
  }
  if (url.search !== "" || url.hash !== "") {
    return reject(
      `--url has a query or a fragment: ${quotedUrl}`,
      "remove it; the paths of the description are appended to the address",
    );
  }
  return `${url.origin}${url.pathname}`;
}

type Numbers = Pick<RunOptions, "seed" | "randomCases" | "maxRequests" | "webhookPort" | "responseMs" | "deliveryMs">;

function numbersOf(args: Arguments, reject: Reject): Numbers {
  const readInteger = (name: string, least: number, most: number): number | null => {
    const argument = args.one(name);
    if (argument === null) return null;
    if (/^\d+$/.test(argument) && Number(argument) >= least && Number(argument) <= most) return Number(argument);
    const message = `--${name} must be a whole number from ${least} to ${most}, found ${JSON.stringify(argument)}`;
    return reject(message, `for example --${name} ${Math.max(least, 7)}`);
  };
  const [seed, randomCases] = [readInteger("seed", 0, 2 ** 31 - 1), readInteger("random", 0, 10_000)];
  const [maxRequests, webhookPort] = [
    readInteger("max-requests", 1, 10_000_000),
    readInteger("webhook-port", 0, 65_535),
  ];
  const timeout = args.one("timeout");
  const milliseconds = timeout === null ? null : Math.round(Number(timeout) * 1000);
  if (milliseconds !== null && !(/^\d*\.?\d+$/.test(timeout ?? "") && milliseconds >= 1 && milliseconds <= 3_600_000)) {
    const message = `--timeout must be seconds, an hour at most, found ${JSON.stringify(timeout)}`;
    reject(message, "for example --timeout 2.5");
  }
  return {
    ...(seed === null ? {} : { seed }),
    ...(randomCases === null ? {} : { randomCases }),
    ...(maxRequests === null ? {} : { maxRequests }),
    ...(webhookPort === null ? {} : { webhookPort }),
    ...(milliseconds === null ? {} : { responseMs: milliseconds, deliveryMs: milliseconds }),
  };
}

function reportOf(argument: string, cwd: string, reject: Reject): ReportFile | null {
  const [, name = "", filePath = ""] = /^([^=]*)=?(.*)$/s.exec(argument) ?? [];
  const format = reportFormats.find((one) => one === name);
  if (format !== undefined && filePath !== "") return { format, file: path.resolve(cwd, filePath), shown: filePath };
  const hint = format === undefined ? hintFor(name, reportFormats) : `for example --report ${format}=conform.${format}`;
  return reject(`--report must be format=file, found ${JSON.stringify(argument)}`, hint);
}

function requiredIn(args: Arguments, reject: Reject): (Check | "all")[] {
  const given = args.all("require");
  if (given.length > 0 && args.one("only") !== null) {
    reject("--require and --only cannot be used together", "a run of chosen cases leaves out most checks");
  }
  const names: readonly (Check | "all")[] = ["all", ...requirable];
  return given.flatMap((name) => {
    const known = names.find((one) => one === name);
    if (known === undefined) reject(`--require: unknown check ${JSON.stringify(name)}`, hintFor(name, names));
    return known ?? [];
  });
}

function checkInputs(args: Arguments, reject: Reject): void {
  const readers = ["key", "other-key", "spare-key", "revoked-key", "values"].filter((name) =>
    args.all(name).includes("-"),
  );
  const [first, second] = readers;
  if (second !== undefined) {
    reject(`--${first} and --${second} both read stdin`, "give one of them another way");
  } else if (first !== undefined && first !== "key" && first !== "values") {
    reject(`--${first} does not read stdin`, `set WAYBILL_${first.toUpperCase().replace("-", "_")}`);
  }
}

async function givenKeys(args: Arguments, terminal: Terminal, reject: Reject): Promise<GivenKeys> {
  const keyArguments = args.all("key");
  const fallback = terminal.variable("WAYBILL_KEY");
  if (!keyArguments.includes("-")) return { given: keyArguments, fallback };
  const key = (await terminal.readInput()).trim();
  if (key === "") reject("--key - found no key on stdin", "pipe the key in, or set WAYBILL_KEY");
  return { given: keyArguments.map((one) => (one === "-" ? key : one)), fallback };
}

/** What the service knows: a flag overrides the file; several flags of one name are a list. */
async function valuesOf(args: Arguments, terminal: Terminal, reject: Reject): Promise<JsonObject> {
  const flagged = new Map<string, Json[]>();
  for (const text of args.all("value")) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (name === undefined || value === undefined) {
      const message = `--value must be name=value, found ${JSON.stringify(text)}`;
      reject(message, `for example --value sku=MUG, or --value 'sizes=["S","M"]'`);
    } else flagged.set(name, [...(flagged.get(name) ?? []), jsonOrText(value)]);
  }
  const valuesSource = args.one("values");
  const values = valuesSource === null ? null : await valuesIn(valuesSource, terminal, reject);
  const flagEntries = [...flagged].map(([name, list]) => [name, list.length === 1 ? (list[0] ?? null) : list] as const);
  return { ...values, ...Object.fromEntries(flagEntries) };
}

/** `7` is a number, `"7"` and `seven` are text. */
function jsonOrText(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function valuesIn(source: string, terminal: Terminal, reject: Reject): Promise<JsonObject | null> {
  const name = source === "-" ? "stdin" : source;
  const file = path.resolve(terminal.cwd, source);
  let text: string;
  try {
    text = source === "-" ? await terminal.readInput() : readFileSync(file, "utf8");
  } catch (error) {
    const reason = reasonOf(error).replaceAll(file, () => name);
    return reject(`--values: ${name} cannot be read: ${reason}`, "--values takes the path of a file, or -");
  }
  const hint = `a JSON object such as { "campaignId": "cmp_1", "sku": ["MUG"] }`;
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) ? parsed : reject(`--values: ${name} is not a JSON object`, hint);
  } catch (error) {
    return reject(`--values: ${name} is not JSON: ${reasonOf(error)}`, hint);
  }
}

export interface GivenKeys {
  /** Of --key, in its order. */
  readonly given: readonly string[];
  /** The key in the environment: used where no flag has one for all schemes. */
  readonly fallback: string | null;
}

/** The keys of an account, those of another one, and what is wrong with them. */
export interface ReadKeys extends Keys {
  readonly other: string | null;
  readonly otherOwn: Keys["own"];
  readonly problems: readonly UsageProblem[];
}

/**
 * The second key, for all schemes or for one, is that of another account. `session=abc` is a key for the scheme `session`, if the description
 * has one; other texts with an equals sign are keys themselves.
 */
export function keysFor({ given, fallback }: GivenKeys, { http }: Pick<Description, "http">): ReadKeys {
  const names = (http?.securitySchemes ?? []).map(({ name }) => name);
  const read = given.map((text) => ({ text, ...keyIn(text, names) }));
  const shared = read.filter(({ scheme }) => scheme === null);
  const ofSchemes = [...Map.groupBy(read, ({ scheme }) => scheme)].flatMap(([scheme, all]) =>
    scheme === null ? [] : [{ scheme, values: all.map(({ value }) => value) }],
  );
  const nth = (index: number): Keys["own"] =>
    Object.fromEntries(
      ofSchemes.flatMap(({ scheme, values: { [index]: key } }) => (key === undefined ? [] : [[scheme, key]])),
    );
  const [first, second] = shared;
  const otherOwn = nth(1);
  return {
    shared: first?.value ?? fallback,
    other: second?.value ?? Object.values(otherOwn)[0] ?? null,
    own: nth(0),
    otherOwn,
    problems: [
      ...problemsWithShared(
        shared.map(({ text }) => text),
        names,
      ),
      ...ofSchemes.flatMap(({ scheme, values }) => (values.length > 2 ? [tooMany(scheme)] : [])),
    ],
  };
}

function tooMany(scheme: string): UsageProblem {
  return { message: `--key has more than two values for ${scheme}`, hint: "keep one for each of two accounts" };
}

function keyIn(text: string, names: readonly string[]): { readonly scheme: string | null; readonly value: string } {
  const scheme = names.find((name) => text.startsWith(`${name}=`));
  return scheme === undefined ? { scheme: null, value: text } : { scheme, value: text.slice(scheme.length + 1) };
}

/** Keys are not repeated in messages. */
function problemsWithShared(shared: readonly string[], names: readonly string[]): UsageProblem[] {
  const several = "--key has more than two values for all schemes";
  const hint = names.length === 0 ? "keep one of them" : `name the scheme of a key: --key ${names[0]}=…`;
  const slips = shared.flatMap((text) => {
    const [, name] = /^([\w.-]+)=./.exec(text) ?? [];
    return name !== undefined && nearest(name, names) !== undefined ? [name] : [];
  });
  return [
    ...slips.map((name) => ({
      message: `--key: the spec has no security scheme ${JSON.stringify(name)}`,
      hint: hintFor(name, names),
    })),
    ...(slips.length === 0 && shared.length > 2 ? [{ message: several, hint }] : []),
  ];
}
