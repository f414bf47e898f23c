// A redocly.yaml -> rules of `waybill lint`: the linter of Redocly runs them, and each finding has the name of its rule.
import path from "node:path";
import { BaseResolver, type Config, lintConfig, lintFromString, loadConfig, Source } from "@redocly/openapi-core";
import type { LintedDocument, LintRule, RuleFinding } from "waybill/plugin";
import type { ReadRules, RulesetOptions, Severity } from "./ruleset.ts";
import { isRecord } from "./values.ts";

/** The codes that report what a rule reports. */
const mappedRules: ReadonlyMap<string, readonly string[]> = new Map([
  ["no-duplicated-enum-values", ["duplicate-value"]],
  ["no-invalid-media-type-examples", ["invalid-example"]],
  ["no-invalid-parameter-examples", ["invalid-example"]],
  ["no-invalid-schema-examples", ["invalid-example"]],
  ["no-undefined-server-variable", ["undefined-server-variable"]],
  ["no-unresolved-refs", ["ref-not-found"]],
  ["operation-operationId-unique", ["duplicate-operation-id"]],
  ["operation-parameters-unique", ["duplicate-parameter"]],
  ["path-parameters-defined", ["path-parameter-undeclared", "path-parameter-unused"]],
  ["struct", ["official-schema"]],
]);

/** `file`: absolute. Throws where it cannot be read. */
export async function readRedocly(file: string, { functions = false }: RulesetOptions): Promise<ReadRules> {
  const loading = { configPath: file, externalRefResolver: new LocalFiles() };
  const plugins = functions ? [] : (await loadConfig({ ...loading, skipPluginEval: true })).plugins;
  if (plugins.some(({ id }) => id !== ""))
    throw new Error('its plugins are code: allow them with { ruleset: "…", functions: true }');
  const config = await loadConfig(loading);
  const severities = severitiesOf(config);
  const parsed = config.document?.parsed;
  const stated = isRecord(parsed) && isRecord(parsed["rules"]) ? parsed["rules"] : {};
  // What a preset leaves off is no reason to report less.
  const codes = [...severities].flatMap(([name, severity]) =>
    severity === "off" && !(name in stated)
      ? []
      : (mappedRules.get(name) ?? []).map((code) => [code, severity] as const),
  );
  const active = [...severities].filter(([name, severity]) => severity !== "off" && !mappedRules.has(name));
  const problems = (await lintConfig({ config })).map(({ message }) => lineOf(message));
  return { custom: rulesOf(new Map(active), config), rules: Object.fromEntries(codes), overrides: [], problems };
}

function lineOf(message: string): string {
  return message.replaceAll(/\s+/g, " ").replace(/\.$/, "").trim();
}

/** Of each rule, the most severe of all versions of the standards and all APIs. */
function severitiesOf(config: Config): Map<string, Severity> {
  const severities = new Map<string, Severity>();
  const configs = [config, ...Object.keys(config.resolvedConfig.apis ?? {}).map((alias) => config.forAlias(alias))];
  for (const [name, setting] of configs.flatMap(({ rules }) => Object.values(rules).flatMap(settingsOf))) {
    const severity: unknown = isRecord(setting) ? (setting["severity"] ?? "error") : setting;
    const known = severities.get(name) ?? "off";
    if (severity === "error" || known === "error") severities.set(name, "error");
    else severities.set(name, severity === "warn" ? "warn" : known);
  }
  return severities;
}

/** Rules of assertions (`rule/summary-case`) are in one list. */
function settingsOf(rules: object): [name: string, setting: unknown][] {
  return Object.entries(rules).flatMap(([name, setting]): [string, unknown][] =>
    Array.isArray(setting) ? setting.map((one) => [String(one.assertionId), one]) : [[name, setting]],
  );
}

function rulesOf(severities: ReadonlyMap<string, Severity>, config: Config): LintRule[] {
  const known = new WeakMap<LintedDocument, Promise<ReadonlyMap<string, readonly RuleFinding[]>>>();
  return [...severities].map(([name, severity]) => ({
    name,
    on: "document",
    severity,
    check: async (document, { report }) => {
      const findings = known.get(document) ?? run(document, config);
      known.set(document, findings);
      for (const finding of (await findings).get(name) ?? []) report(finding);
    },
  }));
}

/** All rules go through a document at once. */
async function run(document: LintedDocument, config: Config): Promise<ReadonlyMap<string, RuleFinding[]>> {
  const home = path.dirname(config.configPath ?? "");
  const apis = Object.entries(config.resolvedConfig.apis ?? {});
  const [alias] = apis.find(([, { root }]) => path.resolve(home, root) === path.resolve(document.path)) ?? [];
  const source = document.textOf(document.path) ?? "";
  const [ofApi, externalRefResolver] = [config.forAlias(alias), new ReadTexts(document)];
  const problems = await lintFromString({ source, absoluteRef: document.path, config: ofApi, externalRefResolver });
  const findings = new Map<string, RuleFinding[]>();
  for (const { ruleId, message, suggest, location, ignored } of problems) {
    if (ignored === true) continue;
    const [first] = location;
    const tokens = (first?.pointer ?? "#/").replace(/^#\/?/, "").split("/");
    const names = tokens.filter((token) => token !== "").map(decoded);
    const finding = {
      message: lineOf(message),
      ...(suggest.length === 0 ? {} : { hint: `did you mean ${suggest.join(", or ")}?` }),
      at: document.locateWritten(names, first?.source.absoluteRef),
    };
    findings.set(ruleId, [...(findings.get(ruleId) ?? []), finding]);
  }
  return findings;
}

function decoded(token: string): string {
  return decodeURIComponent(token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Nothing is fetched. */
class LocalFiles extends BaseResolver {
  override async loadExternalRef(address: string): Promise<Source> {
    if (/^https?:/.test(address)) throw new Error(`${address} is not read`);
    return super.loadExternalRef(address);
  }
}

/** Texts as they were read, which in an editor are not saved yet. */
class ReadTexts extends LocalFiles {
  private readonly document: LintedDocument;

  constructor(document: LintedDocument) {
    super();
    this.document = document;
  }

  override async loadExternalRef(address: string): Promise<Source> {
    const text = this.document.textOf(address);
    return text === null ? super.loadExternalRef(address) : new Source(address, text);
  }
}
