// Arguments and the nearest configuration -> the policy that changes are judged by, and where accepted ones are listed.

import path from "node:path";
import { isDay } from "../../../diff/policy/deprecation.ts";
import { deprecationOf, unknownRules } from "../../../diff/policy/index.ts";
import type { Policy } from "../../../diff/policy/policy.ts";
import type { DiffConfig } from "../../../run/config/config.ts";
import { configNames, findConfig, loadConfig } from "../../../run/config/config-file.ts";
import { pathFrom } from "../../../run/config/paths.ts";
import { type Usable, type UsageProblem, unusable, usable } from "../../../run/config/usage.ts";
import type { Arguments } from "../../../run/flags/arguments.ts";
import { readAccepted } from "./accepted-file.ts";

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
  const { rules = {}, accepted, deprecation }: DiffConfig = loaded?.value.diff ?? {};
  const problems = problemsOf(rules, config === null ? "" : pathFrom(cwd, config));
  if (problems.length > 0) return { ok: false, problems };
  const flag = args.one("accepted");
  const file =
    flag === null
      ? path.resolve(config === null ? cwd : path.dirname(config), accepted ?? acceptedName)
      : path.resolve(cwd, flag);
  const entries = readAccepted(file, pathFrom(cwd, file));
  if (!entries.ok) return entries;
  return usable({ rules, accepted: entries.value, deprecation: deprecationOf(deprecation), file });
}

function configOf(args: Arguments, cwd: string): string | null {
  const named = args.one("config");
  const side = args.positionals.find((one) => configNames.includes(path.basename(one)));
  if (named !== null) return path.resolve(cwd, named);
  return side === undefined ? findConfig(cwd) : path.resolve(cwd, side);
}

/** `name` is that of the configuration. */
function problemsOf(rules: Readonly<Record<string, unknown>>, name: string): UsageProblem[] {
  return unknownRules(rules).map(({ rule, hint }) => ({
    message: `${name}: diff.rules[${JSON.stringify(rule)}] is not a rule of waybill diff`,
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
