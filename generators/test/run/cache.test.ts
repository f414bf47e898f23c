// A run that uses what earlier runs kept writes, and says, what a run from nothing does.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generate as generateSpec } from "../../src/cli/commands.ts";
import { textOf } from "../../src/diagnostics/index.ts";
import { type CacheEntries, readCache, writeCache } from "../../src/run/cache/cache-file.ts";
import { ParseCache, WatchCache } from "../../src/run/cache/parse-cache.ts";
import { type Arguments, readArguments } from "../../src/run/flags/arguments.ts";
import { selectProject } from "../../src/run/flags/select-project.ts";
import { type RunOptions, runProject } from "../../src/run/generate.ts";
import { loadLastRun } from "../../src/run/load.ts";
import type { Run } from "../../src/run/request.ts";
import { Toolkit } from "../../src/run/toolkit.ts";
import { defaultLimits } from "../../src/source/limits.ts";
import { jsonOfParsed, type ParseFile, parseFile, parseText, type UnparsedFile } from "../../src/source/parse.ts";
import { ran } from "../cli/in-process.ts";
import { Workspace } from "../cli/workspace.ts";

const names = ["order", "line", "label", "parcel"] as const;
type Name = (typeof names)[number];

/** A schema of the description, as little of it as is needed to be wrong about it. */
interface Described {
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
  readonly extra: object;
}
type State = Readonly<Record<Name, Described>> & { readonly operations: readonly Name[] };

const start: State = {
  order: { properties: { lines: { type: "array", items: { $ref: "line.yaml" } } }, required: [], extra: {} },
  line: { properties: { sku: { type: "string", maxLength: 8 } }, required: ["sku"], extra: {} },
  label: { properties: { parent: { $ref: "label.yaml" } }, required: [], extra: { description: "A label." } },
  parcel: { properties: { label: { $ref: "label.yaml" } }, required: [], extra: {} },
  operations: ["order", "parcel"],
};

function filesOf(state: State): Record<string, string> {
  const body = (name: Name) => ({ content: { "application/json": { schema: { $ref: `schemas/${name}.yaml` } } } });
  const paths = state.operations.map((name) => {
    const responses = { 200: { description: "OK", ...body(name) } };
    return [`/${name}`, { post: { operationId: `send-${name}`, requestBody: body(name), responses } }];
  });
  const description = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: Object.fromEntries(paths) };
  const schemas = names.map((name) => {
    const { properties, required, extra } = state[name];
    return [`schemas/${name}.yaml`, JSON.stringify({ type: "object", properties, required, ...extra }, null, 2)];
  });
  return { "openapi.yaml": JSON.stringify(description), ...Object.fromEntries(schemas) };
}

const anyName = fc.constantFrom(...names);
const key = fc.constantFrom("sku", "lines", "label", "parent", "then", "__proto__", "a b");
const anySchema: fc.Arbitrary<object> = fc.oneof(
  fc.record({ type: fc.constantFrom("string", "integer", "boolean", "strng") }),
  fc.record({ type: fc.constant("string"), maxLength: fc.nat(20), readOnly: fc.boolean() }),
  fc.record({ type: fc.constant("string"), format: fc.constantFrom("date-time", "unheard-of"), default: fc.string() }),
  fc.record({ enum: fc.uniqueArray(fc.constantFrom("a", "b", 1, null), { minLength: 1 }), description: fc.string() }),
  anyName.map((name) => ({ $ref: `${name}.yaml` })),
  anyName.map((name) => ({ $ref: `${name}.yaml#/properties/sku` })),
  fc.tuple(anyName, anyName).map(([a, b]) => ({ oneOf: [{ $ref: `${a}.yaml` }, { $ref: `${b}.yaml` }] })),
);
const extra: fc.Arbitrary<object> = fc.oneof(
  fc.record({ description: fc.string({ unit: "grapheme" }) }),
  fc.record({ additionalProperties: fc.boolean() }),
  fc.record({ minProperties: fc.integer({ min: -1, max: 3 }) }),
  fc.record({ writeOnly: fc.boolean(), title: fc.string() }),
  fc.constant({}),
);

