// A checkout of oasdiff -> the pairs of descriptions that the tests of its checks compare, with the rules and levels these tests expect.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { editsOf, type GoEdit } from "./go-edits.ts";

export type Level = "ERR" | "WARN" | "INFO";

export interface Case {
  readonly test: string;
  /** Relative to the checkout. */
  readonly base: string;
  readonly revision: string;
  /** What the test does to them before it compares them. */
  readonly edits: readonly GoEdit[];
  /** Ids of the rules it expects, such as `api-removed-without-deprecation`, each with its level; none: nothing breaks. */
  readonly expected: ReadonlyMap<string, Level>;
}

export interface Cases {
  readonly cases: readonly Case[];
  /** Tests that compare descriptions and could not be read, by reason. */
  readonly skipped: ReadonlyMap<string, number>;
  readonly rules: ReadonlyMap<string, Level>;
}

export function readCases(folder: string): Cases {
  const checker = join(folder, "checker");
  const sources = readdirSync(checker).filter((file) => file.endsWith(".go"));
  const read = (file: string): string => readFileSync(join(checker, file), "utf8");
  const ids = new Map(
    sources.flatMap((file) =>
      [...read(file).matchAll(/^\s*(\w+Id)\s*=\s*"([\w-]+)"/gm)].map(([, name = "", id = ""]) => [name, id] as const),
    ),
  );
  const rules = new Map(
    [...read("rules.go").matchAll(/BackwardCompatibilityRule\((\w+Id),\s*(ERR|WARN|INFO)/g)].map(
      ([, name = "", level = ""]) => [ids.get(name) ?? name, level as Level],
    ),
  );
  const cases: Case[] = [];
  const skipped = new Map<string, number>();
  for (const file of sources.filter((each) => each.endsWith("_test.go")).sort())
    for (const text of read(file)
      .split(/^func (?=Test)/m)
      .slice(1)) {
      const found = caseOf(text.split(/^}/m)[0] ?? "", { folder, ids, rules });
      if (typeof found === "string") skipped.set(found, (skipped.get(found) ?? 0) + 1);
      else if (found !== null) cases.push(found);
    }
  return { cases, skipped, rules };
}

interface Known {
  readonly folder: string;
  readonly ids: ReadonlyMap<string, string>;
  readonly rules: ReadonlyMap<string, Level>;
}

/** A reason where it compares descriptions and cannot be read; null where it compares none. */
function caseOf(text: string, { folder, ids, rules }: Known): Case | string | null {
  const test = /^\w+/.exec(text)?.[0] ?? "";
  const sides = sidesOf(text);
  if (sides === null) return null;
  if (
    /WithSeverity|WithDeprecation|WithAttributes|StabilityLevel\s*=|ProcessIgnored|t\.Run\(|ConfigWith|stabilityChanges/.test(
      text,
    )
  )
    return "has a configuration of its own, or several cases";
  const named = [
    ...text.matchAll(
      /(requireNoChange\([^)]*?|require\.False\(t, containsId\(\w+, |NotEqual\(t, |NotContains\(.*?)?checker\.(\w+Id)\b/g,
    ),
  ];
  const expected = new Map<string, Level>();
  for (const [, refused, name = ""] of named) {
    const id = ids.get(name);
    const level = id === undefined ? undefined : rules.get(id);
    if (refused === undefined && id !== undefined && level !== undefined) expected.set(id, level);
  }
  const isEmpty = /require\.(?:Empty\(t, (?:errs|changes|\w*[cC]hanges|d\()|Len\(t, errs, 0\))/.test(text);
  if (expected.size === 0 && !isEmpty) return "states no rule";
  if (expected.size === 0 && /singleCheckConfig/.test(text)) return "states only what one rule does not say";
  if (![sides.base, sides.revision].every((file) => existsSync(join(folder, file)))) return "has no files";
  const edits = editsOf(text, sides.names);
  if (edits === null) return "edits descriptions by code that is not read";
  if (sides.base === sides.revision && edits.length === 0) return "compares a description with itself";
  return { test, base: sides.base, revision: sides.revision, edits, expected };
}

function sidesOf(text: string): { base: string; revision: string; names: readonly [string, string] } | null {
  const files = new Map<string, string>();
  for (const [, name = "", file = ""] of text.matchAll(/(\w+), err :?= open\("\.\.\/([^"]+)"/g)) files.set(name, file);
  for (const [, name = "", folder = "", file = ""] of text.matchAll(/(\w+), err :?= open\((\w+)File\("([^"]+)"\)/g))
    files.set(name, `data/${folders[folder] ?? folder}/${file}`);
  for (const [, name = "", number = ""] of text.matchAll(/(\w+) :?= l\(t, (\d+)\b/g))
    files.set(name, `data/openapi-test${number}.yaml`);
  for (const [, name = "", prefix = "", number = ""] of text.matchAll(
    /(\w+) :?= loadFrom\(t, "\.\.\/([^"]+)", (\d+)\)/g,
  ))
    files.set(name, `${prefix}spec${number}.yaml`);
  const direct = /\bd\(t, diff\.NewConfig\(\), (\d+), (\d+)\)/.exec(text);
  if (direct !== null)
    return {
      base: `data/openapi-test${direct[1]}.yaml`,
      revision: `data/openapi-test${direct[2]}.yaml`,
      names: ["", ""],
    };
  const compared = [...text.matchAll(/GetWithOperationsSourcesMap\([^,]+, (\w+), (\w+)\)/g)];
  const [, one = "", other = ""] = compared.length === 1 ? (compared[0] ?? []) : [];
  const [base, revision] = [files.get(one), files.get(other)];
  return base === undefined || revision === undefined ? null : { base, revision, names: [one, other] };
}

const folders: Readonly<Record<string, string>> = {
  deprecation: "deprecation",
  paramDeprecation: "param-deprecation",
  requiredProperty: "required-properties",
  stability: "stability",
};
