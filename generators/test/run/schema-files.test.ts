// The option `schemaFiles`: which files of types and Zod schemas there are, and that what imports them finds everything.
import { readdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { Workspace } from "../cli/workspace.ts";

const generate = ["generate", "--openapi", "openapi.yaml", "--out", "gen", "--target", "types,zod"];

/** Two schemas that refer to each other, one that refers to both, and a name that the types have for something else. */
const openapi = `openapi: 3.1.1
info: { title: Shop, version: 1.0.0 }
paths:
  /orders:
    post:
      operationId: createOrder
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
      responses: { "204": { description: Created. } }
components:
  schemas:
    Order:
      allOf: [{ $ref: "#/components/schemas/Base" }, { type: object, required: [lines], properties: { lines: { type: array, items: { $ref: "#/components/schemas/OrderLine" } } } }]
    OrderLine: { type: object, properties: { order: { $ref: "#/components/schemas/Order" }, sku: { type: string, pattern: "^[A-Z]+$" } } }
    Base: { type: object, required: [id], properties: { id: { type: string } } }
    OrderSchema: { type: integer }
`;

const manyOperations = `openapi: 3.1.1
info: { title: Things, version: 1.0.0 }
components: { responses: { Gone: { description: Gone. } } }
paths:
${Array.from({ length: 302 }, (_, index) => pathOf(index)).join("\n")}
`;

function pathOf(index: number): string {
  const tag = index % 2 === 0 ? "even" : "odd";
  const responses =
    '{ "204": { description: Done. }, "410": { $ref: "#/components/responses/Gone" }, "4XX": { description: Wrong. } }';
  return `  /things/${index}: { get: { operationId: get${index}, tags: [${tag}], responses: ${responses} } }`;
}

async function generated(...flags: readonly string[]): Promise<Workspace> {
  const workspace = new Workspace({ "openapi.yaml": openapi });
  expect(await workspace.run([...generate, ...flags])).toMatchObject({ code: 0, stderr: "" });
  return workspace;
}

function filesIn(workspace: Workspace, folder: string): string[] {
  return readdirSync(workspace.path(folder), { recursive: true, encoding: "utf8" }).sort();
}

describe("the option schemaFiles", () => {
  test("a description of usual size has one file of types and one of schemas", async () => {
    const workspace = await generated();
    expect(filesIn(workspace, "gen/types")).toEqual(["index.gen.ts", "operations.gen.ts", "schemas.gen.ts"]);
    expect(filesIn(workspace, "gen/zod").filter((file) => file.startsWith("schemas"))).toEqual(["schemas.gen.ts"]);
  });

  test("each writes a file per schema, which imports only what it needs", async () => {
    const workspace = await generated("--schema-files", "each");
    expect(filesIn(workspace, "gen/zod").filter((file) => file.startsWith("schemas"))).toEqual([
      "schemas",
      "schemas.gen.ts",
      ...["base", "order-line", "order-schema", "order"].map((name) => `schemas/${name}.gen.ts`),
    ]);
    expect(workspace.read("gen/types/schemas.gen.ts")).toContain('export type * from "./schemas/order-line.gen.ts";');
    const text = workspace.read("gen/zod/schemas/order-line.gen.ts");
    expect(text.match(/^import .*/gm)).toEqual([
      'import type { ObjectSchemaOf } from "../../runtime/zod.gen.ts";',
      'import type { OrderLine } from "../../types/schemas/order-line.gen.ts";',
      'import { object } from "../../runtime/zod.gen.ts";',
      'import { OrderSchema } from "./order.gen.ts";',
      'import * as z from "zod";',
    ]);
  });

  test("schemas in files of their own validate as before, from whichever file a program starts", async () => {
    const workspace = await generated("--schema-files", "each", "--emit", "js");
    workspace.write("package.json", '{ "type": "module" }');
    workspace.write("node_modules/.keep", "");
    symlinkSync(path.join(import.meta.dirname, "../../node_modules/zod"), workspace.path("node_modules/zod"));
    const order = { id: "1", lines: [{ sku: "A", order: { id: "2", lines: [] } }] };
    for (const file of ["schemas/order-line", "schemas/order", "index"]) {
      const module = await import(pathToFileURL(workspace.path(`gen/zod/${file}.gen.js`)).href);
      const schema = module.OrderLineSchema ?? module.OrderSchema;
      const value = module.OrderLineSchema === undefined ? order : { order };
      expect(schema.safeParse(value).success).toBe(true);
      expect(schema.safeParse({ order: { id: 1 }, lines: 3 }).success).toBe(false);
    }
  });

  test("operations of a large description are in a file per tag, and the index has all of them", async () => {
    const workspace = new Workspace({ "openapi.yaml": manyOperations });
    const flags = ["generate", "--openapi", "openapi.yaml", "--out", "gen", "--target", "client", "--emit", "js"];
    expect(await workspace.run(flags)).toMatchObject({ code: 0, stderr: "" });
    const files = ["even", "odd"].flatMap((tag) =>
      [".d.ts", ".d.ts.map", ".js"].map((ending) => `${tag}.gen${ending}`),
    );
    expect(filesIn(workspace, "gen/client/operations")).toEqual(files);
    expect(filesIn(workspace, "gen/types/operations")).toEqual(files);
    const types = workspace.read("gen/types/operations/odd.gen.d.ts");
    const declared = types.match(/^(export )?type \w+/gm);
    expect(declared?.slice(0, 3)).toEqual(["type GoneResponse", "export type Get1Request", "export type Get1Response"]);
    expect(declared?.slice(-3)).toEqual(["type ClientErrorStatus", "type NumberIn", "type Digit"]);
    // It declares what its operations have in common, instead of importing it.
    expect(types).not.toMatch(/^import/m);
    workspace.write("package.json", '{ "type": "module" }');
    const index = await import(pathToFileURL(workspace.path("gen/client/index.gen.js")).href);
    expect(Object.keys(index.operations)).toHaveLength(302);
    expect(index.get1).toBe(index.operations.get1);
    expect(index.get2.path).toBe("/things/2");
    await expect(index.createClient(async () => "sent").get301({})).resolves.toBe("sent");
  });

  test("a line above an operation changes no file, and a text of it one file of each target that has the text", async () => {
    const workspace = new Workspace({ "openapi.yaml": manyOperations });
    const flags = ["generate", "--openapi", "openapi.yaml", "--out", "gen", "--target", "zod,client"];
    expect(await workspace.run(flags)).toMatchObject({ code: 0, stderr: "" });
    const before = workspace.snapshot("gen");
    const changed = (): string[] =>
      Object.entries(workspace.snapshot("gen")).flatMap(([file, text]) => (before[file] === text ? [] : [file]));
    workspace.edit("openapi.yaml", "  /things/150:", "  # The middle.\n  /things/150:");
    expect(await workspace.run(flags)).toMatchObject({ code: 0, stderr: "" });
    expect(changed()).toEqual(["waybill.manifest.json"]);
    workspace.edit("openapi.yaml", "operationId: get150,", "description: Read it., operationId: get150,");
    expect(await workspace.run(flags)).toMatchObject({ code: 0, stderr: "" });
    expect(changed()).toEqual(["client/client.gen.ts", "waybill.manifest.json"]);
  });

  test("a change of the option removes the files that are no longer written", async () => {
    const workspace = await generated("--schema-files", "each");
    expect(await workspace.run(generate)).toMatchObject({ code: 0, stderr: "" });
    expect(filesIn(workspace, "gen/types")).toEqual(["index.gen.ts", "operations.gen.ts", "schemas.gen.ts"]);
    expect(await workspace.run(["check", ...generate.slice(1)])).toMatchObject({ code: 0, stderr: "" });
  });
});
