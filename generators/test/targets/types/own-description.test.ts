// This product's own description -> types, paths and webhooks, looked at as a whole: compiled, parsed, and made twice.
// @module-tag compilers
import { execFileSync } from "node:child_process";
import path from "node:path";
import paths from "@waybill/paths";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { webhookFiles } from "../../../src/targets/webhooks/runtime-files.ts";
import { compilerErrorsOf, testedCompilers } from "../../scenarios/compile.ts";
import { type Generation, generateFrom, temporaryDirectory } from "../../scenarios/generation.ts";
import { anysOf } from "../../scenarios/output-text.ts";

const { directory, dispose } = temporaryDirectory();
const description = {
  cwd: path.join(import.meta.dirname, "../../../.."),
  openapi: "spec/openapi.yaml",
  asyncapi: "spec/asyncapi.yaml",
};
let generation: Generation;

beforeAll(async () => {
  generation = await generateFrom(description, ["types", paths, "webhooks"], directory);
});
afterAll(dispose);

it("our description has no problems", () => {
  expect(generation.diagnostics).toBe("");
  expect(generation.files.map(({ target, path: file }) => `${target}/${file}`)).toEqual(
    expect.arrayContaining([
      "types/schemas.gen.ts",
      "types/operations.gen.ts",
      "paths/paths.gen.ts",
      "webhooks/events.gen.ts",
    ]),
  );
});

it.each(testedCompilers)("the output compiles with %s", async (compiler) => {
  expect(await compilerErrorsOf(compiler, directory, ["types", "paths", "webhooks"])).toBe("");
});

it("the output contains no any", () => {
  expect(generation.files.flatMap(({ text }) => anysOf(text))).toEqual([]);
});

it("the output runs as it is", () => {
  const script =
    'import { eventSchemas, messages } from "./webhooks/index.gen.ts"; console.log(Object.keys(eventSchemas).length, messages.length)';
  const output = execFileSync(process.execPath, ["--input-type=module-typescript", "--eval", script], {
    cwd: directory,
    encoding: "utf8",
  });
  expect(output).toBe("9 9\n");
});

it("the output has no line with a space at its end, and none longer than needed", () => {
  const own = generation.files.filter(({ target }) => target === "types" || target === "webhooks");
  const lines = own.flatMap(({ path: file, text }) => text.split("\n").map((line) => ({ file, line })));
  expect(lines.filter(({ line }) => line !== line.trimEnd())).toEqual([]);
  // Lists of exports and heads of functions are lines of their own; the runtime is copied as it is.
  const isWhole = (line: string): boolean => /^\s*description: "|^export (?:type )?\{|^export function /.test(line);
  const copied = new Set(webhookFiles.map(({ name }) => `${name}.gen.ts`));
  const written = lines.filter(({ file }) => !copied.has(file));
  expect(written.filter(({ line }) => line.length > 114 && !isWhole(line))).toEqual([]);
});

it("the output is the same, byte for byte, when it is generated again", async () => {
  const again = await generateFrom(description, ["types", paths, "webhooks"], directory);
  expect(again.files).toEqual(generation.files);
});

describe("each operation", () => {
  it("has a request and a response", () => {
    const { text = "" } =
      generation.files.find(({ target, path: file }) => target === "types" && file === "operations.gen.ts") ?? {};
    for (const { typeName } of generation.api?.http?.operations ?? []) {
      expect(text).toContain(`export type ${typeName}Request =`);
      expect(text).toContain(`export type ${typeName}Response =`);
    }
  });
});
