// Arguments and the nearest configuration -> the policy that changes are judged by, and where accepted ones are listed.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isDay } from "../../../diff/policy/deprecation.ts";
import { type Acceptance, deprecationOf, type Policy, unknownRules } from "../../../diff/policy/policy.ts";
import { isFields } from "../../../model/fields.ts";
import type { DiffConfig } from "../../../run/config/config.ts";
import { configNames, findConfig, loadConfig } from "../../../run/config/config-file.ts";
import { Check, kindOf, type Reader, readFields, readList, readText } from "../../../run/config/config-reader.ts";
import { pathFrom } from "../../../run/config/paths.ts";
import { type Usable, type UsageProblem, unusable, usable } from "../../../run/config/usage.ts";
import type { Arguments } from "../../../run/flags/arguments.ts";

export interface LocatedPolicy extends Policy {
  /** The absolute path of the file of accepted changes, whether or not it exists. */
  readonly file: string;
}

const acceptedName = "waybill.accepted.json";

/** That of `--config`, of a side that is a configuration, or of the nearest configuration above the working directory. */
export async function policyOf(args: Arguments, cwd: string): Promise<Usable<LocatedPolicy>> {
  const config = configOf(args, cwd);
  const loaded = config === null ? null : await loadConfig(config, pathFrom(cwd, config));
  if (loaded !== null && !loaded.ok) return loaded;
  const { rules = {}, errors, overrides = [], accepted, deprecation }: DiffConfig = loaded?.value.diff ?? {};
  const name = config === null ? "" : pathFrom(cwd, config);
  const problems = [
    ...problemsOf(rules, `${name}: diff.rules`),
    ...overrides.flatMap((each, index) => problemsOf(each.rules, `${name}: diff.overrides[${index}].rules`)),
  ];
  if (problems.length > 0) return { ok: false, problems };
  const flag = args.one("accepted");
  const file =
    flag === null
      ? path.resolve(config === null ? cwd : path.dirname(config), accepted ?? acceptedName)
      : path.resolve(cwd, flag);
  const entries = readAccepted(file, pathFrom(cwd, file));
  if (!entries.ok) return entries;
  return usable({
    rules,
    errors: errors ?? null,
    overrides,
    accepted: entries.value,
    deprecation: deprecationOf(deprecation),
    file,
  });
}

function configOf(args: Arguments, cwd: string): string | null {
  const named = args.one("config");
  const side = args.positionals.find((one) => configNames.includes(path.basename(one)));
  if (named !== null) return path.resolve(cwd, named);
  return side === undefined ? findConfig(cwd) : path.resolve(cwd, side);
}

/** `at`: the configuration and the field in it. */
function problemsOf(rules: Readonly<Record<string, unknown>>, at: string): UsageProblem[] {
  return unknownRules(rules).map(({ rule, hint }) => ({
    message: `${at}[${JSON.stringify(rule)}] is not a rule of waybill diff`,
    hint,
  }));
}

/** What `--accept` and `--until` say; `null` without them. */
export function acceptingOf(
  args: Arguments,
  today: string,
): Usable<{ readonly reason: string; readonly until: string | null } | null> {
  const [reason, until] = [args.one("accept"), args.one("until")];
  if (reason === null)
    return until === null
      ? usable(null)
      : unusable("--until needs --accept", "add the reason: --accept REASON --until DATE");
  if (reason.trim() === "" || /[\r\n]/.test(reason))
    return unusable("--accept needs a reason on one line", '--accept "no one has called it since May"');
  if (until !== null && !isDay(until))
    return unusable(`--until cannot be ${JSON.stringify(until)}`, "write a date: 2027-01-31");
  if (until !== null && until < today) return unusable(`--until ${until} is in the past`, `today is ${today}`);
  return usable({ reason: reason.trim(), until });
}

// The file of accepted changes <-> its entries. It is sorted by fingerprint, so that branches that accept changes merge without conflicts.

/** `name` is how messages name the file. None, where there is no file. */
function readAccepted(file: string, name: string): Usable<readonly Acceptance[]> {
  if (!existsSync(file)) return usable([]);
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return unusable(`${name} is not JSON: ${why}`, "resolve conflicts, or restore the file and accept again");
  }
  return checkedAccepted(value, name);
}

function checkedAccepted(value: unknown, name: string): Usable<readonly Acceptance[]> {
  const check = new Check(name);
  const hint = "waybill diff --accept REASON writes this file";
  if (!isFields(value)) return unusable(`${name} must be an object, found ${kindOf(value)}`, hint);
  const entries = readFields({ accepted: readList(readEntry, hint) }, value, "", check)?.accepted ?? [];
  return check.problems.length > 0 ? { ok: false, problems: check.problems } : usable(entries);
}

const readDay: Reader<string | null> = (value, at, check) => {
  if (value === null || (typeof value === "string" && isDay(value))) return value;
  return check.reject(at, "must be a date or null", 'for example "2027-01-31"');
};

const readEntry: Reader<Acceptance> = (value, at, check) => {
  const fields = { fingerprint: readText, change: readText, reason: readText, until: readDay };
  const { fingerprint, change, reason, until = null } = readFields(fields, value, at, check) ?? {};
  if (fingerprint !== undefined && reason !== undefined) return { fingerprint, change: change ?? "", reason, until };
  return check.reject(at, "needs a fingerprint and a reason", "waybill diff --accept REASON writes both");
};

/** Adds entries; one for a change that is there already takes its place. */
export function writeAccepted(file: string, known: readonly Acceptance[], added: readonly Acceptance[]): void {
  const all = new Map([...known, ...added].map((entry) => [entry.fingerprint, entry]));
  const accepted = [...all.values()].sort((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1));
  writeFileSync(file, `${JSON.stringify({ accepted }, null, 2)}\n`);
}
