// A rule of a ruleset -> a rule of `waybill lint`: expressions select values, functions check them.
import coreFunctions from "@stoplight/spectral-functions";
import NimmaModule from "nimma";
import { jsonPathPlus } from "nimma/fallbacks";
import type { LintedDocument, LintRule, Location, RuleFinding } from "waybill/plugin";
import { hasFormat } from "./formats.ts";
import { type Inventory, inventoryOf, referencesIn } from "./inventory.ts";
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
  const known = new WeakMap<LintedDocument, Promise<ReadonlyMap<string, readonly RuleFinding[]>>>();
  return rules.map(({ name, severity }) => ({
    name,
    on: "document",
    severity,
    check: async (document, { report }) => {
      const findings = known.get(document) ?? run(rules, document);
      known.set(document, findings);
      for (const finding of (await findings).get(name) ?? []) report(finding);
    },
  }));
}

async function run(
  rules: readonly RulesetRule[],
  document: LintedDocument,
): Promise<ReadonlyMap<string, readonly RuleFinding[]>> {
  const findings = new Map<string, readonly RuleFinding[]>();
  const relevant = rules.filter(({ formats }) => hasFormat(document.value, formats));
  const formats = new Set(rules.flatMap((rule) => [rule, ...rule.given]).flatMap((one) => one.formats ?? []));
  for (const isResolved of [true, false]) {
    const root = isResolved ? document.resolved() : document.value;
    if (typeof root !== "object" || root === null) continue;
    // The same for all: the function "schema" caches its validators by it.
    const inventory = inventoryOf(document, root, formats);
    const running = relevant.filter((rule) => rule.isResolved === isResolved);
    const givenOf = (rule: RulesetRule): string[] =>
      rule.given.filter(({ formats }) => hasFormat(document.value, formats)).map(({ expression }) => expression);
    const selected = selectedBy([...new Set(running.flatMap(givenOf))], root);
    for (const rule of running) {
      const found: RuleFinding[] = danglingIn(rule).map((reference) => ({
        message: `as in Spectral, no value is compared with its schema, which refers to ${reference} without having it`,
        at: document.at,
      }));
      const checked = { document, root, inventory, add: (finding: RuleFinding) => found.push(finding) };
      try {
        for (const expression of givenOf(rule))
          for (const one of selected.get(expression)?.() ?? []) await check(rule, one, checked);
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

/** References of schemas of a rule that lead out of them. The function `schema` passes over these. */
function danglingIn({ steps }: RulesetRule): string[] {
  return steps.flatMap(({ options }) => {
    const schema = isRecord(options) ? options["schema"] : null;
    return referencesIn(schema).filter((reference) => {
      const [address, ...keys] = reference.split("/");
      // Those of JSON Schema itself are known.
      if (address !== "#") return reference !== "#" && !reference.includes("json-schema.org/");
      return (
        reached(
          schema,
          keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~")),
        ).depth < keys.length
      );
    });
  });
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

async function check(rule: RulesetRule, { path: given, value }: Selected, checked: Checked): Promise<void> {
  const { inventory } = checked;
  for (const then of rule.steps)
    for (const target of targetsOf(value, then)) {
      const path = [...(given[0] === "$" ? given.slice(1) : given), ...target.path];
      const context: FunctionContext = {
        path,
        document: inventory.document,
        documentInventory: inventory,
        rule: { name: rule.name, resolved: rule.isResolved, definition: { severity: rule.severity } },
      };
      const run = typeof then.function === "string" ? functionNamed(then.function, rule.functions) : then.function;
      const results = await run?.(target.value, then.options, context);
      for (const result of Array.isArray(results) ? results : []) report(rule, { result, path }, checked);
    }
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
  const at = rule.isResolved ? document.locate(path) : document.locateWritten(path);
  const { depth, value } = reached(root, path);
  const keys = keysOf(at);
  const missing = path.slice(depth);
  const words: Words = {
    // Of a value that is missing, as in Spectral: the last key that there is, and those that are not.
    property:
      missing.length === 0
        ? (keys.at(-1) ?? "")
        : printedPath(keys.length === 0 ? path.slice(-1) : [...keys.slice(-1), ...missing]),
    path: `#${keys.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")}`,
    description: rule.description ?? "",
    value: missing.length === 0 ? value : undefined,
    error: result["message"] ?? "",
  };
  const error = filled(String(result["message"] ?? ""), words);
  const message = rule.message === null ? (rule.description ?? error) : filled(rule.message, { ...words, error });
  const line = message.replaceAll(/\s+/g, " ").replace(/\.$/, "").trim();
  add({ message: line, at });
}

/** How much of a path there is in a value, and what is there. */
function reached(root: unknown, path: readonly (string | number)[]): { depth: number; value: unknown } {
  let value = root;
  for (const [depth, key] of path.entries()) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return { depth, value };
    value = Reflect.get(value, key);
  }
  return { depth: path.length, value };
}

/** Where it is written: from the root of its file. */
function keysOf({ parent, key }: Location): string[] {
  return parent === null ? [] : [...keysOf(parent), key];
}

/** `get.parameters[0].schema` */
function printedPath(path: readonly (string | number)[]): string {
  return path
    .map((key, index) => (/^\d+$/.test(String(key)) ? `[${key}]` : `${index === 0 ? "" : "."}${key}`))
    .join("");
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
