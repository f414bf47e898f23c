// A large description in JSON, through the protocol: each key gets its response from the part that it changed, and what is shown in the end is
// what the command line says.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { Diagnostic } from "vscode-languageserver/node";
import { lint } from "waybill";
import type { Engine } from "../src/engine/engine.ts";
import { OwnEngine } from "../src/engine/own-engine.ts";
import { Editor, quickEngine } from "./editor.ts";

/** As many schemas as make it large, some with an error or a warning; each operation refers to one. */
function large(count = 900): string {
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
  return `${JSON.stringify({ openapi: "3.1.0", info, paths, components: { schemas } }, null, 2)}\n`;
}

async function editor(engine: Engine = new OwnEngine()): Promise<Editor> {
  const it = await Editor.open({ "openapi.json": large() }, { engine });
  await it.opened("openapi.json");
  await it.diagnostics("openapi.json", (found) => found.length > 9);
  return it;
}

/** What `waybill lint` says of the text that the editor has. */
async function linted(it: Editor): Promise<string[]> {
  const text = it.text("openapi.json");
  writeFileSync(path.join(it.folder, "openapi.json"), text);
  const { diagnostics } = await lint({ apis: { it: { openapi: "openapi.json" } } }, { cwd: it.folder });
  return diagnostics.map(({ code, message, line }) => `${line} ${code} ${message}`).sort();
}

function shown(found: readonly Diagnostic[]): string[] {
  return found
    .map(({ code, message, range }) => `${range.start.line + 1} ${code} ${String(message).split("\n")[0]}`)
    .sort();
}

test("what is shown after each of many keys is in the end what the command line says", async () => {
  const it = await editor();
  const keys: readonly (readonly [written: string, replacement: string])[] = [
    ['"type": "object"', '"type": "objct"'],
    ['"type": "objct"', '"type": "object"'],
    // A line more in the middle moves all that is below.
    ['"Thing450": {', '"Thing450": {\n        "title": "x",'],
    ['#/components/schemas/Thing700"', '#/components/schemas/Thng700"'],
    // Until it is closed, the text does not parse.
    ['"format": "uuid"', '"format": "uuid'],
    ['"format": "uuid\n', '"format": "uuid"\n'],
    // Outside of all parts.
    ['"version": "1.0.0"', '"version": 1'],
    ['"Thing3": {', '"Thing3": {},\n      "Thing3b": {'],
  ];
  for (const [written, replacement] of keys) {
    await it.type("openapi.json", written, replacement);
    const expected = await linted(it);
    await it.diagnostics("openapi.json", (found) => String(shown(found)) === String(expected));
  }
  expect(it.logged).toEqual([]);
});

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

test("a key gets its response from the part that it changed, before all is read again", async () => {
  const it = await editor(stuckEngine());
  const keys: readonly (readonly [written: string, replacement: string])[] = [
    ['"Thing450": {', '"Thing450": {\n        "title": 7,'],
    ['"title": 7', '"title": "Seven"'],
    ['#/components/schemas/Thing700"', '#/components/schemas/Thng700"'],
    ['"gone"', '"next"'],
  ];
  for (const [written, replacement] of keys) {
    await it.type("openapi.json", written, replacement);
    const expected = await linted(it);
    await it.diagnostics("openapi.json", (found) => String(shown(found)) === String(expected));
  }
  expect(it.logged).toEqual([]);
});

test("requests are handled while all is read again, also where the text does not parse", async () => {
  const it = await editor(stuckEngine());
  await it.type("openapi.json", '"Thing5": {', '"Thing5": {\n        "": 1,');
  const keys = await it.completion("openapi.json", it.place("openapi.json", '"": 1', 1));
  expect(keys.map(({ label }) => label)).toEqual(expect.arrayContaining(["title", "allOf"]));
  await it.type("openapi.json", '"": 1', '"title": "Five"');
  const hover = await it.hover("openapi.json", it.place("openapi.json", '"title": "Five"', 2));
  expect(JSON.stringify(hover?.contents)).toContain("export type Thing5 = {\\n  id: string;");
  const renamed = await it.rename("openapi.json", it.place("openapi.json", '"Thing5": {', 2), "Fifth");
  expect(it.edited(renamed)["openapi.json"]).toContain('"$ref": "#/components/schemas/Fifth"');
});
