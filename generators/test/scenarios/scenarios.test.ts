// Every Markdown file below this folder is run: description in, pieces of output out, values through the validators,
// and all output of all scenarios compiled at the end.
// @module-tag compilers
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import type { Json } from "../../src/model/schema.ts";
import { failuresOf } from "../../src/model/values/matching.ts";
import { targetNames } from "../../src/targets/built-in-targets.ts";
import { compilerErrorsOf, testedCompilers } from "./compile.ts";
import { generateConfigured } from "./configured.ts";
import { type Generation, generate, temporaryDirectory } from "./generation.ts";
import { parseScenario, targetsOf, type Values } from "./scenario.ts";

const home = import.meta.dirname;
const names = readdirSync(home, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md") && name !== "README.md")
  .map((name) => name.replaceAll("\\", "/"))
  .sort();
const { directory, dispose } = temporaryDirectory();

afterAll(dispose);

describe.each(names)("the scenario %s", (name) => {
  const scenario = parseScenario(readFileSync(path.join(home, name), "utf8"), name);

  it(scenario.title, async () => {
    const folder = path.join(directory, name.replace(/\.md$/, ""));
    const { inputs, config } = scenario;
    const generation =
      config === null
        ? await generate(inputs, targetsOf(scenario), folder)
        : await generateConfigured(inputs, config, targetsOf(scenario), folder);
    expect(generation.diagnostics).toBe(scenario.diagnostics ?? "");
    for (const { file, text } of scenario.outputs) expect(textOf(generation, file)).toContain(text);
    for (const { file, text } of scenario.absent)
      for (const line of text.split("\n")) expect(textOf(generation, file)).not.toContain(line);
    for (const values of scenario.values) await runValues(generation, values);
  });
});

describe("all output of all scenarios", () => {
  it.each(testedCompilers)("compiles with %s", async (compiler) => {
    expect(await compilerErrorsOf(compiler, directory, ["**/*.gen.ts"])).toBe("");
  });
});

describe("the scenarios", () => {
  it.each(targetNames)("show the output of the target %s", (target) => {
    const shown = names.flatMap((name) => targetsOf(parseScenario(readFileSync(path.join(home, name), "utf8"), name)));
    expect(shown).toContain(target);
  });
});

function textOf({ files }: Generation, file: string): string {
  const found = files.find((generated) => `${generated.target}/${generated.path}` === file);
  if (found === undefined)
    throw new Error(`no ${file} among ${files.map(({ target, path: at }) => `${target}/${at}`).join(", ")}`);
  return found.text;
}

interface Validator {
  safeParse(value: unknown): { readonly success: boolean; readonly data?: unknown };
}

/** The generated validator and the model's own interpreter must both say what the scenario says. */
async function runValues({ api, directory: folder }: Generation, { schema, accepted, values }: Values): Promise<void> {
  const module: Record<string, Validator> = await import(pathToFileURL(path.join(folder, "zod/schemas.gen.ts")).href);
  const validator = module[`${schema}Schema`];
  const named = api?.schemas.find((candidate) => candidate.name === schema);
  if (validator === undefined || (api !== null && named === undefined)) throw new Error(`no schema ${schema}`);
  for (const value of values) {
    const result = validator.safeParse(value);
    expect({ value, accepted: result.success }).toEqual({ value, accepted });
    if (result.success) expect(result.data).toEqual(value);
    if (named !== undefined)
      expect({ value, accepted: failuresOf(named.schema, value as Json).length === 0 }).toEqual({ value, accepted });
  }
}
