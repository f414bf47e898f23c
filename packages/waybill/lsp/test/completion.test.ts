// Completion, through the protocol: what is offered where, in which order, and what is inserted.
import { describe, expect, test } from "vitest";
import type { CompletionItem } from "vscode-languageserver/node";
import { Editor, quickEngine } from "./editor.ts";

const openapi = `openapi: 3.1.1
info: { title: Shop, version: 1.0.0 }
tags: [{ name: orders }, { name: parcels }]
paths:
  /x:
    parameters: []
  /orders:
    get:
      operationId: listOrders
      tags: [orders]
      security:
        - key: []
      responses:
        "200":
          description: All.
          content:
            application/json: {}
        "409": { description: Taken. }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: x-key }
    other: { type: http, scheme: basic }
  schemas:
    Order:
      type: [object, "null"]
      required: [id]
      properties:
        id: { type: string }
        note: { type: string }
    Parcel:
      type: object
      required:
        - id
      properties:
        id: { type: string }
        note: { type: string }
        to: { type: object }
      example:
        id: a
`;

const engine = quickEngine();

/** The items at the end of what is typed, white space included, in the order of the editor. */
async function offered(
  written: string,
  typed: string,
  text = openapi,
  after = typed.length,
): Promise<CompletionItem[]> {
  const it = await Editor.open({ "openapi.yaml": text }, { engine, breakingChanges: false });
  await it.type("openapi.yaml", written, typed);
  const items = await it.completion("openapi.yaml", it.place("openapi.yaml", typed, after));
  expect(it.logged).toEqual([]);
  return items.toSorted((a, b) => ((a.sortText ?? a.label) < (b.sortText ?? b.label) ? -1 : 1));
}

function labels(items: readonly CompletionItem[]): string[] {
  return items.map(({ label }) => label);
}

function inserted(items: readonly CompletionItem[], label: string): string | undefined {
  return items.find((item) => item.label === label)?.textEdit?.newText;
}

describe("completion in a path item", () => {
  const methods = ["get", "put", "post", "delete", "patch", "head", "options", "trace"];

  test.each([
    ["3.1.1", "    "],
    ["3.0.3", "    "],
    ["3.0.3", "    g"],
  ])("of OpenAPI %s, after %j, the methods are first", async (version, typed) => {
    const found = await offered("    parameters: []\n", `${typed}\n`, openapi.replace("3.1.1", version), typed.length);
    expect(labels(found).slice(0, 8)).toEqual(methods);
    expect(labels(found)).toEqual(expect.arrayContaining(["parameters", "servers", "summary", "description"]));
    expect(labels(found)).not.toContain("query");
    expect(inserted(found, "get")).toBe("get:");
  });

  test("offers QUERY and other methods in OpenAPI 3.2, too", async () => {
    const text = openapi.replace("3.1.1", "3.2.0");
    const found = await offered("    parameters: []\n", "    \n", text, 4);
    expect(labels(found).slice(0, 9)).toEqual([...methods, "query"]);
    expect(labels(found)).toContain("additionalOperations");
    const inside = await offered("    parameters: []\n", "    query:\n      op\n", text, 19);
    expect(labels(inside)).toContain("operationId");
    const media = await offered(
      "            application/json: {}\n",
      "            application/json:\n              it\n",
      text,
      46,
    );
    expect(labels(media)).toEqual(expect.arrayContaining(["itemSchema", "itemEncoding"]));
  });

  test("offers methods in Swagger 2.0, and none that it has", async () => {
    const text = "swagger: '2.0'\ninfo: { title: A, version: '1' }\npaths:\n  /x:\n    parameters: []\n";
    expect(labels(await offered("    parameters: []\n", "    \n", text, 4))[0]).toBe("get");
    const found = await offered("  /orders:\n", "  /orders:\n    \n", openapi, 15);
    expect(labels(found).slice(0, 3)).toEqual(["put", "post", "delete"]);
  });
});