type Edit = (state: State) => State;
const edits: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(anyName, key, anySchema).map(([name, at, schema]): Edit => {
    return (state) => {
      const properties = Object.fromEntries([...Object.entries(state[name].properties), [at, schema]]);
      return { ...state, [name]: { ...state[name], properties } };
    };
  }),
  fc.tuple(anyName, key).map(([name, at]): Edit => {
    return (state) => {
      const properties = Object.fromEntries(Object.entries(state[name].properties).filter(([one]) => one !== at));
      return { ...state, [name]: { ...state[name], properties } };
    };
  }),
  fc.tuple(anyName, fc.uniqueArray(key)).map(([name, required]): Edit => {
    return (state) => ({ ...state, [name]: { ...state[name], required } });
  }),
  fc.tuple(anyName, extra).map(([name, added]): Edit => {
    return (state) => ({ ...state, [name]: { ...state[name], extra: added } });
  }),
  fc.uniqueArray(anyName, { minLength: 1 }).map(
    (operations): Edit =>
      (state) => ({ ...state, operations }),
  ),
);

const flags = ["generate", "--openapi", "openapi.yaml", "--target", "zod,server,client"];
function argumentsOf(words: readonly string[]): Arguments {
  const read = readArguments(words, generateSpec);
  if (!read.ok) throw new Error(read.problems[0]?.message);
  return read.value;
}

/** What a run says, without the counts of files and their times. */
const wordsOf = (text: string): string => text.replace(/^(?:types|zod|server|client|runtime|total) .*\n/gm, "");

function treeOf(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => path.join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((file) => [path.relative(folder, file), readFileSync(file, "utf8")]));
}

test("a long-running process generates the same output after every edit", async () => {
  const workspace = new Workspace(filesOf(start));
  const built = async (out: string, options: RunOptions): Promise<Run> => {
    const selected = await selectProject(argumentsOf([...flags.slice(1), "--out", out]), workspace.folder);
    if (!selected.ok) throw new Error(selected.problems[0]?.message);
    const request = { mode: "write", force: false, toolkit, cwd: workspace.folder } as const;
    const last = loadLastRun(selected.value, request);
    return runProject(selected.value, last, request, options);
  };
  const toolkit = new Toolkit();
  const watch = new WatchCache();
  const run = async (state: State): Promise<void> => {
    for (const [file, text] of Object.entries(filesOf(state))) workspace.write(file, text);
    const stayed = await built("stayed", { cache: true, watch });
    watch.rest();
    const cold = await built("cold", {});
    const linesOf = ({ diagnostics }: Run): string[] => diagnostics.map(textOf);
    expect(linesOf(stayed)).toEqual(linesOf(cold));
    if (cold.ok) expect(treeOf(workspace.path("stayed"))).toEqual(treeOf(workspace.path("cold")));
    rmSync(workspace.path("cold"), { recursive: true, force: true });
  };
  let state = start;
  await run(state);
  for (const edit of fc.sample(edits, { numRuns: 12, seed: 8 })) {
    state = edit(state);
    await run(state);
  }
  watch.close();
  expect((await built("stayed", { cache: true })).actions).toEqual([]);
});

test("the output is the same after every edit, and repeated ones", async () => {
  const workspace = new Workspace(filesOf(start));
  const run = async (state: State): Promise<void> => {
    for (const [file, text] of Object.entries(filesOf(state))) workspace.write(file, text);
    // Otherwise an edit that changes nothing would make no run at all.
    rmSync(workspace.path("kept/types/index.gen.ts"), { force: true });
    const kept = await ran(workspace.folder, ...flags, "--out", "kept");
    const cold = await ran(workspace.folder, ...flags, "--out", "cold", "--no-cache");
    expect({ ...kept, text: wordsOf(kept.text) }).toEqual({ ...cold, text: wordsOf(cold.text) });
    if (cold.code === 0) expect(treeOf(workspace.path("kept"))).toEqual(treeOf(workspace.path("cold")));
    rmSync(workspace.path("cold"), { recursive: true, force: true });
  };
  await fc.assert(
    fc.asyncProperty(fc.array(edits, { minLength: 1, maxLength: 4 }), async (list) => {
      let state = start;
      await run(state);
      for (const edit of list) {
        state = edit(state);
        await run(state);
      }
    }),
    { numRuns: Number(process.env["WAYBILL_EDITS"] ?? 6) },
  );
});

