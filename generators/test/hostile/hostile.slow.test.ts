// Any text at any place of a description is either rejected there, or only text in the generated code.
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { isLong } from "../../../scripts/testing/long.ts";
import type { RenderedFile } from "../../src/run/target-files.ts";
import { temporaryDirectory } from "../scenarios/generation.ts";
import { syntaxErrorsOf } from "../scenarios/output-text.ts";
import { type Assault, assault } from "./assault.ts";
import { asyncApiTemplate } from "./asyncapi-template.ts";
import { asyncApi2Template } from "./asyncapi2-template.ts";
import { exchangesTemplate } from "./exchanges-template.ts";
import { judge } from "./folder.ts";
import { generateText, type Kind } from "./generation.ts";
import { openApiTemplate } from "./openapi-template.ts";
import { globals, inherited, type Payload, payloads, reserved } from "./payloads.ts";
import { isRefusable, misplaced } from "./refusable.ts";
import { fill, slotsOf, type Template } from "./template.ts";

const templates: readonly [name: string, kind: Kind, template: Template][] = [
  ["OpenAPI 3.1", "openapi", openApiTemplate("3.1")],
  ["OpenAPI 3.0", "openapi", openApiTemplate("3.0")],
  ["AsyncAPI 3", "asyncapi", asyncApiTemplate],
  ["AsyncAPI 2.6", "asyncapi", asyncApi2Template],
  ["exchanges", "openapi", exchangesTemplate],
];

/**
 * Only one of so many rounds is played in a long run, and one of `fewer` times as many in a usual one. What they generate is compiled;
 * `pnpm corpus hostile` plays all of them and compiles nothing, and CI plays a quarter of those on each change.
 */
const shares: Readonly<Record<string, number>> = {
  "OpenAPI 3.1": 4,
  "OpenAPI 3.0": 12,
  "AsyncAPI 3": 2,
  "AsyncAPI 2.6": 3,
  exchanges: 12,
};
const fewer = isLong ? 1 : 48;

/** What the tests below have generated; the last one compiles and loads all of it at once. */
const outputs: (readonly RenderedFile[])[] = [];

