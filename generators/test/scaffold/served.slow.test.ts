// Scaffolded servers: the files of each framework compile, and each server starts and responds to calls.
// @module-tag compilers
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { frameworks } from "../../src/scaffold/wiring.ts";
import { ranApart } from "../cli/in-process.ts";
import { compilerErrorsOf, testedCompilers } from "../scenarios/compile.ts";

const openapi = `openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: /v1 }]
security: [{ key: [] }]
paths:
  /orders:
    post:
      operationId: createOrder
      tags: [Orders]
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [sku], properties: { sku: { type: string, minLength: 3 } } }
      responses: { "201": { description: Created. } }
  /orders/{orderId}:
    delete:
      operationId: delete
      tags: [Orders, Others]
      parameters: [{ name: orderId, in: path, required: true, schema: { type: string } }]
      responses: { "204": { description: Gone. } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
`;

const config = `export default { apis: { shop: { openapi: "api.yaml", out: "src/generated", targets: ["server"], importExtension: ".ts" } } };\n`;

/** Starts each server as its user would, and calls it. */
const calls = `const send = async (url, path, method, body) => {
  const headers = { "content-type": "application/json", "x-key": "any" };
  const response = await fetch(url + path, { method, body, headers });
  return [response.status, (await response.json()).code];
};
for (const framework of process.argv.slice(2)) {
  const { start } = await import("./" + framework + "/app.ts");
  const server = await start({ port: 0, context: ({ signal }) => ({ signal }) });
  const closed = await start({ port: 0 });
  console.log(JSON.stringify([
    framework,
    await send(server.url, "/v1/orders", "POST", '{"sku":"MUG-1"}'),
    await send(server.url, "/v1/orders", "POST", '{"sku":""}'),
    await send(server.url, "/v1/orders", "POST", '{"sku'),
    await send(server.url, "/v1/orders/7", "DELETE"),
    await send(server.url, "/v1/orders", "PUT", "{}"),
    await send(server.url, "/orders", "POST", "{}"),
    await send(closed.url, "/v1/orders/7", "DELETE"),
  ]));
  await server.close();
  await closed.close();
}
`;

const called = [
  [501, "not_implemented"],
  [422, "invalid_body"],
  [400, "malformed_body"],
  [501, "not_implemented"],
  [405, "method_not_allowed"],
  [404, "not_found"],
  [401, "unauthorized"],
];

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "waybill-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};

beforeAll(async () => {
  write("package.json", '{ "type": "module" }');
  write("api.yaml", openapi);
  write("waybill.config.mjs", config);
  symlinkSync(path.join(import.meta.dirname, "../../node_modules"), path.join(folder, "node_modules"));
  expect(await ranApart(folder, ["generate"])).toMatchObject({ code: 0 });
  for (const framework of frameworks) {
    const own = `src/${framework}`;
    expect(await ranApart(folder, ["scaffold", "--target", framework, "--dir", own])).toMatchObject({ code: 0 });
  }
  write("src/calls.js", calls);
});

test("the server of each framework starts, responds as the description says, and lets no one in by default", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["src/calls.js", ...frameworks], { cwd: folder });
  const lines = stdout.trimEnd().split("\n");
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(frameworks.map((name) => [name, ...called]));
});

/** Those of `files`; rejects when one fails. */
async function tested(...files: readonly string[]): Promise<string> {
  const words = ["--test", "--test-isolation=none", ...files];
  return (await promisify(execFile)(process.execPath, words, { cwd: folder })).stdout;
}

test("the tests that scaffold writes pass, and name a handler to write", async () => {
  const stdout = await tested(...frameworks.map((framework) => `src/${framework}/app.test.ts`));
  expect(stdout).toContain(`pass ${frameworks.length}`);
  expect(stdout).toContain(`todo ${frameworks.length}`);
});

test("the tests that scaffold writes pass once the handlers are written, and fail without them when nothing is left to do", async () => {
  const file = "src/node/handlers/orders.ts";
  const [handlers, tests] = [file, "src/node/app.test.ts"].map((each) => readFileSync(path.join(folder, each), "utf8"));
  const finished = (tests ?? "").replace("{ todo: true }, ", "");
  write("src/node/done.test.ts", finished);
  await expect(tested("src/node/done.test.ts")).rejects.toThrow();
  write(file, (handlers ?? "").replaceAll(/return notImplemented\(.*\)/g, "return { status: 204 }"));
  expect(await tested("src/node/app.test.ts", "src/node/done.test.ts")).toContain("pass 3");
  write(file, handlers ?? "");
  rmSync(path.join(folder, "src/node/done.test.ts"));
});

const declared = `import { type Handlers, unhandled } from "../generated/server/index.gen.ts";
import { deleteOperation } from "./handlers/orders.ts";

export const handlers: Handlers<{ signal: AbortSignal }> = { ...unhandled, deleteOperation };
`;

const options = {
  types: ["node"],
  typeRoots: [path.join(import.meta.dirname, "../../../node_modules/@types")],
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  noEmit: true,
  // The declarations of the frameworks are not ours.
  skipLibCheck: true,
};

test.each(testedCompilers)(
  "the compiler %s accepts the servers, and names an operation without a handler with its place",
  async (compiler) => {
    expect(readFileSync(path.join(folder, "src/hono/app.ts"), "utf8")).toContain("createFetchHandler");
    write("src/node/incomplete.ts", declared);
    const complaints = await compilerErrorsOf(compiler, folder, ["src/**/*.ts"], options);
    const type = 'MissingHandler<"createOrder", "api.yaml#/paths/~1orders/post">';
    expect(complaints).toMatch(/^src\/node\/incomplete\.ts\(4,14\): error TS2322: /);
    expect(complaints).toContain(`createOrder: ${type}`);
    expect(complaints).toContain(`Type '${type}' is not assignable to type '(request: CreateOrderRequest`);
    expect(complaints.match(/error TS/g)).toEqual(["error TS"]);
  },
);