describe("a cache file", () => {
  const place = (workspace: Workspace, key = "k"): { file: string; key: string } => ({
    file: workspace.path("runs/a"),
    key,
  });
  const entry = { stamp: "s", json: '["\\n\\u2028"]' };
  const entries = (...names: string[]): CacheEntries => new Map(names.map((name) => [name, entry]));

  test("is read as it was written, for the same key, as long as no byte of it has changed", () => {
    const workspace = new Workspace();
    writeCache(place(workspace), entries('"a\nb"'));
    expect(readCache(place(workspace)).get('"a\nb"')).toEqual(entry);
    expect(readCache(place(workspace, "other")).size).toBe(0);
    const text = workspace.read("runs/a");
    for (const damaged of [text.replace('"s"', '"t"'), text.slice(0, -1), `${text}\n`, "", "\n", text.slice(5)]) {
      writeFileSync(workspace.path("runs/a"), damaged);
      expect(readCache(place(workspace)).size).toBe(0);
    }
  });

  test("is one of a few", () => {
    const workspace = new Workspace();
    for (let at = 0; at < 40; at += 1) writeCache({ file: workspace.path(`runs/${at}`), key: "k" }, entries("a"));
    expect(readdirSync(workspace.path("runs"))).toHaveLength(24);
  });

  test("that cannot be written, or is anything else, has no entries", () => {
    const workspace = new Workspace({ runs: "a file" });
    writeCache(place(workspace), entries("a"));
    expect(readCache(place(workspace)).size).toBe(0);
    expect(workspace.read("runs")).toBe("a file");
  });
});

describe("a parse cache", () => {
  const file = (text: string, path = "/a.yaml"): UnparsedFile => ({
    path,
    text,
    format: "yaml",
    limits: defaultLimits,
  });
  const refuse: ParseFile = ({ text }) => {
    throw new Error(`parsed: ${text}`);
  };

  test("parses a text once, in this process and from its entries", () => {
    const cache = new ParseCache();
    const first = cache.wrap(parseFile)(file("a: 1"));
    expect(first).toEqual({ ok: true, value: { a: 1 } });
    expect(cache.wrap(refuse)(file("a: 1"))).toBe(first);
    expect(() => cache.wrap(refuse)(file("a: 2"))).toThrow("parsed: a: 2");
    expect(() => cache.wrap(refuse)(file("a: 1", "/b.yaml"))).toThrow("parsed: a: 1");
    expect(new ParseCache(cache.entries()).wrap(refuse)(file("a: 1"))).toEqual(first);
  });

  test("leaves the entries that were used, and no more", () => {
    const known = new ParseCache();
    for (const path of ["/a.yaml", "/b.yaml"]) known.wrap(parseFile)(file("a: 1", path));
    const cache = new ParseCache(known.entries());
    cache.wrap(parseFile)(file("a: 1", "/b.yaml"));
    expect([...cache.entries().keys()]).toEqual(["/b.yaml"]);
    cache.wrap(parseFile)(file("a: &x [1]\nb: *x", "/b.yaml"));
    expect(cache.entries().size).toBe(0);
  });

  test.each([
    "a: &x [1]\nb: *x\n",
    "- &a b\n",
    "{a: &x 1, b: *x}\n",
    "a: &x {b: 1}\nc: { <<: *x }\n",
    "a: -0\n",
    "a: -0.0\n",
  ])("does not hold what JSON cannot say exactly: %j", (text) => {
    const parsed = parseText(text, "yaml", defaultLimits);
    if (!parsed.ok) throw new Error("not parsed");
    expect(jsonOfParsed(text, parsed.value)).toBeNull();
  });

  test.each([
    "a: 1.0\n2: b\n1: c\n__proto__: { d: ~ }\nconstructor: true\n",
    'text: "\\ud800 \\0 \\u2028 R&D"\nlong: |\n  a & b\n  *c*\ndate: 2020-01-01\nbig: 123456789012345678901234567890\nsmall: 5e-324\n',
  ])("holds everything else: %j", (text) => {
    const parsed = parseText(text, "yaml", defaultLimits);
    if (!parsed.ok) throw new Error("not parsed");
    const json = jsonOfParsed(text, parsed.value);
    expect(json).not.toBeNull();
    const again: unknown = JSON.parse(json ?? "");
    expect(again).toEqual(parsed.value);
    expect(JSON.stringify(Object.entries(Object(again)))).toBe(JSON.stringify(Object.entries(Object(parsed.value))));
  });
});
