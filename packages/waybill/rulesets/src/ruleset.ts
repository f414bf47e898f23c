// A ruleset of Spectral, as its file or module has it -> its rules, with everything that it extends.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { load } from "js-yaml";
import type { LintRule } from "waybill/plugin";
import { builtInRuleset, mappedRules } from "./built-in.ts";
import { isRecord, listOf, textOf } from "./values.ts";

/** What a function of a ruleset gets besides the value. */
export interface FunctionContext {
  readonly path: readonly (string | number)[];
  readonly document: unknown;
  readonly documentInventory: unknown;
  readonly rule: {
    readonly name: string;
    readonly resolved: boolean;
    readonly definition: { readonly severity: Severity };
  };
}

export type RulesetFunction = (value: unknown, options: unknown, context: FunctionContext) => unknown;

export interface Then {
  readonly field: string | null;
  /** The name of a function, or the function itself in a module. */
  readonly function: string | RulesetFunction;
  readonly options: unknown;
}

/** An expression, and the formats that it is for: an alias may have others for each. */
export interface Given {
  readonly expression: string;
  /** `null`: any document. */
  readonly formats: readonly unknown[] | null;
}

export interface RulesetRule {
  readonly name: string;
  readonly given: readonly Given[];
  readonly steps: readonly Then[];
  readonly severity: Severity;
  readonly message: string | null;
  readonly description: string | null;
  /** `null`: any document. */
  readonly formats: readonly unknown[] | null;
  readonly isResolved: boolean;
  /** The functions that the ruleset of the rule defines. */
  readonly functions: ReadonlyMap<string, RulesetFunction>;
}

export type Severity = "error" | "warn" | "off";

export interface RulesetOptions {
  /** The folder that the reference is relative to. */
  readonly folder: string;
  /** Whether the ruleset may run code: modules, and functions in JavaScript. Default: no. */
  readonly functions?: boolean;
}

export interface ReadRules {
  readonly custom: readonly LintRule[];
  /** Severities of codes, and of rules. */
  readonly rules: Readonly<Record<string, Severity>>;
  readonly overrides: readonly {
    readonly files: string[];
    readonly paths?: string[];
    readonly rules: Readonly<Record<string, Severity>>;
  }[];
  /** Rules that are on and cannot run, and parts that are not read, with the reason. */
  readonly problems: readonly string[];
}

export interface RuleOverrides {
  /** Globs, relative to the folder of the ruleset; a JSON pointer may follow after `#`. */
  readonly files: readonly string[];
  readonly rules: Readonly<Record<string, Severity>>;
}

export interface Ruleset {
  /** The folder that paths are relative to. */
  readonly folder: string;
  readonly rules: ReadonlyMap<string, RulesetRule>;
  /** Severities of rules that the ruleset does not define: those that codes of Waybill report. */
  readonly severities: ReadonlyMap<string, Severity>;
  readonly overrides: readonly RuleOverrides[];
  /** Names of expressions, which rulesets that extend it may use. */
  readonly aliases: ReadonlyMap<string, readonly Given[]>;
  /** Parts that cannot be run, with the reason. */
  readonly problems: readonly string[];
}

type Mode = "all" | "recommended" | "off";

interface Reading {
  /** The folder of the file, or of the module. */
  readonly folder: string;
  /** Whether code may be run: modules, and functions of a ruleset. */
  readonly allowsFunctions: boolean;
  /** The files that are being read, from the outermost on. */
  readonly above: readonly string[];
}

/** Throws with the reason where a file cannot be read. `reference`: a path, the name of a package, or `spectral:oas`. */
export async function readRuleset(reference: string, reading: Reading): Promise<Ruleset> {
  if (reference.startsWith("spectral:")) {
    const { rules, ...rest } = await rulesetOf(await builtInRuleset(reference), reading);
    return { ...rest, rules: new Map([...rules].filter(([name]) => !mappedRules.has(name))) };
  }
  const file = fileOf(reference, reading.folder);
  if (reading.above.includes(file)) throw new Error(`${reference} extends itself`);
  const inner = { ...reading, folder: path.dirname(file), above: [...reading.above, file] };
  if (/\.(?:json|ya?ml)$/.test(file)) return rulesetOf(load(readFileSync(file, "utf8")), inner);
  if (!reading.allowsFunctions)
    throw new Error(`${reference} is code: allow it with { ruleset: ${JSON.stringify(reference)}, functions: true }`);
  const module: unknown = await import(pathToFileURL(file).href);
  return rulesetOf(defaultOf(module), inner);
}

