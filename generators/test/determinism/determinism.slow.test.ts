// The output depends on the content of the description alone, byte for byte.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { dump } from "js-yaml";
import { describe, expect, test } from "vitest";
import { testedToolkit } from "../../../scripts/testing/bundled-programs.ts";
import { folderOf } from "../../../scripts/testing/folder-of.ts";
import { isLong } from "../../../scripts/testing/long.ts";
import { describeWithCorpus } from "../../../scripts/testing/shared-corpus.ts";
import { sparingNode } from "../../../scripts/testing/sparing-node.ts";
import {
  type Description,
  type Json,
  large,
  outputOf,
  ownDescription,
  publicDescriptions,
  repository,
  shuffled,
} from "./outputs.ts";

describe("our own description", () => dependsOnNothingElse(ownDescription()));

describeWithCorpus("public descriptions", () => {
  describe.each(publicDescriptions())("the description $name", dependsOnNothingElse);
});

function dependsOnNothingElse(description: Description): void {
  let first: Promise<string> | undefined;
  const firstRun = (): Promise<string> => (first ??= render(description));

  // Each of these renders all of it again: for the largest one every night.
  const isUsual = isLong || description.name !== large;

  test.runIf(isUsual)("output is the same in two runs, wherever the files are", async () => {
    expect(await render(description, "/somewhere/else entirely")).toBe(await firstRun());
  });

  test.runIf(isUsual)("output is the same in any order of members, where order has no meaning", async () => {
    const expected = await firstRun();
    const seeds = fc.infiniteStream(fc.nat());
    const property = fc.asyncProperty(seeds, async (numbers) => {
      const pick = (below: number): number => Number(numbers.next().value ?? 0) % below;
      const files = new Map(
        [...description.files].map(([file, value]) => [file, isExample(file) ? value : shuffled(value, pick)]),
      );
      expect(await render({ ...description, files })).toBe(expected);
    });
    await fc.assert(property, {
      numRuns: isLong ? (description.files.size > 1 ? 20 : 4) : 1,
    });
  });

  test.runIf(isUsual)("output is the same from YAML and from JSON, except for the names of files", async () => {
    const inYaml = await render(description, "/description", (value) => dump(value, { noRefs: true }));
    expect(inYaml.replaceAll(".yaml", ".json")).toBe(await render(inJson(description)));
  });
}

test("properties keep their order, and another order is another output", async () => {
  const own = ownDescription();
  const reversed = new Map(own.files);
  const schema = reversed.get("spec/schemas/warehouse.yaml");
  if (!(schema instanceof Object) || Array.isArray(schema)) throw new Error("a schema is an object");
  const properties = Object.fromEntries(Object.entries(schema["properties"] ?? {}).toReversed());
  reversed.set("spec/schemas/warehouse.yaml", { ...schema, properties });
  expect(await render({ ...own, files: reversed })).not.toBe(await render(own));
});

test("two processes with another folder, time zone, language and umask write the same bytes", () => {
  const home = folderOf({});
  const first = generateIn(path.join(home, "a"), ".", { TZ: "UTC", LANG: "C", LC_ALL: "C" }, "022");
  const other = { TZ: "Pacific/Chatham", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" };
  const second = generateIn(path.join(home, "b b/deep/er"), "spec/schemas", other, "077");
  expect([...first.keys()].length).toBeGreaterThan(20);
  expect(second).toEqual(first);
});

/** The output for files that exist only in memory. JSON is YAML, so `.yaml` files are written as JSON by default. */
function render(
  { openapi, asyncapi, files }: Description,
  cwd = "/description",
  yamlOf: (value: Json) => string = (value) => JSON.stringify(value),
): Promise<string> {
  const textOf = (file: string, value: Json): string =>
    file.endsWith(".yaml") ? yamlOf(value) : JSON.stringify(value);
  const texts = new Map([...files].map(([file, value]) => [file, textOf(file, value)]));
  const entries = { ...(openapi === undefined ? {} : { openapi }), ...(asyncapi === undefined ? {} : { asyncapi }) };
  return outputOf({ cwd, ...entries, files: texts });
}

/** The same description in files that are called `.json`. */
function inJson({ name, openapi, asyncapi, files }: Description): Description {
  const renamed = (text: string): string => text.replace(/\.yaml(?=$|#)/, ".json");
  const withNames = (value: Json): Json =>
    JSON.parse(
      JSON.stringify(value, (key, member: Json) =>
        key === "$ref" && typeof member === "string" ? renamed(member) : member,
      ),
    );
  return {
    name,
    ...(openapi === undefined ? {} : { openapi: renamed(openapi) }),
    ...(asyncapi === undefined ? {} : { asyncapi: renamed(asyncapi) }),
    files: new Map([...files].map(([file, value]) => [renamed(file), withNames(value)])),
  };
}

function isExample(file: string): boolean {
  return file.includes("/examples/") || file.endsWith("extensions.schema.json");
}

/** Generates all targets from a copy of spec/ in `folder`, started from a folder inside it; the files by path. */
function generateIn(folder: string, from: string, env: NodeJS.ProcessEnv, umask: string): Map<string, string> {
  mkdirSync(folder, { recursive: true });
  cpSync(path.join(repository, "spec"), path.join(folder, "spec"), {
    recursive: true,
    filter: (file) => !/\/(?:node_modules|test)$/.test(file),
  });
  // `paths` loads the compiler of TypeScript, for what another package prints.
  const targets = ["types", ...(isLong ? ["paths"] : []), "zod", "server", "client", "webhooks"];
  const api = { openapi: "spec/openapi.yaml", asyncapi: "spec/asyncapi.yaml", out: "out", targets };
  writeFileSync(path.join(folder, "waybill.config.json"), JSON.stringify({ apis: { api } }));
  const command = `umask ${umask} && exec "$0" "$@"`;
  execFileSync("sh", ["-c", command, process.execPath, ...sparingNode, testedToolkit(), "generate"], {
    cwd: path.join(folder, from),
    env: { ...process.env, ...env },
  });
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    /^out\/.*\.ts$|^waybill\.manifest\.json$/.test(name),
  );
  return new Map(names.sort().map((name) => [name, readFileSync(path.join(folder, name), "utf8")]));
}