describe.each(templates)("the template %s", (name, kind, template) => {
  const every = (shares[name] ?? 1) * fewer;
  let all: Assault;
  beforeAll(async () => {
    // What 3.0 can say goes the same way as in 3.1: its trees are compared, here as JavaScript with its declarations, and
    // compiling them again would show nothing. `pnpm corpus hostile` puts all texts there too.
    all = await assault(kind, template, payloads, { every, emission: name === "OpenAPI 3.0" ? "js" : "ts" });
    // All of it has the tree of harmless output; that such a tree compiles and loads, a part of it shows.
    if (name !== "OpenAPI 3.0") outputs.push(...all.outputs.filter((_, at) => at % (isLong ? 8 : 4) === 0));
  });

  test("every text is rejected at its place, or is only text in the output", () => {
    expect(all.failures).toEqual([]);
    expect(all.outputs).toHaveLength(Math.ceil(payloads.length / every));
  });

  test("texts are refused only where they cannot mean anything", () => {
    const found = all.refusals.map(({ slot, payload }) => `${slot}: ${payload}`);
    const expected = slotsOf(template)
      .flatMap((slot) =>
        payloads.filter(({ text }) => isRefusable(slot, text)).map((payload) => `${slot}: ${payload.name}`),
      )
      .filter((pair) => all.tried.has(pair));
    expect([...new Set(found)].sort()).toEqual(expected.sort());
  });

  test("problems are printed without acting on a terminal or on GitHub", () => {
    for (const { problem } of all.refusals) {
      expect(problem.text).toMatch(new RegExp(`^${kind}\\.json:1:\\d+ error `));
      expect(problem.text).not.toMatch(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
      expect(problem.annotation).toMatch(/^::error [^\p{Cc}]*$/u);
    }
  });

  test("names that every object has are names like any other", async () => {
    // Among ordinary names, so that two of them never want the same place.
    const {
      failures,
      outputs: own,
      refusals,
    } = await assault(kind, template, [...inherited, ...ordinary], { every: isLong ? 1 : 9 });
    if (isLong || name !== "OpenAPI 3.0") outputs.push(...own.filter((_, at) => isLong || at % 4 === 0));
    expect(failures).toEqual([]);
    expect(refusals).toEqual([]);
  });
});

const ordinary: readonly Payload[] = "one two three four five six seven eight".split(" ").map((name) => {
  return { name, text: name };
});

test.each([
  ["words of the language", reserved],
  ["names that are in use", globals],
])("reserved words can name operations, schemas and messages: %s", async (_what, words) => {
  const named = (make: (word: string) => Template): Template =>
    Object.fromEntries(words.map((word) => [word, make(word)]));
  const openapi: Template = {
    ...header("openapi", "3.1.1"),
    paths: Object.fromEntries(
      words.map((word) => [`/${word}`, { get: { operationId: word, responses: { 200: { description: "Fine." } } } }]),
    ),
    components: { schemas: named((word) => ({ type: "object", properties: { [word]: { type: "string" } } })) },
  };
  const asyncapi: Template = {
    ...header("asyncapi", "3.0.0"),
    channels: { all: { messages: named((word) => ({ payload: { type: "string", const: word } })) } },
  };
  for (const [kind, document] of [["openapi", openapi] as const, ["asyncapi", asyncapi] as const]) {
    const result = await generateText(kind, fill(document, String).text);
    expect(result.api === null ? result.problems.map(({ text }) => text) : []).toEqual([]);
    if (result.api !== null) outputs.push(result.files);
  }
});

test.each(misplaced)("no text but the right one can be %s", async (_what, kind, documentOf, right = /^(?!)/) => {
  for (const { name, text } of payloads.filter((payload) => !right.test(payload.text))) {
    const filled = fill(documentOf("⟦text⟧"), () => text);
    const result = await generateText(kind, filled.text);
    const places = filled.places.map(({ pointer }) => pointer);
    const pointers = result.api === null ? result.problems.flatMap((problem) => problem.pointers) : [];
    expect(places, `${name} is refused where it stands`).toContain(pointers[0]);
  }
});

test("the names of files are text, too", async () => {
  const paths = { "/a": { get: { operationId: "a", responses: { 200: { description: "Fine." } } } } };
  const components = { schemas: { A: { type: "string" } } };
  const { text } = fill({ ...header("openapi", "3.1.1"), paths, components }, String);
  const names = payloads.filter((one) => !/[\0/\\?#%]/.test(one.text) && one.text.isWellFormed());
  // Most files have the name in their header only, which is lines that are comments. What follows is the same, and parsed once.
  const parsed = new Set<string>();
  const withoutHeader = (one: string): string => one.replace(/^(?:\/\/[^\r\n\u2028\u2029]*\n)+/, "");
  for (const [at, payload] of names.entries()) {
    const result = await generateText("openapi", text, `${payload.text}.json`);
    if (result.api === null) throw new Error(result.problems.map((problem) => problem.text).join("\n"));
    const all = result.files.map((file) => file.text);
    const others = all.filter((one, index) => index === 0 || !parsed.has(withoutHeader(one)));
    expect(others.flatMap(syntaxErrorsOf)).toEqual([]);
    for (const one of others) parsed.add(withoutHeader(one));
    if (at % fewer === 0) outputs.push(result.files);
  }
});

test("all of the output is valid TypeScript, and does nothing when it is loaded", async () => {
  const { directory, dispose } = temporaryDirectory();
  onTestFinished(dispose);
  const { complaints, loading } = await judge(directory, outputs);
  expect(complaints).toBe("");
  expect(loading).toEqual({ stdout: "all loaded\n", stderr: "" });
});

function header(field: "openapi" | "asyncapi", version: string): { [key: string]: Template } {
  return { [field]: version, info: { title: "Words", version: "1" } };
}