describe("what is there already is not offered", () => {
  test.each<readonly [what: string, written: string, typed: string, after: number, offers: string[], others: string[]]>(
    [
      ["statuses", '        "409": {', '        4\n        "409": {', 9, ["404"], ["409", "200"]],
      [
        "media types",
        "            application/json: {}\n",
        "            application/json: {}\n            a\n",
        46,
        ["application/xml"],
        ["application/json"],
      ],
      ["types", 'type: [object, "null"]', 'type: [object, "null", ]', 23, ["array"], ["object", "null"]],
    ],
  )("%s", async (_, written, typed, after, offers, others) => {
    const found = labels(await offered(written, typed, openapi, after));
    expect(found).toEqual(expect.arrayContaining(offers));
    for (const other of others) expect(found).not.toContain(other);
  });

  test.each<readonly [what: string, written: string, typed: string, after: number, offers: string[]]>([
    ["members that are required, in brackets", "required: [id]", "required: [id, ]", 15, ["note"]],
    ["members that are required, in lines", "        - id\n", "        - id\n        - \n", 23, ["note", "to"]],
    ["but one that is being changed", "required: [id]", "required: [i]", 12, ["id", "note"]],
    ["tags", "tags: [orders]", "tags: [orders, ]", 15, ["parcels"]],
    ["security schemes", "        - key: []\n", "        - key: []\n          o\n", 29, ["other"]],
  ])("%s", async (_, written, typed, after, offers) => {
    expect(labels(await offered(written, typed, openapi, after))).toEqual(offers);
  });

  test("in JSON, where the text at the cursor is not itself in the way", async () => {
    const json = `{ "openapi": "3.1.0", "paths": { "/a": { "get": { "tags": ["a", "b"], "responses": { "200": {}, "" } } } }, "tags": [{ "name": "a" }, { "name": "b" }] }`;
    const it = await Editor.open({ "api.json": json }, { engine, breakingChanges: false });
    const statuses = await it.completion("api.json", it.place("api.json", '"" }', 1));
    expect(labels(statuses)).toContain("201");
    expect(labels(statuses)).not.toContain("200");
    expect(labels(await it.completion("api.json", it.place("api.json", '"b"]', 1)))).toEqual(["b"]);
    const keys = await it.completion("api.json", it.place("api.json", '"tags": ["a"', 2));
    expect(labels(keys)).toEqual(expect.arrayContaining(["tags", "operationId"]));
    expect(keys[0]?.textEdit).toMatchObject({ newText: expect.not.stringContaining('"') });
  });
});

describe("what is inserted", () => {
  test("a key brings a space where its value is on the same line, and none where lines follow", async () => {
    const operation = await offered("      tags: [orders]\n", "      \n", openapi, 6);
    expect(inserted(operation, "summary")).toBe("summary: ");
    expect(inserted(operation, "deprecated")).toBe("deprecated: ");
    for (const key of ["requestBody", "parameters", "tags", "externalDocs", "servers"])
      expect(inserted(operation, key)).toBe(`${key}:`);
    const schema = await offered("        to: { type: object }\n", "        to:\n          \n", openapi, 22);
    for (const key of ["type", "format", "maxLength", "pattern", "$ref", "deprecated", "title"])
      expect(inserted(schema, key)).toBe(`${key}: `);
    const objects = ["properties", "items", "additionalProperties", "discriminator", "dependentRequired"];
    for (const key of [...objects, "required", "allOf", "enum"]) expect(inserted(schema, key)).toBe(`${key}:`);
    const statuses = await offered('        "409": {', '        4\n        "409": {', openapi, 9);
    expect(inserted(statuses, "404")).toBe('"404":');
    const inBraces = await offered("info: { title: Shop, ", "info: { title: Shop, des, ", openapi, 24);
    expect(inserted(inBraces, "description")).toBe("description: ");
    const inExample = await offered("        id: a\n", "        id: a\n        \n", openapi, 22);
    expect(inserted(inExample, "note")).toBe("note: ");
    expect(inserted(inExample, "to")).toBe("to:");
  });
});
