// Maps from declaration files to the description: what "go to definition" opens, and which files have a map.
// @module-tag compilers
import { existsSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { Workspace } from "../cli/workspace.ts";
import { testedCompilers } from "../scenarios/compile.ts";
import { editorOf } from "./editors.ts";

const openapi = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /orders/{orderId}:
    parameters:
      - { name: orderId, in: path, required: true, schema: { type: string } }
    get:
      operationId: getOrder
      parameters:
        - name: expand
          in: query
          schema: { type: string }
      responses:
        "200":
          description: An order.
          headers: { X-Page: { description: Which, required: true, schema: { type: integer } } }
          content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } }
components:
  schemas:
    Order:
      allOf:
        - $ref: schemas/base.yaml
        - type: object
          required: [to, lines, sent-at]
          properties:
            to: { type: object, required: [city], properties: { city: { type: string } } }
            lines:
              type: array
              items:
                type: object
                required: [sku]
                properties:
                  sku: { type: string }
            sent-at: { type: string }
            status: { $ref: "#/components/schemas/Status" }
    Status: { type: string, enum: [new, sent] }
    Parcel: { type: object, properties: { client: { type: string } } }
    Client: { type: object, properties: { parcel: { type: string } } }
`;
const base = `type: object
required: [id]
properties:
  id:
    type: string
    description: Café ☕
`;
const asyncapi = `asyncapi: 3.0.0
info: { title: Shop, version: "1" }
channels:
  hooks:
    messages:
      orderShipped: { $ref: "#/components/messages/orderShipped" }
components:
  messages:
    orderShipped:
      name: order.shipped
      payload:
        type: object
        required: [trackingNumber]
        properties:
          trackingNumber: { type: string }
