// Whatever text stands wherever in a description: it is refused there, or it is text in what is generated.
import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RenderedFile } from "../../src/cli/render.ts";
import { complaintsOf } from "../scenarios/compile.ts";
import { temporaryDirectory } from "../scenarios/generation.ts";
import { asyncApiTemplate } from "./asyncapi-template.ts";
import { type Assault, assault } from "./assault.ts";
import type { Kind } from "./generation.ts";
import { openApiTemplate } from "./openapi-template.ts";
import { inherited, type Payload, payloads } from "./payloads.ts";
import { slotsOf, type Template } from "./template.ts";

const templates: readonly [name: string, kind: Kind, template: Template][] = [
  ["OpenAPI 3.1", "openapi", openApiTemplate("3.1")],
  ["OpenAPI 3.0", "openapi", openApiTemplate("3.0")],
  ["AsyncAPI 3", "asyncapi", asyncApiTemplate],
];

describe.each(templates)("%s", (name, kind, template) => {
  let all: Assault;
  beforeAll(async () => {
    all = await assault(kind, template, payloads);
  }, 60_000);

  test("every text is refused where it stands, or goes into the output as text", () => {
    expect(all.failures).toEqual([]);
    expect(all.outputs).toHaveLength(payloads.length);
  });

  test("texts are refused only where they cannot mean what stands there", () => {
    const found = all.refusals.map(({ slot, payload }) => `${slot}: ${payload}`);
    const expected = slotsOf(template).flatMap((slot) =>
      payloads.filter(({ text }) => isImpossible(slot, text)).map(({ name }) => `${slot}: ${name}`),
    );
    expect([...new Set(found)].sort()).toEqual(expected.sort());
  });

  test("problems are printed without acting on the terminal", () => {
    for (const { text } of all.refusals) {
      expect(text).toMatch(new RegExp(`^${kind}\\.json:1:\\d+ error `));
      expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
    }
  });

  test("the output is valid TypeScript and does nothing when it is loaded", async () => {
    await expectHarmless(name, all.outputs);
  }, 60_000);

  test("names that every object has are names like any other", async () => {
    // Among ordinary names, so that two of them never want the same place.
    const { failures, outputs, refusals } = await assault(kind, template, [...inherited, ...ordinary]);
    expect(failures).toEqual([]);
    expect(refusals).toEqual([]);
    await expectHarmless(`${name} inherited`, outputs);
  }, 60_000);
});

const ordinary: readonly Payload[] = ["one", "two", "three", "four", "five", "six", "seven", "eight"].map((name) => {
  return { name, text: name };
});

/** What a description cannot hold at a place: it would have no name, or a braced expression of its own. */
function isImpossible(slot: string, text: string): boolean {
  switch (slot) {
    case "name schema":
    case "name first alternative":
    case "name second alternative":
    case "name definition":
    case "name operation":
    case "name message":
    case "name async schema":
      return !/[[\p{ID_Continue}--_]--\p{Default_Ignorable_Code_Point}]/v.test(text);
    case "name path":
    case "name path without an id":
      return /[{}?#]/.test(text) || !text.isWellFormed();
    case "name path parameter":
      return /[{}]/.test(text) || text === "" || !text.isWellFormed();
    case "name server variable":
    case "name channel parameter":
      return /[{}]/.test(text);
    // Braces alone are braces.
    case "data server url":
    case "data address":
      return /\{[^{}]*\}/.test(text);
    case "name media type":
      return !/^[\w!#$&^.+*-]*$/.test(text);
    case "data media type parameter":
      return /[\n\r\u2028\u2029]/.test(text);
    case "data pattern":
    case "data pattern of names":
      return !isPattern(`^${text}${slot === "data pattern" ? "$" : ""}`);
    default:
      return false;
  }
}

function isPattern(source: string): boolean {
  try {
    new RegExp(source, "u");
    return true;
  } catch {
    return false;
  }
}

const { directory, dispose } = temporaryDirectory();
afterAll(dispose);

async function expectHarmless(name: string, outputs: readonly (readonly RenderedFile[])[]): Promise<void> {
  const folder = path.join(directory, name);
  const files = withoutCopies(outputs);
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file.path)), { recursive: true });
    writeFileSync(path.join(folder, file.path), file.text);
  }
  const modules = files.filter((file) => file.path.endsWith("/index.gen.ts")).map((file) => `./${file.path}`);
  const script = `for (const file of ${JSON.stringify(modules)}) await import(file);
    console.log("struck" in globalThis ? "struck" : "all loaded");`;
  writeFileSync(path.join(folder, "load.mjs"), script);
  const [complaints, loaded] = await Promise.all([
    complaintsOf("typescript-7.0", folder),
    promisify(execFile)(process.execPath, [path.join(folder, "load.mjs")]),
  ]);
  expect(complaints).toBe("");
  expect(loaded).toEqual({ stdout: "all loaded\n", stderr: "" });
}

/**
 * The files of all rounds, each round in a folder of its own. The runtime is part of every output and mostly the same:
 * where it is, it is taken from the round that had it first, or compiling it would take most of the time.
 */
function withoutCopies(outputs: readonly (readonly RenderedFile[])[]): { path: string; text: string }[] {
  const first = new Map<string, number>();
  return outputs.flatMap((round, at) =>
    round.map(({ path: file, text }) => {
      const key = `${file} ${text}`;
      const earlier = first.get(key);
      if (earlier === undefined) first.set(key, at);
      const isCopy = earlier !== undefined && /\/(?:runtime|values|request|response|parameters)\.gen\.ts$/.test(file);
      return { path: `${at}/${file}`, text: isCopy ? `export * from "../../${earlier}/${file}";\n` : text };
    }),
  );
}
