// `lint.extends` of a configuration -> its rules with those of the rulesets, which a package of its own reads.
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { LintRule } from "../../checks/lint-rule.ts";
import { codes, type RuleSeverity, unruledOf } from "../../diagnostics/codes.ts";
import { attempt } from "../../source/attempt.ts";
import type { LintOverride } from "./config.ts";
import type { DescriptionFiles } from "./description-files.ts";
import { hintFor, type Usable, type UsageProblem, unusable, usable } from "./usage.ts";

const home = "@waybill/rulesets";

/** What `readRules` of the package returns. */
interface ReadRules {
  readonly custom: readonly LintRule[];
  readonly rules: Readonly<Record<string, RuleSeverity>>;
  readonly overrides: readonly LintOverride[];
  readonly problems: readonly string[];
}

type ReadRuleset = (
  reference: string,
  options: { readonly folder: string; readonly functions: boolean },
) => Promise<ReadRules>;

/** The same API with the rules of its rulesets; `rules` and `overrides` of the configuration come after theirs. */
export async function withRulesets(api: DescriptionFiles): Promise<Usable<DescriptionFiles>> {
  const { lint } = api.rules;
  if (lint?.extends === undefined) return usable(api);
  const read = await loadReader(lint.base);
  if (!read.ok) return read;
  const rulesets: ReadRules[] = [];
  const problems: UsageProblem[] = [];
  for (const one of lint.extends) {
    const { ruleset, functions = false } = typeof one === "string" ? { ruleset: one } : one;
    const hint = 'a ruleset of your own can extend it and switch rules "off"';
    try {
      const result = await read.value(ruleset, { folder: lint.base, functions });
      rulesets.push(result);
      problems.push(...result.problems.map((problem) => ({ message: `${ruleset}: ${problem}`, hint })));
    } catch (error) {
      problems.push({ message: `${ruleset}: ${error instanceof Error ? error.message : String(error)}`, hint: null });
    }
  }
  const custom = new Map(
    [...rulesets.flatMap((one) => one.custom), ...(lint.custom ?? [])].map((rule) => [rule.name, rule]),
  );
  const names = [...custom.keys()];
  const overrides = lint.overrides ?? [];
  for (const name of [lint.rules ?? {}, ...overrides.map(({ rules }) => rules)].flatMap(Object.keys)) {
    if (name === "*" || name in codes || custom.has(name)) continue;
    problems.push({ message: `there is no code or rule ${JSON.stringify(name)}`, hint: hintFor(name, names) });
  }
  if (problems.length > 0) return { ok: false, problems };
  // What a ruleset switches off stays an error where generated code would be wrong.
  const applied = (rules: ReadRules["rules"]): ReadRules["rules"] =>
    Object.fromEntries(Object.entries(rules).filter(([code, severity]) => unruledOf(code, severity, names) === null));
  const merged = {
    ...lint,
    custom: [...custom.values()],
    rules: { ...Object.assign({}, ...rulesets.map(({ rules }) => applied(rules))), ...lint.rules },
    overrides: [
      ...rulesets.flatMap((one) => one.overrides.map((override) => ({ ...override, rules: applied(override.rules) }))),
      ...overrides,
    ],
  };
  return usable({ ...api, rules: { ...api.rules, lint: merged } });
}

async function loadReader(folder: string): Promise<Usable<ReadRuleset>> {
  const file = attempt(() => createRequire(path.join(folder, "package.json")).resolve(home));
  const url = file === null ? attempt(() => import.meta.resolve(home)) : pathToFileURL(file).href;
  if (url === null) return unusable(`lint.extends needs the package ${home}`, `npm install --save-dev ${home}`);
  const loaded: object = await import(url);
  const read: unknown = Reflect.get(loaded, "readRules");
  if (isReader(read)) return usable(read);
  return unusable(`the installed ${home} is of another version`, `npm install --save-dev ${home}`);
}

function isReader(value: unknown): value is ReadRuleset {
  return typeof value === "function";
}
