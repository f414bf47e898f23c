// A large description, through the protocol: each key gets its response from the part that it changed, and what is shown in the end is
// what the command line says.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import type { Diagnostic } from "vscode-languageserver/node";
import { lint } from "waybill";
import { positionAt } from "waybill/language";
import type { Engine } from "../src/engine/engine.ts";
import { OwnEngine } from "../src/engine/own-engine.ts";
import { withReferred } from "../src/text/excerpt.ts";
import { Texts } from "../src/workspace/texts.ts";
import { Editor, quickEngine } from "./editor.ts";

type File = "openapi.json" | "openapi.yaml";

const files: readonly File[] = ["openapi.json", "openapi.yaml"];

/** As many schemas as make it large, some with an error or a warning; each operation refers to one. */
function large(file: File, count = 900): string {
  const schemas = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `Thing${index}`,
      {
        type: "object",
        description: `The thing with the number ${index}, described in a few words so that the text is long enough.`,
        required: index % 100 === 7 ? ["id", "gone"] : ["id"],
        properties: {
          id: { type: "string", format: index % 100 === 9 ? "strange" : "uuid" },
          next: { $ref: `#/components/schemas/Thing${index % 50 === 49 ? index - 49 : index + 1}` },
        },
      },
    ]),
  );
  const paths = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `/things/${index}`,
      {
        get: {
          operationId: `getThing${index}`,
          responses: {
            "200": {
              description: "It.",
              content: { "application/json": { schema: { $ref: `#/components/schemas/Thing${index * 3}` } } },
            },
          },
        },
      },
    ]),
  );
  const info = { title: "Things", version: "1.0.0" };
  const document = { openapi: "3.1.0", info, paths, components: { schemas } };
  return file === "openapi.json" ? `${JSON.stringify(document, null, 2)}\n` : blocks(document, "").trimStart();
}

/** YAML in block style, scalars in quotes, as they are in JSON. */
function blocks(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return ` ${JSON.stringify(value)}\n`;
  const lines = Object.entries(value).map(([key, member]) => {
    const start = Array.isArray(value) ? "-" : `${/^\w+$/.test(key) ? key : JSON.stringify(key)}:`;
    return `${indent}${start}${blocks(member, `${indent}  `)}`;
  });
  return `\n${lines.join("")}`;
}

async function editor(file: File, engine: Engine = new OwnEngine()): Promise<Editor> {
  const it = await Editor.open({ [file]: large(file) }, { engine });
  await it.diagnostics(file, (found) => found.length > 9);
  return it;
}

/** What `waybill lint` says of the text that the editor has. */
async function linted(it: Editor, file: File): Promise<string[]> {
  const text = it.text(file);
  writeFileSync(path.join(it.folder, file), text);
  const { diagnostics } = await lint({ apis: { it: { openapi: file } } }, { cwd: it.folder });
  return diagnostics.map(({ code, message, line }) => `${line} ${code} ${message}`).sort();
}

function shown(found: readonly Diagnostic[]): string[] {
  return found
    .map(({ code, message, range }) => `${range.start.line + 1} ${code} ${String(message).split("\n")[0]}`)
    .sort();
}

type Key = readonly [written: string, replacement: string];

async function expectLinted(it: Editor, file: File, keys: readonly Key[]): Promise<void> {
  for (const [written, replacement] of keys) {
    await it.type(file, written, replacement);
    const expected = await linted(it, file);
    await it.diagnostics(file, (found) => String(shown(found)) === String(expected));
  }
  expect(it.logged).toEqual([]);
}

/** In both formats. */
const reference: Key = ['#/components/schemas/Thing700"', '#/components/schemas/Thng700"'];

