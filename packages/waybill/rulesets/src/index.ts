// A ruleset -> what `lint` of a configuration has in its place: rules, severities of codes, and what cannot run.
import { readFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { mappedRules } from "./built-in.ts";
import {
  fileOf,
  type ReadRules,
  type RulesetOptions,
  type RulesetRule,
  readRuleset,
  type Severity,
} from "./ruleset.ts";
import { lintRulesOf, obstacleOf } from "./run-rule.ts";
import { styleRules } from "./style.ts";
import { isRecord, listOf } from "./values.ts";

export type { ReadRules, RulesetOptions } from "./ruleset.ts";

/**
 * `reference`: a file, `./.spectral.yaml` or `./redocly.yaml`, the name of a package, or `waybill:style`. Throws where it cannot be read.
 */
export async function readRules(reference: string, options: RulesetOptions): Promise<ReadRules> {
  const { folder, functions = false } = options;
  if (reference === "waybill:style")
    return { custom: styleRules.map(({ rule }) => rule), rules: {}, overrides: [], problems: [] };
  const file = fileOf(reference, folder);
  if (/\.ya?ml$/.test(file) && isRedocly(file)) {
    const { readRedocly } = await import("./redocly.ts");
    return await readRedocly(file, options);
  }
  const ruleset = await readRuleset(reference, { folder, allowsFunctions: functions, above: [] });
  const active = [...ruleset.rules.values()].filter(({ severity }) => severity !== "off");
  const obstacles = active.map((rule) => ({ rule, obstacle: obstacleOf(rule) }));
  const unknown = [...ruleset.severities].filter(([name, severity]) => severity !== "off" && !mappedRules.has(name));
  const codes = [...ruleset.severities].flatMap(([name, severity]) =>
    (mappedRules.get(name) ?? []).map((code) => [code, severity] as const),
  );
  return {
    custom: lintRulesOf(obstacles.flatMap(({ rule, obstacle }) => (obstacle === null ? [rule] : []))),
    rules: Object.fromEntries(codes),
    overrides: ruleset.overrides.flatMap(({ files, rules }) =>
      overridesOf(files, rules, { home: ruleset.folder, folder, active }),
    ),
    problems: [
      ...ruleset.problems,
      ...obstacles.flatMap(({ rule, obstacle }) =>
        obstacle === null ? [] : [`the rule ${rule.name} cannot run: ${obstacle}`],
      ),
      ...unknown.map(([name]) => `there is no rule ${name}`),
    ],
  };
}

/** Whether a file is of Redocly: by its name, or by what it extends. */
function isRedocly(file: string): boolean {
  if (/^\.?redocly/i.test(path.basename(file))) return true;
  const presets = new Set<unknown>(["all", "minimal", "recommended", "recommended-strict", "spec"]);
  const value = load(readFileSync(file, "utf8"));
  return isRecord(value) && listOf(value["extends"]).some((one) => presets.has(one));
}

interface Homes {
  readonly home: string;
  readonly folder: string;
  readonly active: readonly RulesetRule[];
}

/** `files: ["legacy/**#/paths"]`, relative to the ruleset, as overrides of a configuration in `folder`. */
function overridesOf(
  files: readonly string[],
  rules: Readonly<Record<string, Severity>>,
  { home, folder, active }: Homes,
): ReadRules["overrides"] {
  const names = new Set(active.map(({ name }) => name));
  const ours = Object.fromEntries(
    Object.entries(rules).flatMap(([name, severity]) =>
      names.has(name) ? [[name, severity]] : (mappedRules.get(name) ?? []).map((code) => [code, severity]),
    ),
  );
  if (Object.keys(ours).length === 0) return [];
  return files.map((text) => {
    const [glob = "", pointer] = text.split("#");
    const file = path.posix.join(path.relative(folder, home).replaceAll("\\", "/"), glob === "" ? "**" : glob);
    return { files: [file], ...(pointer ? { paths: [`#${pointer}`] } : {}), rules: ours };
  });
}
