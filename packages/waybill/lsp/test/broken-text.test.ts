// A text that does not parse, through the protocol: what was known of it before is shown at the places where it is now.
import { describe, expect, test } from "vitest";
import type { DocumentSymbol } from "vscode-languageserver/node";
import { Editor, quickEngine } from "./editor.ts";

const openapi = `openapi: 3.1.1
info: { title: Shop, version: 1.0.0 }
paths:
  /orders:
    get:
      operationId: listOrders
      responses:
        "200":
          description: All.
          content:
            application/json:
              schema:
                $ref: "#/components/schemas/Order"
    post:
      operationId: createOrder
      responses:
        "200":
          description: Created.
          content:
            application/json:
              schema: { $ref: "schemas/parcel.yaml" }
components:
  schemas:
    Order:
      type: object
      description: Something that somebody wants.
    Problem:
      type: object
`;

const parcel = `type: object
description: A box.
properties:
  order:
    $ref: "../openapi.yaml#/components/schemas/Order"
`;

const engine = quickEngine();

function editor(changed: Readonly<Record<string, string>> = {}): Promise<Editor> {
  return Editor.open(
    { "openapi.yaml": openapi, "schemas/parcel.yaml": parcel, ...changed },
    { engine, breakingChanges: false },
  );
}

const [written, broken] = ["operationId: listOrders\n", "operationId: listOrders\n      summ\n"];

/** Each name, with the text that its range and its own place have. */
function outline(it: Editor, symbols: readonly DocumentSymbol[]): string[] {
  const lines = it.text("openapi.yaml").split("\n");
  return symbols.flatMap(({ name, range, selectionRange: own, children = [] }) => [
    `${name}: ${lines[own.start.line]?.slice(own.start.character, own.end.character)}, to ${lines[range.end.line]?.slice(0, range.end.character).trim()}`,
    ...outline(it, children),
  ]);
}

describe("while a line is typed that does not parse", () => {
  test("the outline stays, at the places where its parts are now", async () => {
    const it = await editor();
    const before = outline(it, await it.symbols("openapi.yaml"));
    expect(before).toContain('POST /orders: post, to schema: { $ref: "schemas/parcel.yaml"');
    await it.type("openapi.yaml", written, broken);
    expect(outline(it, await it.symbols("openapi.yaml"))).toEqual(before);
    await it.diagnostics("openapi.yaml", (found) => found.length > 0);
    expect(outline(it, await it.symbols("openapi.yaml"))).toEqual(before);
    // More is typed, above and below, before it parses again.
    await it.type("openapi.yaml", "info:", "x-more: [\ninfo:");
    await it.type("openapi.yaml", "    Problem:", "\n\n    Problem:");
    expect(outline(it, await it.symbols("openapi.yaml"))).toEqual(before);
    await it.type("openapi.yaml", "x-more: [\n", "");
    await it.type("openapi.yaml", "summ\n", "summary: x\n");
    await it.diagnostics("openapi.yaml", (found) => found.length === 0);
    expect(outline(it, await it.symbols("openapi.yaml"))).toEqual(before);
    expect(it.logged).toEqual([]);
  });

  test("the outline is that of the last text that parsed, also if no one asked for it then", async () => {
    const it = await editor();
    await it.symbols("openapi.yaml");
    await it.type("openapi.yaml", "    Problem:", "    Added:\n      typ: object\n    Problem:");
    await it.diagnostics("openapi.yaml", (found) => found.some(({ message }) => String(message).includes("typ")));
    await it.type("openapi.yaml", written, broken);
    const found = outline(it, await it.symbols("openapi.yaml"));
    expect(found).toContain("Added: Added, to typ: object");
  });

  test("hover and definition work above and below that line, and there is nothing on it", async () => {
    const it = await editor();
    await it.type("openapi.yaml", written, broken);
    for (const state of ["at once", "when it was read"]) {
      if (state !== "at once") await it.diagnostics("openapi.yaml", (found) => found.length > 0);
      const place = it.place("openapi.yaml", "#/components/schemas/Order", 4);
      const hover = await it.hover("openapi.yaml", place);
      expect(JSON.stringify(hover?.contents)).toContain("Something that somebody wants.");
      expect(hover?.range?.start).toEqual(it.place("openapi.yaml", '"#/components/schemas/Order"'));
      const [target] = await it.definition("openapi.yaml", place);
      expect(target?.range.start).toEqual(it.place("openapi.yaml", "Order:\n"));
      expect(await it.hover("openapi.yaml", it.place("openapi.yaml", "summ\n", 2))).toBeNull();
    }
  });

  test("files that it refers to, and files that refer to it, are still of the API", async () => {
    const it = await editor();
    await it.hover("schemas/parcel.yaml", it.place("schemas/parcel.yaml", "order:", 1));
    await it.type("openapi.yaml", written, broken);
    await it.diagnostics("openapi.yaml", (found) => found.length > 0);
    const place = it.place("schemas/parcel.yaml", "../openapi.yaml#/components", 4);
    expect(JSON.stringify(await it.hover("schemas/parcel.yaml", place))).toContain("Something that somebody wants.");
    const [target] = await it.definition("schemas/parcel.yaml", place);
    expect(target?.range.start).toEqual(it.place("openapi.yaml", "Order:\n"));
    const found = await it.references("openapi.yaml", it.place("openapi.yaml", "Order:\n", 1));
    expect(found.map(({ uri, range }) => [uri.slice(it.folder.length + 8), range.start])).toEqual([
      ["openapi.yaml", it.place("openapi.yaml", '"#/components/schemas/Order"')],
      ["openapi.yaml", it.place("openapi.yaml", "Order:\n")],
      ["schemas/parcel.yaml", it.place("schemas/parcel.yaml", '"../openapi.yaml#')],
    ]);
  });

  test("the same in JSON", async () => {
    const json = '{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": { "/a": { "get": {} } } }';
    const it = await editor({ "api.json": json });
    await it.type("api.json", '"version": "1"', '"version": "1", "x');
    const names = (symbols: readonly DocumentSymbol[]): string[] =>
      symbols.flatMap(({ name, children = [] }) => [name, ...names(children)]);
    expect(names(await it.symbols("api.json"))).toEqual(["paths", "/a", "GET /a"]);
  });
});

