// The hostile documents of this folder: each is refused with a place, or what is generated from it is harmless.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { RenderedFile } from "../../src/run/target-files.ts";
import { temporaryDirectory } from "../scenarios/generation.ts";
import { leaksOf } from "../scenarios/output-text.ts";
import { judge } from "./folder.ts";
import { generateText } from "./generation.ts";

const folder = path.join(import.meta.dirname, "documents");
const documents = readdirSync(folder);
const results = new Map<string, ReturnType<typeof generateText>>();

/** What a document has to be refused for; the others are generated from. */
const refusals: Readonly<Record<string, readonly string[]>> = {};

test.each(documents)("a hostile document is rejected at its place, or its text stays text: %s", async (name) => {
  const result = await generateDocument(name);
  if (result.api === null) {
    expect(result.problems.map(({ code }) => code)).toEqual(refusals[name]);
    for (const { text } of result.problems) expect(text).toMatch(new RegExp(`^${name}:\\d+:\\d+ error `));
    return;
  }
  expect(refusals[name]).toBeUndefined();
  expect(result.files.flatMap((file) => leaksOf(file.text, "globalThis.struck"))).toEqual([]);
});

test("what is generated is valid TypeScript, and does nothing when it is loaded", async () => {
  const { directory, dispose } = temporaryDirectory();
  onTestFinished(dispose);
  const outputs: (readonly RenderedFile[])[] = [];
  for (const name of documents) {
    const result = await generateDocument(name);
    if (result.api !== null) outputs.push(result.files);
  }
  expect(await judge(directory, outputs)).toEqual({ complaints: "", loading: { stdout: "all loaded\n", stderr: "" } });
});

test("the README says what each document is for", () => {
  const text = readFileSync(path.join(import.meta.dirname, "README.md"), "utf8");
  expect([...text.matchAll(/^\| `documents\/(.*?)` \|/gm)].map(([, name]) => name)).toEqual(documents);
});

/** Of each document once. */
function generateDocument(name: string): ReturnType<typeof generateText> {
  const kind = name.endsWith(".asyncapi.yaml") ? "asyncapi" : "openapi";
  const result = results.get(name) ?? generateText(kind, readFileSync(path.join(folder, name), "utf8"), name);
  results.set(name, result);
  return result;
}
