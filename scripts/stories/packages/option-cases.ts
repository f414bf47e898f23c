// The table of options, and the options of all targets -> cases: each value of each option once, in a configuration of one API a case.
// An option without a value here is an error, so that none reaches users that was tried from the sources only.
import { type Accepted, optionRows } from "../../../generators/src/model/api-options.ts";
import type { AcceptedValues, Target } from "../../../generators/src/targets/target.ts";

export interface OptionCase {
  /** The folder of its output. */
  readonly name: string;
  /** What it tries; `null` for the defaults. */
  readonly option: string | null;
  /** Source of the fields of an API. */
  readonly fields: string;
  readonly extension: ".ts" | ".js" | "";
  /** Whether the program of all cases uses it; otherwise it is compiled only. */
  readonly isUsed: boolean;
}

/** Source of the values of options that take more than some words. */
const values: Readonly<Record<string, readonly string[]>> = {
  include: ['[{ tag: "orders" }]'],
  exclude: ['[{ path: "/carts", method: /^get$/ }]'],
  pagination: ["false", '[{ operation: "listOrders", offset: "from", limit: "max", items: "orders" }]'],
  names: ["{ schema: (name) => `${name}Dto`, message: (name) => `${name}Message` }"],
  prefer: ['"text/csv"'],
  header: ['"/* eslint-disable */\\n// SPDX-License-Identifier: MIT"'],
  postprocess: ['["node stamp.mjs"]'],
  // A server needs guards anyway.
  guards: ['true, targets: ["zod"]', 'false, targets: ["zod"]'],
  declarationMap: ['true, emit: "js"', 'false, emit: "js"'],
};

/** The same for options of targets whose `accepts` does not list all values, as `target.option`; the rest of `fields` where it needs more. */
const targetValues: Readonly<Record<string, readonly string[]>> = {
  "samples.client": [
    '{ setup: "import { client } from \\"./client.ts\\";", calls: { getOrder: "client.getOrder({request})", "*": "client.{name}({request})" } }',
  ],
  "samples.languages": ['["shell", "go"]'],
  "tanstack-query.scope": ['"shop"'],
  "tanstack-query.queries": ['["createOrder"]'],
  "tanstack-query.invalidates": ['"tag"', '"path"', '{ createOrder: ["listOrders", "orders"] }'],
  ...{ "mocks.seed": ["7"], "mocks.longestExample": ["10"], "mcp.env": ['"STORE"'] },
  "mcp.operations": ['["createOrder"], write: true'],
  "channels.transports": ['["nats"]'],
  "sdk.surface": ['{ client: "Acme", credentials: {}, methods: {} }'],
  ...{ "sdk.name": ['"Acme"'], "sdk.userAgent": ['"acme/1"'], "sdk.env": ['"ACME"'], "sdk.requestIds": ['["x-id"]'] },
};

export interface OfferedTarget {
  /** As a configuration names it. */
  readonly reference: string;
  readonly name: string;
  /** The names of its options, each with all values that it accepts, where its `accepts` lists them. */
  readonly options: Readonly<Record<string, readonly unknown[]>>;
}

/** The options of a target as data. */
export function offeredOptions({
  options = {},
  accepts = {},
}: Pick<Target, "options" | "accepts">): OfferedTarget["options"] {
  const accepted = new Map<string, AcceptedValues>(Object.entries(accepts));
  return Object.fromEntries(Object.keys(options).map((option) => [option, accepted.get(option)?.all ?? []]));
}

/** Throws when an option has no value to be tried with. */
export function optionCases(targets: readonly OfferedTarget[]): OptionCase[] {
  const offered = targets.flatMap(({ name, options }) => Object.keys(options).map((option) => `${name}.${option}`));
  const known = [...Object.keys(optionRows), ...offered];
  const named = Object.keys(targetValues).filter((key) => targets.some(({ name }) => key.startsWith(`${name}.`)));
  const unknown = [...Object.keys(values), ...named].filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`option-cases.ts: there is no option ${unknown.join(", ")}`);
  const defaults: OptionCase = { name: "defaults", option: null, fields: "", extension: ".ts", isUsed: true };
  return [defaults, ...Object.entries(optionRows).flatMap(casesOf), ...targets.flatMap(targetCases)];
}

function casesOf([option, { accepts }]: readonly [string, { readonly accepts: Accepted }]): OptionCase[] {
  return valuesOf(option, accepts).map((value, index) => ({
    name: `${option}-${index + 1}`,
    option,
    fields: `${option}: ${value}`,
    extension: extensionOf(option, value),
    isUsed: !value.includes("targets:"),
  }));
}

function valuesOf(option: string, accepts: Accepted): readonly string[] {
  switch (accepts.kind) {
    case "boolean":
      return values[option] ?? ["true", "false"];
    case "choice": {
      const { choices, parts = [] } = accepts;
      const other = choices.at(-1) ?? "";
      // A part at a time takes one value, the others another.
      const mixed = parts.slice(0, 2).map((part) => JSON.stringify({ ...fill(parts, choices[0]), [part]: other }));
      return [...choices.map((choice) => JSON.stringify(choice)), ...mixed];
    }
    default:
      return tried(values[option], option);
  }
}

function fill(parts: readonly string[], choice: string | undefined): object {
  return Object.fromEntries(parts.map((part) => [part, choice]));
}

function extensionOf(option: string, value: string): OptionCase["extension"] {
  if (value.endsWith('emit: "js"')) return ".js";
  if (option === "emit") return value === '"js"' ? ".js" : ".ts";
  if (option !== "importExtension" || value === '".ts"') return ".ts";
  return value === '".js"' ? ".js" : "";
}

/** Each target alone, with what it needs, and once with each value of its options. */
function targetCases({ reference, name, options }: OfferedTarget): OptionCase[] {
  const caseOf = (suffix: string, option: string | null, more: string): OptionCase => ({
    name: `target-${name}${suffix}`,
    option,
    fields: `${name === "sdk" ? 'extras: "more", ' : ""}targets: [{ target: ${JSON.stringify(reference)}${more} }]`,
    extension: ".ts",
    isUsed: false,
  });
  const changed = Object.entries(options).flatMap(([option, all]) => {
    const key = `${name}.${option}`;
    return tried(targetValues[key] ?? all.map((value) => JSON.stringify(value)), key).map((value, index) =>
      caseOf(`-${option}-${index + 1}`, key, `, options: { ${option}: ${value} }`),
    );
  });
  return [caseOf("", null, ""), ...changed];
}

function tried(found: readonly string[] | undefined, option: string): readonly string[] {
  if (found === undefined || found.length === 0)
    throw new Error(`the option ${option} is tried with no value: add one to scripts/stories/packages/option-cases.ts`);
  return found;
}
