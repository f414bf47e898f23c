// What changes a description or how it is shown, through the protocol: members are renamed, schemas moved, texts printed, folded and coloured.
import { expect, test } from "vitest";
import type { CodeAction, FoldingRange, SemanticTokens, TextEdit } from "vscode-languageserver/node";
import { Editor, quickEngine } from "./editor.ts";

const openapi = `openapi: 3.1.1
info: { title: Shop, version: 1.0.0 } # of goods
paths:
  /orders/{id}/parcels/{parcel}:
    parameters:
    - { $ref: "#/components/parameters/Id" }
    - { name: parcel, in: path, required: true, schema: { type: string } }
    get:
      operationId: listParcels
      parameters:
        - name: sort
          in: query
          schema: { type: string, enum: [new, old] }
      responses:
        "200":
          description: It.
          content:
            application/json:
              schema:
                # Lines of it.
                type: array
                items: { $ref: "schemas.yaml#/Parcel" }
  /orders/{id}: { $ref: "paths.yaml#/order" }
components:
  parameters:
    Id: { name: id, in: path, required: true, schema: { type: string } }
  schemas:
    Order:
      type: object
      required: [id, sku]
      properties:
        id: { type: string }
        sku: { type: string }
        by: { $ref: "#/components/schemas/Order/properties/id" }
      example: { id: "1", sku: a }
`;
const paths = `order:
  parameters: [{ $ref: "openapi.yaml#/components/parameters/Id" }]
  get:
    responses: { "200": { description: It., content: { application/json: { schema: { $ref: "openapi.yaml#/components/schemas/Order" } } } } }
`;
const schemas = "Parcel:\n  type: object\n  description: |\n    A box.\n\n    With things.\n";
const files = { "openapi.yaml": openapi, "paths.yaml": paths, "schemas.yaml": schemas };
const engine = quickEngine();

function editor(changed: Readonly<Record<string, string>> = {}): Promise<Editor> {
  return Editor.open({ ...files, ...changed }, { engine, breakingChanges: false });
}

test.each<readonly [what: string, at: string, after: number, to: string, changes: string]>([
  [
    "a path parameter, at the component",
    "name: id",
    7,
    "order",
    "{id}/ > {order}/ | {id}: > {order}: | name: id > name: order",
  ],
  ["a path parameter, in the path", "{parcel}", 3, "box", "{parcel} > {box} | name: parcel > name: box"],
  ["another parameter", "name: sort", 7, "order by", "name: sort > name: order by"],
  [
    "a property",
    "id: { type",
    1,
    "key",
    "[id, > [key, |   id: { type >   key: { type | properties/id > properties/key | { id: > { key:",
  ],
])("%s is renamed with every text that has its name", async (_, at, after, to, changes) => {
  const it = await editor();
  const place = it.place("openapi.yaml", at, after);
  const expected = changes.split(" | ").reduce((text, change) => text.replace(...pair(change)), openapi);
  expect(it.edited(await it.rename("openapi.yaml", place, to))["openapi.yaml"]).toBe(expected);
  expect((await it.prepareRename("openapi.yaml", place))?.range.start.line).toBe(place.line);
});

function pair(change: string): [written: string, replacement: string] {
  const [written = "", replacement = ""] = change.split(" > ");
  return [written, replacement];
}

test.each<readonly [at: string, after: number, to: string, message: string]>([
  ["{parcel}", 3, "id", 'there is already a parameter "id" here'],
  ["name: parcel", 7, "a/b", "must not have braces"],
  ["id: { type", 1, "sku", 'there is already a property "sku" here'],
  ["id: { type", 1, " ", "not empty"],
])("a name that is taken or cannot be written is rejected: %s %i %s", async (at, after, to, message) => {
  const it = await editor();
  await expect(it.rename("openapi.yaml", it.place("openapi.yaml", at, after), to)).rejects.toThrow(message);
});

test("what leads to a file is found where nothing in it is named", async () => {
  const it = await editor();
  const found = await it.references("schemas.yaml", it.place("schemas.yaml", "A box"));
  expect(found.map(({ range }) => range.start)).toEqual([it.place("openapi.yaml", '"schemas.yaml#/Parcel"')]);
});

/** The texts after a click, by file; a new one has its text. */
async function clicked(it: Editor, name: string, at: string, title: string): Promise<Record<string, string>> {
  const start = it.place(name, at, 1);
  const more = { range: { start, end: start }, context: { diagnostics: [] } };
  const actions = await it.ask<CodeAction[]>("textDocument/codeAction", name, undefined, more);
  const chosen = actions.find((action) => action.title === title);
  const { edit } = await it.request<CodeAction>("codeAction/resolve", chosen ?? { title: `none of ${actions.length}` });
  const changes = { ...edit?.changes };
  const created: Record<string, string> = {};
  for (const one of edit?.documentChanges ?? []) {
    if (!("edits" in one)) continue;
    const file = one.textDocument.uri.slice(it.uri(".").length + 1);
    if (file in files || file === "api.json") changes[one.textDocument.uri] = one.edits as TextEdit[];
    else created[file] = (one.edits as TextEdit[]).map(({ newText }) => newText).join("");
  }
  return { ...it.edited({ changes }), ...created };
}

