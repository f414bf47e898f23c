// What a configuration file exports to a Config, or to every reason why not.

import { type LintRule, ruleSubjects } from "../../checks/lint-rule.ts";
import { codes, intoleranceOf, type RuleSeverity, ruleSeverities, unruledOf } from "../../diagnostics/codes.ts";
import { isFields } from "../../model/fields.ts";
import { defaultLimits, type Limits } from "../../source/limits.ts";
import { urlOf } from "../../source/url-map.ts";
import { optionReaders, readBoolean } from "./check-options.ts";
import { readTargets } from "./check-target.ts";
import type {
  ApiConfig,
  ChangesetConfig,
  Config,
  ConformConfig,
  DeprecationConfig,
  DiffConfig,
  LintConfig,
  LintOverride,
  LiveDocument,
  PinnedDocument,
  RuleOverride,
} from "./config.ts";
import {
  below,
  Check,
  isFunction,
  kindOf,
  type Reader,
  type Readers,
  readChoice,
  readEach,
  readFields,
  readKnownNames,
  readList,
  readText,
} from "./config-reader.ts";
import { isCount } from "./reading-rules.ts";
import { type Usable, usable } from "./usage.ts";

/** `name` is how messages name the file. */
export function checkConfig(value: unknown, name: string): Usable<Config> {
  const check = new Check(name);
  const config = readConfig(value, check);
  return config === undefined || check.problems.length > 0 ? { ok: false, problems: check.problems } : usable(config);
}

function readConfig(value: unknown, check: Check): Config | undefined {
  if (value === undefined)
    return check.reject("", "has no default export", "write: export default defineConfig({ apis: { … } })");
  const config = readFields<Config>(readers, value, "", check);
  if (config === undefined) return undefined;
  const { apis } = config;
  if (apis !== undefined) return { ...config, apis };
  return isFields(value) && value["apis"] === undefined ? check.reject("apis", "is required", apisHint) : undefined;
}

const apisHint = 'for example: apis: { orders: { openapi: "spec/openapi.yaml", out: "src/generated" } }';

const readApis: Reader<Record<string, ApiConfig>> = (value, at, check) => {
  const apis = readEach(readApi, apisHint)(value, at, check);
  if (apis !== undefined && isFields(value) && Object.keys(value).length === 0)
    check.reject(at, "names no API", apisHint);
  return apis;
};

const mapHint = 'for example: map: { "https://example.com/schemas/": "vendor/schemas" }';

const readMap: Reader<Record<string, string>> = (value, at, check) => {
  const map = readEach(readText, mapHint)(value, at, check);
  for (const url of Object.keys(map ?? {}))
    if (urlOf(url) === null) check.reject(below(at, url), "is not a URL", mapHint);
  return map;
};

const readCount: Reader<number> = (value, at, check) =>
  isCount(value) ? value : check.reject(at, "must be a whole number above 0", null);

const readLimits: Reader<Partial<Limits>> = readKnownNames(Object.keys(defaultLimits), readCount);

const rulesHint = 'for example: rules: { "scope-required": "minor", "text-changed": "off" }';

const deprecationReaders: Readers<DeprecationConfig> = {
  days: readCount,
  sunset: readText,
  stability: readText,
};

/** Names of rules are checked by the commands that know them: no other run loads them. */
const readDiffRules: Reader<RuleOverride["rules"]> = readEach(
  readChoice(["major", "minor", "patch", "off"]),
  rulesHint,
);

const overridesHint = 'for example: overrides: [{ paths: ["/internal/**"], rules: { "*": "minor" } }]';

const overrideReaders: Readers<RuleOverride> = {
  paths: readList(readText, overridesHint),
  tags: readList(readText, overridesHint),
  status: readList(readText, overridesHint),
  rules: readDiffRules,
};

const readOverride: Reader<RuleOverride> = (value, at, check) => {
  const override = readFields<RuleOverride>(overrideReaders, value, at, check);
  const { rules, ...selects } = override ?? {};
  if (rules === undefined) return check.reject(at, "has no rules", overridesHint);
  if (Object.keys(selects).length === 0)
    return check.reject(at, "selects nothing", "add paths, tags or status, or move its rules to diff.rules");
  return { ...selects, rules };
};

