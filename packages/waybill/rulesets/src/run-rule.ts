// A rule of a ruleset -> a rule of `waybill lint`: expressions select values, functions check them.
import coreFunctions from "@stoplight/spectral-functions";
import NimmaModule from "nimma";
import { jsonPathPlus } from "nimma/fallbacks";
import type { LintedDocument, LintRule, RuleFinding } from "waybill/plugin";
import { hasFormat } from "./formats.ts";
import type { FunctionContext, RulesetFunction, RulesetRule, Then } from "./ruleset.ts";
import { isRecord } from "./values.ts";

const core: Readonly<Record<string, unknown>> = { ...coreFunctions };

/** Why a rule cannot run; `null` where it can. */
export function obstacleOf({ given, steps, functions }: RulesetRule): string | null {
  for (const { function: run } of steps)
    if (typeof run === "string" && functionNamed(run, functions) === null)
      return `there is no function ${JSON.stringify(run)}`;
  if (steps.length === 0 || given.length === 0) return "it has no given or no then";
  for (const { expression } of given) {
    if (expression.startsWith("#")) return `there is no alias ${expression}`;
    try {
      queryOf([expression]);
    } catch (error) {
      return `the expression ${expression} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  return null;
}

/** All of them go through a document at once: each walk through it takes as long as one rule alone. */
export function lintRulesOf(rules: readonly RulesetRule[]): LintRule[] {
  const known = new WeakMap<LintedDocument, ReadonlyMap<string, readonly RuleFinding[]>>();
  return rules.map(({ name, severity }) => ({
    name,
    on: "document",
    severity,
    check: (document, { report }) => {
      const findings = known.get(document) ?? run(rules, document);
      known.set(document, findings);
      for (const finding of findings.get(name) ?? []) report(finding);
    },
  }));
}

function run(rules: readonly RulesetRule[], document: LintedDocument): ReadonlyMap<string, readonly RuleFinding[]> {
  const findings = new Map<string, readonly RuleFinding[]>();
  const relevant = rules.filter(({ formats }) => hasFormat(document.value, formats));
  for (const isResolved of [true, false]) {
    const root = isResolved ? document.resolved() : document.value;
    if (typeof root !== "object" || root === null) continue;
    // The same for all: the function "schema" caches its validators by it.
    const inventory = inventoryOf(document, root);
    const running = relevant.filter((rule) => rule.isResolved === isResolved);
    const givenOf = (rule: RulesetRule): string[] =>
      rule.given.filter(({ formats }) => hasFormat(document.value, formats)).map(({ expression }) => expression);
    const selected = selectedBy([...new Set(running.flatMap(givenOf))], root);
    for (const rule of running) {
      const found: RuleFinding[] = [];
      const checked = { document, root, inventory, add: (finding: RuleFinding) => found.push(finding) };
      try {
        for (const expression of givenOf(rule))
          for (const one of selected.get(expression)?.() ?? []) check(rule, one, checked);
      } catch (error) {
        // A rule that fails must not look like one that found nothing.
        found.push({
          message: `it failed: ${error instanceof Error ? error.message : String(error)}`,
          at: document.at,
        });
      }
      findings.set(rule.name, found);
    }
  }
  return findings;
}

/** The values of each expression; a function, which throws where its expression does. */
function selectedBy(given: readonly string[], root: object): ReadonlyMap<string, () => readonly Selected[]> {
  try {
    const together = select(given, root);
    return new Map(given.map((expression) => [expression, () => together.get(expression) ?? []]));
  } catch {
    return new Map(given.map((expression) => [expression, () => select([expression], root).get(expression) ?? []]));
  }
}

function select(given: readonly string[], root: object): ReadonlyMap<string, readonly Selected[]> {
  const selected = new Map<string, Selected[]>(given.map((expression) => [expression, []]));
  const visits = given.map((expression) => [
    expression,
    ({ path, value }: Selected) => selected.get(expression)?.push({ path: [...path], value }),
  ]);
  if (given.length > 0) queryOf(given).query(root, Object.fromEntries(visits));
  return selected;
}

interface Selected {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

interface Checked {
  readonly document: LintedDocument;
  readonly root: object;
  readonly inventory: Inventory;
  readonly add: (finding: RuleFinding) => void;
}

/** Of nimma: expressions that are compiled together. */
interface Query {
  query(root: object, visits: Readonly<Record<string, (selected: Selected) => void>>): void;
}

const Nimma: new (expressions: readonly string[], options: object) => Query = NimmaModule;

function queryOf(given: readonly string[]): Query {
  return new Nimma([...new Set(given)], { fallback: jsonPathPlus, unsafe: false });
}

function functionNamed(name: string, functions: ReadonlyMap<string, RulesetFunction>): RulesetFunction | null {
  const own = functions.get(name) ?? core[name];
  return typeof own === "function" ? (own as RulesetFunction) : null;
}

function check(rule: RulesetRule, { path: given, value }: Selected, checked: Checked): void {
  const { inventory } = checked;
  for (const then of rule.steps)
    for (const target of targetsOf(value, then)) {
      const path = [...(given[0] === "$" ? given.slice(1) : given), ...target.path];
      const context: FunctionContext = { path, document: inventory.document, documentInventory: inventory, rule };
      const run = typeof then.function === "string" ? functionNamed(then.function, rule.functions) : then.function;
      const results = run?.(target.value, then.options, context);
      for (const result of Array.isArray(results) ? results : []) report(rule, { result, path }, checked);
    }
}

/** What functions of others expect beside the value. */
interface Inventory {
  readonly document: unknown;
  readonly resolved: unknown;
  readonly unresolved: unknown;
  readonly source: null;
}

function inventoryOf({ value }: LintedDocument, root: object): Inventory {
  return { document: { data: value, source: null, formats: null }, resolved: root, unresolved: value, source: null };
}

/** The values of `field`: `@key` is each key, an expression selects in the value, anything else is a path in it. */
function targetsOf(value: unknown, { field }: Then): Selected[] {
  if (field === null || typeof value !== "object" || value === null) return [{ path: [], value }];
  if (field === "@key") {
    const keys = Object.keys(value).map((key) => ({ path: [key], value: key }));
    return keys.length === 0 ? [{ path: [], value: undefined }] : keys;
  }
  if (field.startsWith("$")) {
    const targets: Selected[] = [];
    queryOf([field]).query(value, {
      [field]: ({ path, value: found }: Selected) => targets.push({ path: [...path], value: found }),
    });
    return targets.length === 0 ? [{ path: [], value: undefined }] : targets;
  }
  const path = field.split(/[.[\]"']+/).filter((part) => part !== "");
  const target = path.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined),
    value,
  );
  return [{ path, value: target }];
}

interface Result {
  readonly result: unknown;
  /** Where the value is that was checked. */
  readonly path: readonly (string | number)[];
}

function report(rule: RulesetRule, { result, path: checkedPath }: Result, { document, root, add }: Checked): void {
  if (!isRecord(result)) return;
  const path = isPath(result["path"]) ? result["path"] : checkedPath;
  const value = path.reduce<unknown>((at, key) => Reflect.get(Object(at), key), root);
  const words: Words = {
    property: path.at(-1) ?? "",
    path: `#${path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")}`,
    description: rule.description ?? "",
    value,
    error: result["message"] ?? "",
  };
  const error = filled(String(result["message"] ?? ""), words);
  const message = rule.message === null ? (rule.description ?? error) : filled(rule.message, { ...words, error });
  const line = message.replaceAll(/\s+/g, " ").replace(/\.$/, "").trim();
  add({ message: line, at: rule.isResolved ? document.locate(path) : document.locateWritten(path) });
}

function isPath(value: unknown): value is readonly (string | number)[] {
  return Array.isArray(value);
}

/** What a message may name. */
type Words = Readonly<Record<"property" | "path" | "description" | "value" | "error", unknown>>;

/** `{{property}} must be lower case`; functions write `#{{print("property")}}` and `#{{print("value")}}`. */
function filled(template: string, words: Words): string {
  const named = (name: string): unknown => new Map(Object.entries(words)).get(name);
  return template
    .replace(/#\{\{\s*print\("(\w+)"\)\s*\}\}/g, (_, name: string) => printed(name, named(name)))
    .replace(/#?\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String(named(name) ?? ""));
}

function printed(name: string, value: unknown): string {
  if (name === "property") return value === "" ? "The document " : `"${String(value)}" property `;
  if (name !== "value") return String(value ?? "");
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  return Array.isArray(value) ? "Array[]" : "Object{}";
}
