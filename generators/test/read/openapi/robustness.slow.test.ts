// Every mistake in a description is reported with file, line and column, and nothing is thrown.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import fc from "fast-check";
import { load } from "js-yaml";
import { describe, expect, it } from "vitest";
import { isLong, oneIn } from "../../../../scripts/testing/long.ts";
import { corpusPath, describeWithCorpus } from "../../../../scripts/testing/shared-corpus.ts";
import { readApi } from "../../../src/checks/model-checks.ts";
import { isTolerable, jsonOf, Report, tolerable } from "../../../src/diagnostics/index.ts";
import { cwd, type Files, type MemoryReading, readerOf, readFiles } from "../../source/memory-files.ts";
import { type Json, mutations } from "../../source/mutations.ts";
import { asyncapi, openapi30, openapi31 } from "./everything.ts";

/** `WAYBILL_FUZZ=50` runs fifty times as long, with other changes; `pnpm --filter testing long` sixteen times; `pnpm corpus fuzz`, which CI runs on each change, does more of the same. */
const effort = Number(process.env["WAYBILL_FUZZ"] ?? (isLong ? 16 : 1));
const runs = (seed: number, numRuns: number): { seed: number; numRuns: number } => ({
  seed: seed + effort,
  numRuns: numRuns * effort,
});

/** Reads, and checks that every message has a position. */
function readBroken(files: Files): MemoryReading {
  const reading = readFiles(files);
  for (const diagnostic of reading.report.list()) {
    const { file, line, column, hint, message } = jsonOf(diagnostic);
    expect({ file, line, column, hint, message }).toEqual({
      file: expect.any(String),
      line: expect.any(Number),
      column: expect.any(Number),
      hint: expect.stringMatching(/./),
      message: expect.stringMatching(/./),
    });
  }
  return reading;
}

describe("a description of everything", () => {
  const base: Files = {
    "openapi.json": JSON.stringify(openapi31),
    "asyncapi.yaml": JSON.stringify(asyncapi, null, 1),
  };

  it("has no problems", () => {
    expect(readFiles(base).messages).toBe("");
    expect(readFiles({ "openapi.json": JSON.stringify(openapi30) }).messages).toBe("");
  });

  it.each([
    ["OpenAPI 3.0", openapi30, "openapi.json", 50],
    ["OpenAPI 3.1", openapi31, "openapi.yaml", 50],
    ["AsyncAPI", asyncapi, "asyncapi.json", 60],
  ] as const)("survives every change: %s", (_, value, name, numRuns) => {
    fc.assert(
      fc.property(mutations, (mutate) => {
        readBroken({ [name]: JSON.stringify(mutate(value), null, 1) });
      }),
      runs(7, numRuns),
    );
  });

  it.each([
    ["OpenAPI 3.0", openapi30, "openapi.json", 10],
    ["OpenAPI 3.1", openapi31, "openapi.json", 10],
    ["AsyncAPI", asyncapi, "asyncapi.json", 12],
  ] as const)("survives every change with every error tolerated: %s", (_, value, name, numRuns) => {
    fc.assert(
      fc.property(mutations, (mutate) => {
        const report = new Report(new Set(tolerable.filter(isTolerable)));
        const files = { [name]: JSON.stringify(mutate(value)) };
        readApi({ cwd, [name.replace(".json", "")]: name, readText: readerOf(files) }, report);
        for (const { severity, assumed } of report.list()) expect(assumed !== null).toBe(severity === "tolerated");
      }),
      runs(11, numRuns),
    );
  });

  it.each([
    ["OpenAPI 3.0", openapi30, "openapi.json"],
    ["OpenAPI 3.1", openapi31, "openapi.json"],
    ["AsyncAPI", asyncapi, "asyncapi.json"],
  ] as const)("reports every value that is replaced by a number: %s", (_, value, name) => {
    expect(silentPlaces(value, name)).toEqual([]);
  });
});

/** Replaces each value in turn by a number that is invalid everywhere, and collects the locations where it is not reported; a sixth of them on each change. */
function silentPlaces(root: Json, name: string): string[] {
  const places = oneIn(
    6,
    placesIn(root).filter((path) => path.length > 0 && !isFree(path)),
  );
  const silent = places.filter((path) => {
    const broken = structuredClone(root);
    replaceAt(broken, path, -1.5);
    return readBroken({ [name]: JSON.stringify(broken) }).report.isEmpty;
  });
  return silent.map((path) => path.join("/"));
}

function placesIn(value: Json, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, child]) => placesIn(child, [...path, key]))];
}

/** Values of the author, valid numbers, and objects of the standards that nothing is generated from. */
function isFree(path: readonly string[]): boolean {
  const [last = "", before = "", outer = ""] = path.toReversed();
  const unread = [
    "main",
    "license",
    "flows",
    "x-own",
    "x-enumDescriptions",
    "servers",
    "security",
    "bindings",
    "tags",
    "address",
  ];
  if (path.some((key) => unread.includes(key) && path[0] !== key)) return true;
  if (before === "key" && ["name", "in"].includes(last)) return true;
  if (["value", "const", "minimum", "exclusiveMinimum"].includes(last)) return true;
  return before === "enum" || (outer === "next" && before === "parameters");
}

function replaceAt(root: Json, path: readonly string[], value: Json): void {
  let holder = root;
  for (const key of path.slice(0, -1)) {
    if (typeof holder === "object" && holder !== null)
      holder = Array.isArray(holder) ? (holder[Number(key)] ?? null) : (holder[key] ?? null);
  }
  const key = path.at(-1) ?? "";
  if (Array.isArray(holder)) holder[Number(key)] = value;
  else if (typeof holder === "object" && holder !== null) holder[key] = value;
}

describe("our own description", () => {
  const folder = join(import.meta.dirname, "../../../../spec");
  const files = filesBelow(folder);
  const names = Object.keys(files).filter(
    (name) => /\.(yaml|json)$/.test(name) && !/redocly|spectral|package|extensions/.test(name),
  );

  it("has no problems", () => {
    expect(readFiles(files, { openapi: "openapi.yaml", asyncapi: "asyncapi.yaml" }).messages).toBe("");
  });

  it("survives every change", () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), mutations, (name, mutate) => {
        const value = load(files[name] ?? "") as Json;
        const changed = { ...files, [name]: JSON.stringify(mutate(value), null, 2) };
        readBroken(name === "asyncapi.yaml" ? { ...changed, "openapi.yaml": "openapi: 3.1.1" } : changed);
      }),
      runs(8, 15),
    );
  });
});

describeWithCorpus("descriptions of others", () => {
  const folder = corpusPath("asyncapi");
  const files = Object.entries(filesBelow(folder)).filter(([name]) => name.endsWith(".yml") && !name.includes("/"));

  it("survives every change", () => {
    expect(files.length).toBeGreaterThan(10);
    fc.assert(
      fc.property(fc.constantFrom(...files), mutations, ([, text], mutate) => {
        readBroken({ "asyncapi.yaml": JSON.stringify(mutate(load(text) as Json), null, 1) });
      }),
      runs(9, 60),
    );
  });
});

function filesBelow(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    entries.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return [relative(folder, file).replaceAll("\\", "/"), readFileSync(file, "utf8")];
    }),
  );
}