export function fileOf(reference: string, folder: string): string {
  if (reference.startsWith(".") || path.isAbsolute(reference)) {
    const file = path.resolve(folder, reference);
    if (!existsSync(file)) throw new Error(`there is no file ${reference}`);
    return file;
  }
  const beside = path.resolve(folder, reference);
  return existsSync(beside) ? beside : createRequire(path.join(folder, "package.json")).resolve(reference);
}

/** Modules of CommonJS have the export of TypeScript inside their own. */
function defaultOf(module: unknown): unknown {
  const value = isRecord(module) && "default" in module ? module["default"] : module;
  return isRecord(value) && value["__esModule"] === true && "default" in value ? value["default"] : value;
}

async function rulesetOf(value: unknown, reading: Reading): Promise<Ruleset> {
  if (!isRecord(value)) throw new Error("it is no object with rules");
  const problems: string[] = [];
  const rules = new Map<string, RulesetRule>();
  const severities = new Map<string, Severity>();
  const overrides: RuleOverrides[] = [];
  const inherited = new Map<string, readonly Given[]>();
  for (const [reference, mode] of extendedBy(value["extends"])) {
    const base =
      typeof reference === "string" ? await readRuleset(reference, reading) : await rulesetOf(reference, reading);
    for (const [name, rule] of base.rules) rules.set(name, inMode(rule, mode));
    for (const [name, severity] of base.severities) severities.set(name, severity);
    for (const [name, alias] of base.aliases) inherited.set(name, alias);
    overrides.push(...base.overrides);
    problems.push(...base.problems);
  }
  const functions = await functionsOf(value, reading, problems);
  const aliases = new Map([...inherited, ...aliasesOf(value["aliases"])]);
  const members = isRecord(value["rules"]) ? Object.entries(value["rules"]) : [];
  for (const [name, member] of members) {
    const severity = severityOf(isRecord(member) && !("given" in member) ? member["severity"] : member);
    const known = rules.get(name);
    if (isRecord(member) && "given" in member) {
      rules.set(name, ruleOf(name, member, { functions, aliases, formats: value["formats"] }));
    } else if (known !== undefined)
      rules.set(name, { ...known, severity: severity ?? (member === true ? "warn" : known.severity) });
    else severities.set(name, severity ?? "warn");
  }
  for (const one of listOf(value["overrides"])) {
    const own = isRecord(one) && isRecord(one["rules"]) ? one["rules"] : {};
    const entries = Object.entries(own).map(([name, member]) => [name, severityOf(member)] as const);
    const known = entries.flatMap(([name, severity]) => (severity === null ? [] : [[name, severity] as const]));
    const isPlain = isRecord(one) && known.length === entries.length && !("extends" in one) && !("aliases" in one);
    if (isPlain) overrides.push({ files: listOf(one["files"]).filter(isText), rules: Object.fromEntries(known) });
    else problems.push("overrides that define or extend rules are not read: only severities are");
  }
  return { folder: reading.folder, rules, severities, overrides, aliases, problems };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** `"a"`, `["a", ["b", "all"]]`, or rulesets as objects. */
function extendedBy(value: unknown): [unknown, Mode][] {
  return listOf(value).map((one) => {
    const [reference, mode] = Array.isArray(one) ? one : [one, "recommended"];
    return [reference, mode === "all" || mode === "off" ? mode : "recommended"];
  });
}

function inMode(rule: RulesetRule, mode: Mode): RulesetRule {
  if (mode === "off") return { ...rule, severity: "off" };
  return mode === "all" && rule.severity === "off" ? { ...rule, severity: "warn" } : rule;
}

/** `warn`, `info` and `hint` are warnings. `null` for what names no severity. */
function severityOf(value: unknown): Severity | null {
  if (value === "off" || value === false || value === -1) return "off";
  if (value === "error" || value === 0) return "error";
  return ["warn", "info", "hint", 1, 2, 3].some((one) => one === value) ? "warn" : null;
}

interface Surroundings {
  readonly functions: ReadonlyMap<string, RulesetFunction>;
  readonly aliases: ReadonlyMap<string, readonly Given[]>;
  readonly formats: unknown;
}

function ruleOf(name: string, value: Readonly<Record<string, unknown>>, around: Surroundings): RulesetRule {
  const isOff = value["recommended"] === false;
  const formats = value["formats"] ?? around.formats;
  return {
    name,
    given: listOf(value["given"]).flatMap((one) =>
      expanded({ expression: String(one), formats: null }, around.aliases),
    ),
    steps: listOf(value["then"]).flatMap((one): Then[] => {
      if (!isRecord(one)) return [];
      const named = one["function"];
      const run = typeof named === "function" ? (named as RulesetFunction) : String(named);
      return [{ field: textOf(one["field"]), function: run, options: one["functionOptions"] ?? null }];
    }),
    severity: isOff ? "off" : (severityOf(value["severity"]) ?? "warn"),
    message: textOf(value["message"]),
    description: textOf(value["description"]),
    formats: formats === undefined ? null : listOf(formats),
    isResolved: value["resolved"] !== false,
    functions: around.functions,
  };
}

/** `#Operation.responses` -> each expression of the alias, with the rest. */
function expanded(given: Given, aliases: Surroundings["aliases"], depth = 0): Given[] {
  const [, name = "", rest = ""] = /^#([A-Za-z][\w-]*)(.*)$/s.exec(given.expression) ?? [];
  const known = aliases.get(name);
  if (known === undefined || depth > 20) return [given];
  return known
    .flatMap((one) => expanded({ ...one, formats: one.formats ?? given.formats }, aliases, depth + 1))
    .map(({ expression, formats }) => ({ expression: expression + rest, formats }));
}

function aliasesOf(value: unknown): ReadonlyMap<string, readonly Given[]> {
  const entries = isRecord(value) ? Object.entries(value) : [];
  const givenOf = (target: unknown, formats: Given["formats"]): Given[] =>
    listOf(target).map((one) => ({ expression: String(one), formats }));
  return new Map(
    entries.map(([name, alias]) => {
      const targets = isRecord(alias) ? listOf(alias["targets"]) : [];
      const ofTargets = targets.flatMap((one) => (isRecord(one) ? givenOf(one["given"], listOf(one["formats"])) : []));
      return [name, isRecord(alias) ? ofTargets : givenOf(alias, null)];
    }),
  );
}

/** `functions: [name, [name, schema]]`, in `functionsDir`. */
async function functionsOf(
  value: Readonly<Record<string, unknown>>,
  { folder, allowsFunctions }: Reading,
  problems: string[],
): Promise<ReadonlyMap<string, RulesetFunction>> {
  const names = listOf(value["functions"]).map((one) => String(Array.isArray(one) ? one[0] : one));
  const functions = new Map<string, RulesetFunction>();
  for (const name of names) {
    if (!allowsFunctions) {
      problems.push(`the function ${name} is code: allow it with { ruleset: "…", functions: true }`);
      continue;
    }
    const home = path.resolve(folder, textOf(value["functionsDir"]) ?? "functions");
    const file = ["js", "mjs", "cjs"].map((end) => path.join(home, `${name}.${end}`)).find((one) => existsSync(one));
    if (file === undefined) problems.push(`there is no file for the function ${name} in ${home}`);
    else {
      const loaded: unknown = defaultOf(await import(pathToFileURL(file).href));
      if (typeof loaded === "function") functions.set(name, loaded as RulesetFunction);
      else problems.push(`${file} does not export a function`);
    }
  }
  return functions;
}