const keysIn: Readonly<Record<File, readonly Key[]>> = {
  "openapi.json": [
    ['"type": "object"', '"type": "objct"'],
    ['"type": "objct"', '"type": "object"'],
    // A line more in the middle moves all that is below.
    ['"Thing450": {', '"Thing450": {\n        "title": "x",'],
    reference,
    // Until it is closed, the text does not parse.
    ['"format": "uuid"', '"format": "uuid'],
    ['"format": "uuid\n', '"format": "uuid"\n'],
    // Outside of all parts.
    ['"version": "1.0.0"', '"version": 1'],
    ['"Thing3": {', '"Thing3": {},\n      "Thing3b": {'],
  ],
  "openapi.yaml": [
    ["Thing450:\n", "Thing450:\n      title: x\n"],
    reference,
    ['format: "uuid"', 'format: "uuid'],
    ['format: "uuid\n', 'format: "uuid"\n'],
    ['version: "1.0.0"', "version: 1"],
    ["    Thing3:\n", "    Thing3: {}\n    Thing3b:\n"],
    // An anchor that another part uses: only the whole text says what it is.
    ['required:\n        - "id"', 'required: &id\n        - "id"'],
    ['required:\n        - "id"', "required: *id"],
  ],
};

test.each(files)(
  "what is shown of %s after each of many keys is in the end what the command line says",
  async (file) => {
    await expectLinted(await editor(file), file, keysIn[file]);
  },
);

/** Reads once; any later request stays without a response. */
function stuckEngine(): Engine {
  const engine = quickEngine();
  const reads: unknown[] = [];
  return {
    ...engine,
    check: (api) => (reads.push(api) === 1 ? engine.check(api) : new Promise(() => undefined)),
    typeAt: () => new Promise(() => undefined),
  };
}

const firstKeysIn: Readonly<Record<File, readonly Key[]>> = {
  "openapi.json": [
    ['"Thing450": {', '"Thing450": {\n        "title": 7,'],
    ['"title": 7', '"title": "Seven"'],
  ],
  "openapi.yaml": [
    ["Thing450:\n", "Thing450:\n      title: 7\n"],
    ["title: 7", "title: Seven"],
  ],
};

test.each(files)(
  "a key in %s gets its response from the part that it changed, before all is read again",
  async (file) => {
    await expectLinted(await editor(file, stuckEngine()), file, [
      ...firstKeysIn[file],
      reference,
      ['"gone"', '"next"'],
    ]);
  },
);

test.each<[File, typed: Key, titled: Key, declared: string]>([
  ["openapi.json", ['"Thing5": {', '"Thing5": {\n        "": 1,'], ['"": 1', '"title": "Five"'], '"Thing5": {'],
  ["openapi.yaml", ["Thing5:\n", "Thing5:\n      : 1\n"], [": 1", 'title: "Five"'], "Thing5:"],
])(
  "requests about %s are handled while all is read again, also where it does not parse",
  async (file, typed, titled, declared) => {
    const it = await editor(file, stuckEngine());
    await it.type(file, ...typed);
    const keys = await it.completion(file, it.place(file, titled[0], file === "openapi.json" ? 1 : 0));
    expect(keys.map(({ label }) => label)).toEqual(expect.arrayContaining(["title", "allOf"]));
    await it.type(file, ...titled);
    const hover = await it.hover(file, it.place(file, titled[1], 2));
    expect(JSON.stringify(hover?.contents)).toContain("export type Thing5 = {\\n  id: string;");
    const renamed = await it.rename(file, it.place(file, declared, 2), "Fifth");
    expect(it.edited(renamed)[file]).toContain('"$ref": "#/components/schemas/Fifth"');
  },
);

test.each(files)("parts of %s that were edited leave no earlier text in memory", (file) => {
  setFlagsFromString("--expose-gc");
  const texts = new Texts();
  const place = { line: 0, character: 0 };
  texts.open(file, large(file).replaceAll("Thing", "ThingOfTheList"));
  const used = [1, 60].map((edits) => {
    for (let index = 0; index < edits; index += 1) {
      const start = texts.read(file).indexOf(`number ${index},`);
      texts.edit(file, [{ start, end: start, text: "x", range: { start: place, end: place } }]);
      const [document, { maps }] = [texts.document(file), { maps: null, ...texts.openText(file) }];
      if (document === null || maps === null) throw new Error("it does not parse");
      for (const part of maps.flatMap(({ parts }) => parts.slice(0, 60))) {
        positionAt(document, part.end - 2);
        withReferred(document.text, maps, [part]);
      }
    }
    runInNewContext("gc")();
    return getHeapStatistics().used_heap_size;
  });
  expect((used[1] ?? 0) - (used[0] ?? 0)).toBeLessThan(4 * texts.read(file).length);
});
