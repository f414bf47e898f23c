// Where the fuzzer begins: the inputs of the goldens, the hostile documents, this repository's own description, and the corpus
// beside it when it is there.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { parseText } from "../../generators/src/source/parse.ts";
import { parseGolden } from "../../generators/test/diagnostics/golden.ts";
import type { Input } from "../../generators/test/hostile/reading-oracle.ts";
import { corpusPath } from "../testing/shared-corpus.ts";
import type { Seed, Stock } from "./mutate.ts";

const root = path.join(import.meta.dirname, "../..");

/** Texts longer than this only make a round slow. */
const maxLength = 6_000;

export function seedsOf(): Seed[] {
  const inputs = [...goldens(), ...hostile(), ...asyncApis(), ...small()].filter(
    ({ text }) => text.length <= maxLength,
  );
  return inputs.map((input) => ({ ...input, value: parsedValueOf(input) }));
}

/** Objects of all seeds, and of large descriptions that are too long to be seeds. */
export function stockOf(seeds: readonly Seed[]): Stock {
  const fragments: unknown[] = [];
  const collect = (value: unknown, share: number): void => {
    if (typeof value !== "object" || value === null) return;
    const text = JSON.stringify(value);
    if (text.length < 2_000 && fragments.length % share === 0) fragments.push(value);
    for (const inner of Object.values(value)) collect(inner, share);
  };
  for (const { value } of seeds) collect(value, 1);
  for (const value of large()) {
    const parts = Object.values(value).flatMap((part) =>
      typeof part === "object" && part !== null ? Object.values(part) : [],
    );
    for (const part of parts.filter((_, at) => at % 40 === 0)) collect(part, 1);
  }
  return { fragments };
}

export function parsedValueOf({ text, format }: Input): unknown {
  const parsed = parseText(text, format);
  return parsed.ok ? parsed.value : undefined;
}

function goldens(): Input[] {
  const folder = path.join(root, "generators/test/diagnostics/goldens");
  return readdirSync(folder).flatMap((file) =>
    parseGolden(readFileSync(path.join(folder, file), "utf8"), file).flatMap(({ files }) =>
      Object.entries(files).map(([name, text]) => inputOf(name, text)),
    ),
  );
}

function hostile(): Input[] {
  return ["documents", "found"].flatMap((folder) => filesIn(path.join(root, "generators/test/hostile", folder)));
}

function asyncApis(): Input[] {
  const folder = corpusPath("asyncapi");
  return existsSync(folder) ? filesIn(folder).map((input) => ({ ...input, kind: "asyncapi" })) : [];
}

/** The smallest description of each kind, so that there is always a valid one. */
function small(): Input[] {
  const openapi = `openapi: 3.1.1\ninfo: { title: T, version: "1" }\npaths: {}\ncomponents: { schemas: { A: { type: string } } }\n`;
  return [{ kind: "openapi", format: "yaml", text: openapi }];
}

function large(): object[] {
  return ["github", "adyen-management"].flatMap((name) => {
    const file = corpusPath("openapi", `${name}.json.gz`);
    if (!existsSync(file)) return [];
    const value: unknown = JSON.parse(gunzipSync(readFileSync(file)).toString("utf8"));
    return typeof value === "object" && value !== null ? [value] : [];
  });
}

function filesIn(folder: string): Input[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ya?ml|json)$/.test(entry.name))
    .map((entry) => inputOf(entry.name, readFileSync(path.join(folder, entry.name), "utf8")));
}

function inputOf(name: string, text: string): Input {
  const kind = /asyncapi/.test(name) ? "asyncapi" : "openapi";
  return { kind, format: name.endsWith(".json") ? "json" : "yaml", text };
}
