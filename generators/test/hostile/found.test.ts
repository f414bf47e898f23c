// What the fuzzer has found: texts that once crashed a reader, had a problem without a place, or were read in two ways.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { type Input, judgeReading } from "./reading-oracle.ts";

const folder = path.join(import.meta.dirname, "found");
const found = readdirSync(folder).filter((name) => /\.(yaml|json)$/.test(name));

const inputOf = (name: string): Input => ({
  kind: name.includes("asyncapi") ? "asyncapi" : "openapi",
  format: name.endsWith(".json") ? "json" : "yaml",
  text: readFileSync(path.join(folder, name), "utf8"),
});

it.each(found)("a description that once failed is read: %s", async (name) => {
  expect((await judgeReading(inputOf(name), true)).failure).toBeNull();
});

it("the error for a text that is not a description has a place", async () => {
  const judged = await judgeReading(
    { kind: "openapi", format: "json", text: '{"openapi": "3.1.0", "paths": [}' },
    true,
  );
  expect(judged).toEqual({ failure: null, codes: ["invalid-json"], isParsed: false });
});