describe("completion in a text that does not parse", () => {
  test.each([
    ["a block", '$ref: "#/components/schemas/Order"', '$ref: "#/comp', '#/components/schemas/Order"'],
    ["a block, in single quotes", '$ref: "#/components/schemas/Order"', "$ref: '#/comp", "#/components/schemas/Order'"],
    ["braces", '{ $ref: "schemas/parcel.yaml" }', '{ $ref: "#/comp }', '#/components/schemas/Order"'],
  ])("references, while the quote is open: in %s", async (_, complete, typed, expected) => {
    const it = await editor();
    await it.type("openapi.yaml", complete, typed);
    for (const state of ["at once", "when it was read"]) {
      if (state !== "at once") await it.diagnostics("openapi.yaml", (found) => found.length > 0);
      const at = it.place("openapi.yaml", typed, typed.indexOf("comp") + 4);
      const items = await it.completion("openapi.yaml", at);
      const item = items.find(({ label }) => label === "#/components/schemas/Order");
      expect(item?.textEdit).toMatchObject({ newText: expected });
      expect(items[0]?.detail).toBeDefined();
    }
  });

  test("references, in a description that did not parse when it was opened", async () => {
    const text = openapi.replace('"#/components/schemas/Order"', '"#/comp');
    const it = await editor({ "openapi.yaml": text });
    const items = await it.completion("openapi.yaml", it.place("openapi.yaml", "#/comp", 6));
    expect(items.map(({ label }) => label)).toContain("#/components/schemas/Problem");
  });

  test("keys, while another line does not parse", async () => {
    const it = await editor();
    await it.type("openapi.yaml", written, broken);
    await it.type("openapi.yaml", "    Problem:\n", "    Problem:\n      desc\n");
    const items = await it.completion("openapi.yaml", it.place("openapi.yaml", "      desc\n", 10));
    expect(items.map(({ label }) => label)).toContain("description");
  });
});
