// Examples of messages -> the data they become: the same values, under types that state what is present and what is not.
import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { isLong, oneIn } from "../../../../scripts/testing/long.ts";
import { corpusPath, describeWithCorpus } from "../../../../scripts/testing/shared-corpus.ts";
import type { Api } from "../../../src/model/api.ts";
import { compilerErrorsOf } from "../../scenarios/compile.ts";
import { type Generation, generate, generateFrom, temporaryDirectory } from "../../scenarios/generation.ts";

const { directory, dispose } = temporaryDirectory();
afterAll(dispose);

const head = 'asyncapi: 3.0.0\ninfo: { title: T, version: "1" }\n';

async function generated(name: string, messages: object): Promise<unknown> {
  const channels = { c: { address: "c", messages } };
  const asyncapi = `${head}channels: ${JSON.stringify(channels)}`;
  return examplesIn(await generate(new Map([["asyncapi.yaml", asyncapi]]), ["webhooks"], path.join(directory, name)));
}

async function examplesIn({ directory: folder }: Generation): Promise<unknown> {
  const module = await import(pathToFileURL(path.join(folder, "webhooks/examples.gen.ts")).href);
  return module.eventExamples;
}

/** By event name, as the model has them. */
function expectedOf(api: Api | null): Record<string, unknown[]> {
  const expected: Record<string, unknown[]> = Object.create(null);
  for (const { eventName, key, examples } of api?.messaging?.messages ?? []) {
    for (const { name, headers, payload } of examples) {
      if (headers === null && payload === null) continue;
      expected[eventName] ??= [];
      expected[eventName].push({
        message: key,
        ...(name === null ? {} : { name }),
        ...(headers === null ? {} : { headers: headers.value }),
        ...(payload === null ? {} : { payload: payload.value }),
      });
    }
  }
  return expected;
}

describe("the values of examples", () => {
  const awkward = JSON.parse(
    '{"__proto__":{"polluted":true},"constructor":"c","toString":"t","":[],"*/":"*/","${x}":"`${x}`\\u2028\\u202e",' +
      '"numbers":[0,1e21,-1.5,5e-324,9007199254740993],"deep":[[[{"a":null}]]],"pair":"\\ud83d\\ude00","flag":false}',
  );

  it.each([
    ["an object", awkward],
    ["a list", [awkward, []]],
    ["text", "*/ `${1}`"],
    ["a number", -1],
    ["null", null],
  ])("are exactly those of the description: %s", async (what, payload) => {
    const examples = await generated(`exact ${what}`, {
      m: { name: "__proto__", payload: {}, examples: [{ payload }] },
    });
    expect(Object.entries(Object(examples))).toStrictEqual([["__proto__", [{ message: "m", payload }]]]);
    expect({}).not.toHaveProperty("polluted");
  });

  it("may break the schema of the message, and be nested as deeply as a description may", async () => {
    let deep: unknown = "bottom";
    for (let level = 0; level < 200; level += 1) deep = level % 2 === 0 ? { deep } : [deep];
    const examples = [{ payload: { id: "not a number", more: deep } }];
    const payload = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
    expect(await generated("broken", { m: { payload, examples } })).toEqual({ m: [{ message: "m", ...examples[0] }] });
  });
});

it("an event without an example is in no table, and the table may be empty", async () => {
  expect(
    await generated("none", { a: { payload: {} }, b: { payload: {}, examples: [{ name: "only a name" }] } }),
  ).toEqual({});
});

describe("the types of examples", () => {
  it("state which events have one, and which parts an example has", async () => {
    const folder = path.join(directory, "typed");
    const payload = { type: "object", properties: { id: { type: "string" } } };
    const examples = [{ payload: { id: "a" } }, { headers: { Trace: "t" } }];
    await generated("typed", { shown: { payload, examples }, silent: { payload } });
    writeFileSync(
      path.join(folder, "webhooks/use.ts"),
      `import { type EventExample, eventExamples } from "./examples.gen.ts";
export const anyEvent: Readonly<Record<string, readonly EventExample[]>> = eventExamples;
export const id: "a" = eventExamples.shown[0].payload.id;
export const trace: "t" = eventExamples.shown[1].headers.Trace;
// @ts-expect-error: this event has no example
eventExamples.silent;
// @ts-expect-error: there are two
eventExamples.shown[2];
// @ts-expect-error: this one has headers only
eventExamples.shown[1].payload;
`,
    );
    expect(await compilerErrorsOf("typescript-7.0", folder, ["webhooks"])).toBe("");
  });
});

describeWithCorpus("public descriptions", () => {
  const folder = corpusPath("asyncapi");

  it("give the values they give, and compile", async () => {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
    const names = oneIn(
      3,
      files.filter((name) => /\.ya?ml$/.test(name)),
    );
    let count = 0;
    for (const [index, asyncapi] of names.entries()) {
      const options = { cwd: folder, asyncapi, options: { runtime: "package" } } as const;
      const generation = await generateFrom(options, ["webhooks"], path.join(directory, "public", String(index)));
      if (generation.files.length === 0) continue;
      const examples = Object.assign(Object.create(null), await examplesIn(generation));
      expect(examples).toStrictEqual(expectedOf(generation.api));
      count += Object.values(examples).flat().length;
    }
    expect(count).toBeGreaterThan(isLong ? 5 : 1);
    expect(await compilerErrorsOf("typescript-7.0", path.join(directory, "public"))).toBe("");
  });
});
