// `waybill scaffold` as people run it: the first files, later runs, refusals, and the output of each.
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Workspace } from "./workspace.ts";

const openapi = `openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example/v1 }]
paths:
  /orders/{orderId}:
    get:
      operationId: getOrder
      tags: [Orders]
      summary: Get an order
      parameters: [{ name: orderId, in: path, required: true, schema: { type: string, minLength: 3 } }]
      responses: { "200": { description: The order. } }
`;

const withCreate = `${openapi}  /orders:
    post:
      operationId: createOrder
      tags: [Orders]
      responses: { "201": { description: Created. } }
`;

const config = `export default { apis: { shop: { openapi: "api.yaml", out: "src/generated", targets: ["server"] } } };\n`;

const first = [
  "src/server/handlers/orders.ts",
  "src/server/handlers.ts",
  "src/server/context.ts",
  "src/server/app.ts",
  "src/server/main.ts",
  "src/server/app.test.ts",
];

test("the first run writes handlers, their table, the server and a test; the second one changes nothing", async () => {
  const workspace = new Workspace({ "api.yaml": openapi, "waybill.config.mjs": config });
  const { code, stdout, stderr } = await workspace.run(["scaffold", "--target", "hono"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  for (const file of first) expect(stdout).toContain(`created  ${file}`);
  expect(stdout).toContain("npm install zod@4 hono @hono/node-server");
  expect(stdout).toContain("npx waybill generate");
  expect(workspace.read("src/server/handlers/orders.ts")).toContain(`/**
 * \`GET /orders/{orderId}\`
 *
 * Get an order
 */
export async function getOrder(
  _request: GetOrderRequest,
  _context: Context,
): Promise<HandlerResponse<GetOrderResponse>> {
  return notImplemented("getOrder");
}
`);
  expect(workspace.read("src/server/app.ts")).toContain(
    'createFetchHandler({ routes, handlers, context, prefix: "/v1" })',
  );
  expect(workspace.read("src/server/app.test.ts")).toMatch(/fetch\(server\.url \+ "\/v1\/orders\/\w{3,}"\)/);
  const before = workspace.snapshot("src");
  const again = await workspace.run(["scaffold"]);
  expect(again.stdout).toContain("kept     src/server/");
  expect(workspace.snapshot("src")).toEqual(before);
});

test("with flags, handlers go into --out and generated code below it", async () => {
  const workspace = new Workspace({ "api.yaml": openapi });
  const { code, stdout } = await workspace.run(["scaffold", "--openapi", "api.yaml", "--out", "demo"]);
  expect(code).toBe(0);
  expect(stdout).toContain("npx waybill generate --openapi api.yaml --out demo/generated --target server");
  expect(workspace.read("demo/handlers.ts")).toContain('from "./generated/server/index.gen.ts"');
});

test("the command to generate has every flag that says something about generated code, and no other", async () => {
  const workspace = new Workspace({
    "my api.yaml": openapi.replace("[Orders]", `["Bob's"]`),
    "acme.config.mjs": config,
    "api.yaml": openapi,
  });
  const flags = [
    ..."--int64 bigint --dates date --defaults apply --no-deprecated --include path=/orders/**".split(" "),
    ...["--include", "tag=Bob's", "--tolerate", "duplicate-key,unknown-type", "--limit", "files=90"],
  ];
  const { code, stdout, stderr } = await workspace.run([
    ...[
      "scaffold",
      ...flags,
      "--openapi",
      "my api.yaml",
      "--out",
      "my demo",
      "--target",
      "hono",
      "--dir",
      "own",
      "--verbose",
    ],
  ]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const command =
    "waybill generate --openapi 'my api.yaml' --out 'my demo/generated' --target server --include 'path=/orders/**' --include 'tag=Bob'\\''s' --no-deprecated --dates date --int64 bigint --defaults apply --limit files=90 --tolerate duplicate-key --tolerate unknown-type";
  expect(stdout).toContain(`npx ${command}  `);
  const configured = await workspace.run(["scaffold", "--config", "acme.config.mjs", "--limit", "files=90"]);
  expect(configured.stdout).toContain("npx waybill generate --config acme.config.mjs --limit files=90  ");
});

test("--dry-run prints a unified diff and writes nothing", async () => {
  const workspace = new Workspace({ "api.yaml": openapi, "waybill.config.mjs": config });
  const empty = await workspace.run(["scaffold", "--dry-run"]);
  expect(empty.stdout).toContain("--- /dev/null\n+++ b/src/server/handlers.ts\n@@ -0,0 +1,");
  await workspace.run(["scaffold"]);
  workspace.write("api.yaml", withCreate);
  const before = workspace.snapshot("src");
  const { code, stdout } = await workspace.run(["scaffold", "--dry-run"]);
  expect(code).toBe(0);
  expect(stdout).toContain(`--- a/src/server/handlers.ts
+++ b/src/server/handlers.ts
`);
  expect(stdout).toContain("   getOrder,\n+  createOrder,\n };\n");
  expect(workspace.snapshot("src")).toEqual(before);
  const applied = await workspace.run(["scaffold"]);
  expect(applied.stdout).toContain("changed  src/server/handlers/orders.ts: handlers of createOrder");
});

test("an operation that is gone is a warning at its handler, which a comment marks", async () => {
  const workspace = new Workspace({ "api.yaml": withCreate, "waybill.config.mjs": config });
  await workspace.run(["scaffold"]);
  workspace.write("api.yaml", openapi);
  const { code, stdout, stderr } = await workspace.run(["scaffold"]);
  expect(code).toBe(0);
  expect(
    stderr,
  ).toContain(`src/server/handlers.ts:9:3 warning handler-gone: createOrder has a handler, but is no longer an operation of the description
9 |   createOrder,
      ^
hint: a comment marks it; delete it, or rename it if the operation has a new name
`);
  expect(stdout).toContain("changed  src/server/handlers/orders.ts: marked createOrder as removed");
});

test("a syntax error in any file is an error with its place, and nothing is written", async () => {
  const workspace = new Workspace({ "api.yaml": openapi, "waybill.config.mjs": config });
  await workspace.run(["scaffold"]);
  workspace.write("api.yaml", withCreate);
  workspace.write("src/server/rules.ts", "export const rules = [\n  1,\n  const,\n];\n");
  const before = workspace.snapshot("src");
  const { code, stderr, stdout } = await workspace.run(["scaffold"]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(
    /^src\/server\/rules\.ts:3:3 error handler-file-syntax: src\/server\/rules\.ts cannot be read as code: .+\n3 \| {3}const,\n/,
  );
  expect(workspace.snapshot("src")).toEqual(before);
  writeFileSync(workspace.path("src/server/rules.ts"), Buffer.from([0x2f, 0x2f, 0xe9, 0x0a]));
  expect((await workspace.run(["scaffold"])).stderr).toContain("it is not UTF-8");
});

test("handlers that cannot be seen are named, and nothing is added", async () => {
  const workspace = new Workspace({ "api.yaml": openapi, "waybill.config.mjs": config });
  await workspace.run(["scaffold"]);
  workspace.write("api.yaml", withCreate);
  workspace.edit("src/server/handlers.ts", "  getOrder,", "  ...made(),");
  const { code, stderr } = await workspace.run(["scaffold"]);
  expect(code).toBe(0);
  expect(stderr).toContain(
    'src/server/handlers.ts:8:6 warning unclear-handlers: "made()" may have handlers that scaffold cannot see; it added nothing for getOrder and createOrder\n',
  );
});

test("an import that leads nowhere and a second table are warnings at their places", async () => {
  const workspace = new Workspace({ "api.yaml": openapi, "waybill.config.mjs": config });
  await workspace.run(["scaffold"]);
  workspace.write("src/server/handlers/orders.ts", "");
  const imports = 'import { type Handlers, unhandled } from "../../generated/server/index.gen.ts";\n';
  workspace.write("src/server/shop/v2.ts", `${imports}export const v2: Handlers<unknown> = { ...unhandled };\n`);
  const { code, stderr } = await workspace.run(["scaffold"]);
  expect(code).toBe(0);
  expect(
    stderr,
  ).toContain(`src/server/handlers.ts:8:3 warning handler-not-exported: getOrder is in the table of handlers, but src/server/handlers/orders.ts exports no getOrder
8 |   getOrder,
      ^
hint: write the handler there, or remove the member and its import: scaffold then adds a new one
`);
  expect(
    stderr,
  ).toContain(`src/server/shop/v2.ts:2:38 warning other-handlers: these handlers lack getOrder: scaffold adds only to the table in src/server/handlers.ts
2 | export const v2: Handlers<unknown> = { ...unhandled };
                                         ^
hint: add them yourself, or pass a folder that has only this table: --dir
`);
  workspace.edit("src/server/handlers.ts", "./handlers/orders.ts", "./handlers/order.ts");
  const missing = await workspace.run(["scaffold"]);
  expect(missing.stderr).toContain("there is no src/server/handlers/order.ts\n");
  workspace.write("src/server/handlers/order.d.ts", "");
  expect((await workspace.run(["scaffold"])).stderr).not.toContain("handler-not-exported");
});

test("files in the way of the first ones are an error", async () => {
  const workspace = new Workspace({
    "api.yaml": openapi,
    "waybill.config.mjs": config,
    "src/server/app.ts": "export {};\n",
  });
  const { code, stderr } = await workspace.run(["scaffold", "--json"]);
  expect(code).toBe(1);
  expect(stderr).toBe("");
  const { stdout } = await workspace.run(["scaffold", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    command: "scaffold",
    files: [],
    diagnostics: [
      {
        code: "handlers-not-found",
        message: "src/server/app.ts is in the way, and nothing in src/server is declared as Handlers",
      },
    ],
  });
});

test.each([
  [["scaffold", "--target", "koa"], "--target cannot be"],
  [["scaffold", "--out", "x"], "--out is only valid with --openapi"],
  [["scaffold", "--dir", "src/generated/server"], "src/generated/server is generated"],
  [["scaffold", "--api", "shops"], 'there is no API "shops"'],
])("scaffold rejects wrong usage: %j", async (words, message) => {
  const workspace = new Workspace({ "api.yaml": openapi, "waybill.config.mjs": config });
  const { code, stderr } = await workspace.run(words);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

test("a configuration without the target server is wrong usage", async () => {
  const workspace = new Workspace({ "api.yaml": openapi, "waybill.config.mjs": config.replace('"server"', '"types"') });
  const { code, stderr } = await workspace.run(["scaffold"]);
  expect(code).toBe(2);
  expect(stderr).toContain('add "server" to targets of shop');
});

test("an error of the description is printed as by generate, and nothing is written", async () => {
  const workspace = new Workspace({
    "api.yaml": openapi.replace("type: string", "type: strng"),
    "waybill.config.mjs": config,
  });
  const { code, stderr } = await workspace.run(["scaffold"]);
  expect(code).toBe(1);
  expect(stderr).toContain("api.yaml:10:79 error unknown-type");
});