const list = `schema:
                # Lines of it.
                type: array
                items: { $ref: "schemas.yaml#/Parcel" }
`;

const moved = list.slice(0, list.indexOf("type")).concat('$ref: "#/components/schemas/ListParcelsResponse"\n');
const component =
  '    ListParcelsResponse:\n      type: array\n      items: { $ref: "schemas.yaml#/Parcel" }\n    Order:';

test("a schema is moved to the components, with its comments", async () => {
  const it = await editor();
  const texts = await clicked(it, "openapi.yaml", "type: array", "Extract to components");
  expect(texts["openapi.yaml"]).toBe(openapi.replace(list, moved).replace("    Order:", component));
});

test("a schema in braces is moved to a file, from which its references lead to the same", async () => {
  const it = await editor();
  await it.type("openapi.yaml", "by: { $ref:", "by: { title: Two, not: { $ref:");
  await it.type("openapi.yaml", 'properties/id" }', 'properties/id" } }');
  const texts = await clicked(it, "openapi.yaml", "title: Two", "Extract to a file");
  expect(texts).toEqual({
    "openapi.yaml": it.text("openapi.yaml").replace(/by: .*/, 'by: { $ref: "./Two.yaml" }'),
    "Two.yaml": '{ title: Two, not: { $ref: "openapi.yaml#/components/schemas/Order/properties/id" } }\n',
  });
});

test("a reference becomes a copy of what it leads to, in lines or in braces", async () => {
  const it = await editor();
  await it.type(
    "openapi.yaml",
    'items: { $ref: "schemas.yaml#/Parcel" }',
    'items:\n                  $ref: "schemas.yaml#/Parcel"',
  );
  const inLines = await clicked(it, "openapi.yaml", "schemas.yaml", "Inline the reference");
  const copy =
    "type: object\n                  description: |\n                    A box.\n\n                    With things.\n";
  expect(inLines["openapi.yaml"]).toBe(it.text("openapi.yaml").replace('$ref: "schemas.yaml#/Parcel"\n', copy));
  const inBraces = await clicked(it, "openapi.yaml", "Order/properties", "Inline the reference");
  expect(inBraces["openapi.yaml"]).toContain("by: { type: string }\n");
});

test("all of them in JSON", async () => {
  const schemas =
    '{ "A": { "items": { "enum": [1], "title": "a b" } }, "B": { "not": { "$ref": "#/components/schemas/A" } } }';
  const json = `{ "openapi": "3.1.0", "info": {}, "paths": {}, "components": { "schemas": ${schemas} } }`;
  const it = await editor({ "api.json": json });
  const read = async (at: string, title: string): Promise<unknown> =>
    JSON.parse((await clicked(it, "api.json", at, title))["api.json"] ?? "").components.schemas;
  const { A, B } = JSON.parse(schemas);
  const component = { A: { items: { $ref: "#/components/schemas/AB" } }, AB: A.items, B };
  expect(await read('"title"', "Extract to components")).toEqual(component);
  expect(await read("#/components", "Inline the reference")).toEqual({ A, B: { not: A } });
});

test.each([
  ["a.yaml", "b:   1 # one\n\n# two\nc:  [1,2]\nd:\n- 'x'\n", "b: 1 # one\n\n# two\nc: [ 1, 2 ]\nd:\n- 'x'\n"],
  ["b.yaml", "a: [\n", null],
  ["c.json", '{"a":1}', '{\n  "a": 1\n}\n'],
])("printing %s keeps comments, quotes and empty lines", async (name, text, printed) => {
  const it = await editor({ [name]: text });
  const options = { tabSize: 2, insertSpaces: true };
  const edits = await it.ask<TextEdit[]>("textDocument/formatting", name, undefined, { options });
  expect(it.edited({ changes: { [it.uri(name)]: edits } })[name]).toBe(printed ?? text);
});

test("what is indented more is folded, names are coloured by what they are", async () => {
  const it = await editor({ "a.json": '{\n  "a": [\n    1\n  ]\n}\n' });
  const folds = async (name: string): Promise<string[]> =>
    (await it.ask<FoldingRange[]>("textDocument/foldingRange", name)).map((one) => `${one.startLine}-${one.endLine}`);
  expect(await folds("schemas.yaml")).toEqual(["2-5", "0-5"]);
  expect(await folds("a.json")).toEqual(["1-2", "0-3"]);
  const { data } = await it.ask<SemanticTokens>("textDocument/semanticTokens/full", "paths.yaml");
  expect(data).toEqual([1, 23, 40, 0, 0, 2, 91, 40, 0, 0]);
});
