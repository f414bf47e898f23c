// Where the fuzzer begins: the inputs of the goldens, the hostile documents, and the corpus beside the repository when it is there.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { parseText } from "../../../generators/src/source/parse.ts";
import { parseGolden } from "../../../generators/test/diagnostics/golden.ts";
import type { Input } from "../../../generators/test/hostile/reading-oracle.ts";
import type { Json } from "../../../generators/test/source/mutations.ts";
import { corpusPath } from "../../testing/shared-corpus.ts";

/** A text with its value, when it has one. */
export interface Seed extends Input {
  readonly value: Json | undefined;
}

const tests = path.join(import.meta.dirname, "../../../generators/test");

/** Texts longer than this only make a round slow. */
const maxLength = 6_000;

/** The shortest first: a failure of several is reported for that. */
export function seedsOf(): Seed[] {
  const valid: Input = {
    kind: "openapi",
    format: "yaml",
    text: 'openapi: 3.1.1\ninfo: { title: T, version: "1" }\npaths: {}\ncomponents: { schemas: { A: { type: string } } }\n',
  };
  return [valid, ...goldens(), ...filesIn("documents"), ...filesIn("found"), ...asyncApis()]
    .filter(({ text }) => text.length <= maxLength)
    .sort((one, other) => one.text.length - other.text.length)
    .map((input) => {
      const parsed = parseText(input.text, input.format);
      return { ...input, value: parsed.ok ? JSON.parse(JSON.stringify(parsed.value)) : undefined };
    });
}

/** Objects of all seeds, and of large descriptions that are too long to be seeds. */
export function fragmentsOf(seeds: readonly Seed[]): Json[] {
  const parts = largeDescriptions().flatMap((value) =>
    Object.values(value).flatMap((part): Json[] => Object.values(Object(part))),
  );
  const found: Json[] = [];
  const collect = (value: Json): void => {
    if (typeof value !== "object" || value === null) return;
    if (JSON.stringify(value).length < 2_000) found.push(value);
    for (const inner of Object.values(value)) collect(inner);
  };
  for (const value of [...seeds.map((seed) => seed.value), ...parts.filter((_, at) => at % 40 === 0)])
    collect(value ?? null);
  return found;
}

function goldens(): Input[] {
  const folder = path.join(tests, "diagnostics/goldens");
  return readdirSync(folder).flatMap((file) =>
    parseGolden(readFileSync(path.join(folder, file), "utf8"), file).flatMap(({ files, isOfCommands }) =>
      isOfCommands ? [] : Object.entries(files).map(([name, text]) => inputOf(name, text)),
    ),
  );
}

function asyncApis(): Input[] {
  const folder = corpusPath("asyncapi");
  return existsSync(folder) ? filesIn(folder).map((input) => ({ ...input, kind: "asyncapi" })) : [];
}

function largeDescriptions(): Record<string, Json>[] {
  const files = ["github", "adyen-management"].map((name) => corpusPath("openapi", `${name}.json.gz`));
  return files.filter((file) => existsSync(file)).map((file) => JSON.parse(gunzipSync(readFileSync(file)).toString()));
}

/** Below the hostile ones, or an absolute path. */
function filesIn(name: string): Input[] {
  const folder = path.resolve(tests, "hostile", name);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ya?ml|json)$/.test(entry.name))
    .map((entry) => inputOf(entry.name, readFileSync(path.join(folder, entry.name), "utf8")));
}

function inputOf(name: string, text: string): Input {
  const kind = /asyncapi/.test(name) ? "asyncapi" : "openapi";
  return { kind, format: name.endsWith(".json") ? "json" : "yaml", text };
}
