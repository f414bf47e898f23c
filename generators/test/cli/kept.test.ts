// A run that uses what earlier runs kept writes, and says, what a run from nothing does.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Arguments, readArguments } from "../../src/cli/arguments.ts";
import { type Build, type BuildOptions, build } from "../../src/cli/build.ts";
import { generate as generateSpec } from "../../src/cli/commands.ts";
import { selectProject } from "../../src/cli/config/select-project.ts";
import { Kept, readKept, writeKept } from "../../src/cli/kept.ts";
import { readManifest } from "../../src/cli/manifest.ts";
import { Toolkit } from "../../src/cli/toolkit.ts";
import { WarmState } from "../../src/cli/warm-state.ts";
import { textOf } from "../../src/diagnostics/index.ts";
import { defaultLimits } from "../../src/source/limits.ts";
import { parseText } from "../../src/source/parse.ts";
import { jsonOfParsed } from "../../src/source/parsed-texts.ts";
import { ran } from "./in-process.ts";
import { Workspace } from "./workspace.ts";

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
const wordsOf = (text: string): string => text.replace(/^(?:types|zod|server|client|total) .*\n/gm, "");

function treeOf(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => path.join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((file) => [path.relative(folder, file), readFileSync(file, "utf8")]));
}

test("a process that stays, whatever was edited", async () => {
  const workspace = new Workspace(filesOf(start));
  const built = async (out: string, rest: Partial<BuildOptions>): Promise<Build> => {
    const selected = await selectProject(argumentsOf([...flags.slice(1), "--out", out]), workspace.folder);
    if (!selected.ok) throw new Error(selected.problems[0]?.message);
    const found = readManifest(selected.value.root);
    return build(selected.value, found, { mode: "write", force: false, toolkit, cwd: workspace.folder, ...rest });
  };
  const toolkit = new Toolkit();
  const warm = new WarmState();
  const run = async (state: State): Promise<void> => {
    for (const [file, text] of Object.entries(filesOf(state))) workspace.write(file, text);
    const stayed = await built("stayed", { reuse: true, warm });
    warm.rest();
    const cold = await built("cold", {});
    const linesOf = ({ diagnostics }: Build): string[] => diagnostics.map(textOf);
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
  warm.close();
  expect((await built("stayed", { reuse: true })).actions).toEqual([]);
});

test("whatever was edited, and however often", async () => {
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

describe("what is kept", () => {
  const place = (workspace: Workspace, key = "k"): { file: string; key: string } => ({
    file: workspace.path("runs/a"),
    key,
  });
  const entry = { stamp: "s", json: '["\\n\\u2028"]' };

  test("is read as it was written, for the same key, as long as no byte of it has changed", () => {
    const workspace = new Workspace();
    const kept = new Kept();
    kept.put('text "a\nb"', entry);
    writeKept(place(workspace), kept);
    expect(readKept(place(workspace)).entry('text "a\nb"')).toEqual(entry);
    expect(readKept(place(workspace, "other")).entry('text "a\nb"')).toBeNull();
    const text = workspace.read("runs/a");
    for (const damaged of [text.replace('"s"', '"t"'), text.slice(0, -1), `${text}\n`, "", "\n", text.slice(5)]) {
      writeFileSync(workspace.path("runs/a"), damaged);
      expect(readKept(place(workspace)).entry('text "a\nb"')).toBeNull();
    }
  });

  test("is what the last run used: nothing else, and not more files than a few", () => {
    const workspace = new Workspace();
    const first = new Kept();
    for (const name of ["text a", "text b"]) first.put(name, entry);
    writeKept(place(workspace), first);
    const second = readKept(place(workspace));
    second.put("text b", entry);
    writeKept(place(workspace), second);
    expect(readKept(place(workspace)).entry("text a")).toBeNull();
    for (let at = 0; at < 40; at += 1) writeKept({ file: workspace.path(`runs/${at}`), key: "k" }, second);
    expect(readdirSync(workspace.path("runs"))).toHaveLength(24);
  });

  test("may be impossible to write, or be anything else: then there is none", () => {
    const workspace = new Workspace({ runs: "a file" });
    writeKept(place(workspace), new Kept());
    expect(readKept(place(workspace)).entry("text a")).toBeNull();
    expect(workspace.read("runs")).toBe("a file");
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