`;

/** Each `^` asks about what is below it. */
const program = `import { createClient, createSend, getOrder, type Client } from "../gen/client/index.gen.js";
import type { Client as ClientSchema, GetOrderResponse, Order, Status } from "../gen/types/index.gen.js";
import type { EventMap, OrderShippedPayload } from "../gen/webhooks/index.gen.js";
import { getOrderSchemas, isOrder, OrderSchema } from "../gen/zod/index.gen.js";
const client = createClient(createSend({ baseUrl: "" }));
export const response = client.getOrder({ path: { orderId: "1" }, query: { expand: "lines" } });
export const seen = (order: Order) => [order.id, order.to.city, order.lines[0]?.sku, order["sent-at"], order.status];
export const header = (found: Extract<GetOrderResponse, { status: 200 }>) => [found.headers["X-Page"], found.status, found.body.id];
export const event = (payload: OrderShippedPayload, map: EventMap) => [payload.trackingNumber, map["order.shipped"]];
export const sent: Status = "sent";
export const others: unknown[] = [getOrder, getOrderSchemas, isOrder, OrderSchema];
export type Both = [Client, ClientSchema];
`;

/** What to ask about, as it is written in the program from there on -> the file and the text that an editor opens. */
const definitions: Readonly<Record<string, string>> = {
  "Order) =>": "spec/openapi.yaml Order:",
  "Status = ": "spec/openapi.yaml Status: { ty",
  "id, order": "spec/schemas/base.yaml id:",
  "to.city": "spec/openapi.yaml to: { type:",
  "city, order": "spec/openapi.yaml city: { type",
  "sku, order": "spec/openapi.yaml sku: { type:",
  '"sent-at"]': "spec/openapi.yaml sent-at: { t",
  "status];": "spec/openapi.yaml status: { $r",
  "getOrder({": "spec/openapi.yaml get:",
  "getOrder, getOrderSchemas": "spec/openapi.yaml get:",
  "getOrderSchemas, isOrder, OrderSchema];": "spec/openapi.yaml get:",
  "isOrder, OrderSchema];": "spec/openapi.yaml Order:",
  "OrderSchema];": "spec/openapi.yaml Order:",
  'orderId: "1"': "spec/openapi.yaml { name: orde",
  'expand: "': "spec/openapi.yaml name: expand",
  "status, found": "gen/types/operations.gen.d.ts status: 200;",
  "GetOrderResponse,": "spec/openapi.yaml get:",
  '"X-Page"], found': "spec/openapi.yaml X-Page: { de",
  "OrderShippedPayload,": "spec/asyncapi.yaml orderShipped",
  "trackingNumber,": "spec/asyncapi.yaml trackingNumb",
  '"order.shipped"]': "spec/asyncapi.yaml orderShipped",
  "ClientSchema];": "spec/openapi.yaml Client: { ty",
  // What the description does not have.
  // And the signature that was chosen.
  "createClient(": "gen/client/client.gen.d.ts createClient, gen/runtime/send.gen.d.ts <Options>(se",
  "createSend({": "gen/runtime/send.gen.d.ts createSend<U",
  "Client, ClientSchema];": "gen/client/client.gen.d.ts Client<Optio",
  "query: {": "spec/openapi.yaml name: expand",
};

const flags = ["--openapi", "spec/openapi.yaml", "--asyncapi", "spec/asyncapi.yaml", "--out", "gen"];
const generate = ["generate", ...flags, "--target", "types,zod,client,webhooks", "--emit", "js", "--guards"];

function shop(): Workspace {
  return new Workspace({
    "spec/openapi.yaml": openapi,
    "spec/schemas/base.yaml": base,
    "spec/asyncapi.yaml": asyncapi,
    "src/main.ts": program,
    "package.json": '{ "type": "module" }',
    "tsconfig.json": JSON.stringify({
      compilerOptions: { module: "nodenext", target: "es2022", strict: true, noEmit: true, types: [] },
      files: ["src/main.ts"],
    }),
  });
}

describe("a definition in generated code", () => {
  test("opens the description at its line", async () => {
    const workspace = shop();
    expect(await workspace.run(generate)).toMatchObject({ code: 0, stderr: "" });
    const modules = workspace.path("node_modules");
    symlinkSync(path.dirname(path.dirname(createRequire(import.meta.url).resolve("zod/package.json"))), modules);
    onTestFinished(() => rmSync(modules));
    const file = workspace.path("src/main.ts");
    for (const compiler of testedCompilers) {
      const editor = await editorOf(compiler, workspace.folder);
      onTestFinished(editor.close);
      editor.open(file);
      const found: Record<string, string> = {};
      for (const written of Object.keys(definitions)) {
        const before = program.slice(0, program.lastIndexOf(written)).split("\n");
        const place = { file, line: before.length - 1, column: before.at(-1)?.length ?? 0 };
        const opened = await editor.definitionsOf(place);
        const shown = opened.map(({ file: other, line, column }) => {
          const text = readFileSync(other, "utf8").split("\n")[line] ?? "";
          return `${path.relative(workspace.folder, other)} ${text.slice(column, column + 12).trimEnd()}`;
        });
        // Of a function with overloads, some list each.
        found[written] = [...new Set(shown)].join(", ");
      }
      expect({ compiler, found }).toEqual({ compiler, found: definitions });
    }
  });
});

const order = "gen/types/schemas.gen.d.ts";

describe("the map of a declaration file", () => {
  test("names its sources by relative paths, and only files with something of the description have one", async () => {
    const workspace = shop();
    await workspace.run(generate);
    const map: unknown = JSON.parse(workspace.read(`${order}.map`));
    const sources = ["../../spec/openapi.yaml", "../../spec/schemas/base.yaml"];
    expect(map).toMatchObject({ version: 3, file: "schemas.gen.d.ts", sources });
    expect(workspace.read(order)).toMatch(/\n\/\/# sourceMappingURL=schemas\.gen\.d\.ts\.map\n$/);
    expect(workspace.read("gen/runtime/send.gen.d.ts")).not.toContain("sourceMappingURL");
    expect(existsSync(workspace.path("gen/runtime/send.gen.d.ts.map"))).toBe(false);
  });

  test("is a generated file: checked, written again without a manifest, removed when nothing generates it", async () => {
    const workspace = shop();
    await workspace.run(generate);
    const check = ["check", ...generate.slice(1)];
    expect(await workspace.run(check)).toMatchObject({ code: 0 });
    workspace.write("spec/openapi.yaml", openapi.replace("openapi: 3.1.0\n", "# A line more.\nopenapi: 3.1.0\n"));
    const stale = await workspace.run(check);
    expect(stale.code).toBe(1);
    expect(`${stale.stdout}${stale.stderr}`).toContain(`${order}.map`);
    rmSync(workspace.path("gen/waybill.manifest.json"));
    expect(await workspace.run(generate)).toMatchObject({ code: 0, stderr: "" });
    expect(await workspace.run([...generate, "--no-declaration-map"])).toMatchObject({ code: 0, stderr: "" });
    expect(existsSync(workspace.path(`${order}.map`))).toBe(false);
    expect(workspace.read(order)).not.toContain("sourceMappingURL");
  });

  test.each([
    ["TypeScript", { emit: "ts" }],
    ["a formatter", { emit: "js", postprocess: ["node --version"] }],
    ["declarationMap: false", { emit: "js", declarationMap: false }],
  ])("does not exist with %s", async (_, options) => {
    const workspace = shop();
    const api = { openapi: "spec/openapi.yaml", out: "gen", targets: ["types"], ...options };
    workspace.write("waybill.config.mjs", `export default ${JSON.stringify({ apis: { shop: api } })};\n`);
    expect(await workspace.run(["generate"])).toMatchObject({ code: 0 });
    expect(existsSync(workspace.path(`${order}.map`))).toBe(false);
  });

  test("does not exist for a description in a package", async () => {
    const workspace = shop();
    workspace.write("node_modules/@acme/spec/package.json", '{ "name": "@acme/spec", "version": "1.0.0" }');
    workspace.write(
      "node_modules/@acme/spec/openapi.yaml",
      openapi.replace("schemas/base.yaml", '"#/components/schemas/Parcel"'),
    );
    const api = { openapi: "npm:@acme/spec/openapi.yaml", out: "gen", targets: ["types"], emit: "js" };
    workspace.write("waybill.config.mjs", `export default ${JSON.stringify({ apis: { shop: api } })};\n`);
    expect(await workspace.run(["generate"])).toMatchObject({ code: 0, stderr: "" });
    expect(existsSync(workspace.path(order))).toBe(true);
    expect(existsSync(workspace.path(`${order}.map`))).toBe(false);
  });
});