const diffReaders: Readers<DiffConfig> = {
  rules: readDiffRules,
  errors: readChoice(["minor", "patch", "off"]),
  overrides: readList(readOverride, overridesHint),
  accepted: readText,
  deprecation: (...where) => readFields(deprecationReaders, ...where),
};

const lintRulesHint = 'for example: rules: { "no-type": "off", "slow-pattern": "error" }';

const readSeverity = readChoice(ruleSeverities);

const readLintRules: Reader<Record<string, RuleSeverity>> = readEach(readSeverity, lintRulesHint);

const lintOverridesHint = 'for example: overrides: [{ files: ["spec/legacy/**"], rules: { "no-type": "off" } }]';

const readPointer: Reader<string> = (value, at, check) => {
  const text = readText(value, at, check);
  if (text === undefined || /^#?\/|^#$|^\*/.test(text)) return text;
  return check.reject(at, `must start with "#/" or "/", found ${JSON.stringify(text)}`, pointerHint);
};

const pointerHint = 'a JSON pointer, such as "#/components/schemas/Legacy*", or a path, such as "/internal/**"';

const lintOverrideReaders: Readers<LintOverride> = {
  files: readList(readText, lintOverridesHint),
  paths: readList(readPointer, lintOverridesHint),
  rules: readLintRules,
};

const readLintOverride: Reader<LintOverride> = (value, at, check) => {
  const { rules, ...selects } = readFields<LintOverride>(lintOverrideReaders, value, at, check) ?? {};
  if (rules === undefined) return isFields(value) ? check.reject(at, "has no rules", lintOverridesHint) : undefined;
  if (Object.keys(selects).length === 0)
    return check.reject(at, "selects nothing", "add files or paths, or move its rules to lint.rules");
  return { ...selects, rules };
};

const readLintRule: Reader<LintRule> = (value, at, check) => {
  if (!isLintRule(value))
    return check.reject(at, `is not a rule on ${ruleSubjects.join(", ")}`, 'defineRule of "waybill/plugin" makes one');
  const { name, severity = "warn" } = value;
  if (!/^[a-z][a-z0-9-]*$/.test(name))
    return check.reject(`${at}.name`, "must be lower case letters, digits and -", 'for example "operation-summary"');
  return readSeverity(severity, `${at}.severity`, check) === undefined ? undefined : value;
};

function isLintRule(value: unknown): value is LintRule {
  if (!isFields(value) || typeof value["name"] !== "string" || !isFunction(value["check"])) return false;
  return ruleSubjects.some((subject) => subject === value["on"]);
}

const extendsHint = 'for example: extends: ["./.spectral.yaml"]';

type Extended = NonNullable<LintConfig["extends"]>[number];

const readExtended: Reader<Extended> = (value, at, check) => {
  if (!isFields(value)) return readText(value, at, check);
  const readers: Readers<Exclude<Extended, string>> = { ruleset: readText, functions: readBoolean };
  const { ruleset, functions = false } = readFields(readers, value, at, check) ?? {};
  return ruleset === undefined ? check.reject(at, "names no ruleset", extendsHint) : { ruleset, functions };
};

const lintReaders: Readers<LintConfig> = {
  extends: readList(readExtended, extendsHint),
  rules: readLintRules,
  overrides: readList(readLintOverride, lintOverridesHint),
  custom: readList(readLintRule, 'defineRule of "waybill/plugin" makes a rule'),
};

const readLint: Reader<LintConfig> = (value, at, check) => {
  const lint = readFields<LintConfig>(lintReaders, value, at, check);
  const { rules = {}, overrides = [], custom = [] } = lint ?? {};
  const names = custom.map(({ name }) => name);
  const checkRules = (given: Readonly<Record<string, RuleSeverity>>, where: string): void => {
    for (const [code, severity] of Object.entries(given)) {
      // Names of rules of a ruleset are checked by the command that reads it.
      const isExtended = lint?.extends !== undefined && !(code in codes);
      const problem = isExtended ? null : unruledOf(code, severity, names);
      if (problem !== null) check.reject(below(where, code), `is wrong: ${problem.message}`, problem.hint);
    }
  };
  checkRules(rules, `${at}.rules`);
  for (const [index, { rules: own }] of overrides.entries()) checkRules(own, `${at}.overrides[${index}].rules`);
  for (const [index, name] of names.entries())
    if (names.indexOf(name) !== index || name in codes)
      check.reject(`${at}.custom[${index}].name`, `is taken: ${JSON.stringify(name)}`, "choose another name");
  return lint;
};

/** What a configuration may say, beside its APIs too: a reader for each field. */
const readers: Readers<Config> = {
  apis: readApis,
  command: readText,
  map: readMap,
  roots: readList(readText, 'for example: roots: ["../shared"]'),
  limits: readLimits,
  diff: (...where) => readFields(diffReaders, ...where),
  lint: readLint,
};

const readApi: Reader<ApiConfig> = (value, at, check) => {
  const api = readFields<ApiConfig>(apiReaders, value, at, check);
  if (!isFields(value) || value["openapi"] !== undefined || value["asyncapi"] !== undefined) return api;
  check.reject(at, "names neither an openapi nor an asyncapi document", 'add openapi: "spec/openapi.yaml"');
  return api;
};

const documentReaders: Readers<PinnedDocument & LiveDocument> = {
  url: readText,
  integrity: readText,
  files: readEach(readText, 'for example files: { "schemas/order.yaml": "sha384-…" }'),
  live: (value, at, check) => (value === true ? value : check.reject(at, "must be true", "or leave it out")),
};

const documentHint = "waybill pin URL prints both; a development server is { url, live: true }";

const readDocument: Reader<string | PinnedDocument | LiveDocument> = (value, at, check) => {
  if (!isFields(value)) return readText(value, at, check);
  const { url, integrity, files, live } = readFields(documentReaders, value, at, check) ?? {};
  if (url !== undefined && live !== undefined && integrity !== undefined)
    return check.reject(at, "has both live and an integrity", "keep one: live is what the server sends in each run");
  if (url !== undefined && live !== undefined) return { url, live };
  if (url !== undefined && integrity !== undefined)
    return { url, integrity, ...(files === undefined ? {} : { files }) };
  return check.reject(at, "needs a url and an integrity", documentHint);
};

const tolerateHint = 'a list of codes, such as ["invalid-default"]';

const readCode: Reader<string> = (value, at, check) => {
  if (typeof value !== "string")
    return check.reject(at, `must be the code of an error, found ${kindOf(value)}`, tolerateHint);
  const problem = intoleranceOf(value);
  return problem === null ? value : check.reject(at, `is wrong: ${problem.message}`, problem.hint);
};

const changesetReaders: Readers<ChangesetConfig> = {
  base: readText,
  packages: readList(readText, 'a list of names, such as ["my-api-client"]'),
};

/** A reader for each field; those of the options follow from their table. */
const conformHint = 'for example: conform: { responseTime: { "*": 2000 } }';

/** Names of checks and operations are checked by the command: it knows them. */
const conformReaders: Readers<ConformConfig> = {
  checks: readEach(readChoice(["on", "off"]), conformHint),
  require: readList(readText, 'for example: require: ["foreign-access"]'),
  expect: readEach(readList(readCount, "for example: expect: { createOrder: [503] }"), conformHint),
  responseTime: readEach(readCount, conformHint),
  triggers: readEach(readText, conformHint),
};

const apiReaders: Readers<ApiConfig> = {
  openapi: readDocument,
  asyncapi: readDocument,
  overlays: readList(readDocument, 'a list of files, such as ["fixes.overlay.yaml"]'),
  out: readText,
  ...optionReaders,
  targets: readTargets,
  tolerate: readList(readCode, tolerateHint),
  strict: readBoolean,
  changeset: (...where) => readFields(changesetReaders, ...where),
  conform: (...where) => readFields(conformReaders, ...where),
};
