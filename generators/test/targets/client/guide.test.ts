// The examples of docs/guides/client.md -> they compile, and run against a server on this machine.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { ran } from "../../cli/in-process.ts";
import { Workspace } from "../../cli/workspace.ts";
import { startServer } from "../../local-server.ts";

const guide = readFileSync(path.join(import.meta.dirname, "../../../../docs/guides/client.md"), "utf8");
const examples = [...guide.matchAll(/^```typescript\n(.*?)^```$/gms)].map(([, text = ""]) => text);

const order = "{ type: object, required: [color], properties: { color: { type: string } } }";
const report = "{ type: object, required: [total], properties: { total: { type: integer } } }";
const description = `openapi: 3.2.0
info: { title: Shop, version: "1" }
components:
  securitySchemes:
    bearer: { type: http, scheme: bearer }
    oauth:
      type: oauth2
      flows:
        clientCredentials: { tokenUrl: https://auth.example/token, scopes: { orders: All orders. } }
        authorizationCode: { authorizationUrl: https://auth.example/authorize, tokenUrl: https://auth.example/token, scopes: { orders: All orders. } }
security: [{ bearer: [] }, { oauth: [] }, {}]
paths:
  /orders/{id}:
    get:
      operationId: getOrder
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        "200": { description: "", content: { application/json: { schema: ${order} } } }
        "404": { description: "", content: { application/json: { schema: { type: object } } } }
  /orders:
    get:
      operationId: followOrders
      responses: { "200": { description: "", content: { application/jsonl: { itemSchema: ${order} } } } }
  /orders/watched:
    get:
      operationId: watchOrders
      responses: { "200": { description: "", content: { text/event-stream: { itemSchema: { type: object, required: [data], properties: { data: ${order} } } } } } }
  /reports/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getReport
      responses: { "200": { description: "", content: { application/json: { schema: ${report} }, text/csv: {} } } }
    put:
      operationId: putReport
      requestBody: { required: true, content: { application/json: { schema: ${report} }, text/csv: {} } }
      responses: { "204": { description: "" } }
  /list:
    get:
      operationId: listOrders
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
        - { name: offset, in: query, schema: { type: integer } }
      responses: { "200": { description: "", content: { application/json: { schema: { type: array, items: ${order} } } } } }
  /file:
    get:
      operationId: getFile
      responses: { "200": { description: "", content: { image/png: {} } } }
    put:
      operationId: putFile
      requestBody: { required: true, content: { image/png: {} } }
      responses: { "204": { description: "" } }
`;

it("the examples of the guide compile and run", async () => {
  await using server = await startServer((request, response) => {
    const { url, method, headers } = request;
    request.resume();
    const json = { "content-type": "application/json" };
    if (headers.authorization === "Bearer expired") return response.writeHead(401, json).end("{}");
    if (url === "/orders/gateway") return response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad</h1>");
    if (url === "/orders/invalid") return response.writeHead(200, json).end('{"color":7}');
    if (url === "/orders/moved") return response.writeHead(307, { location: "/orders/7" }).end();
    if (url === "/orders")
      return response.writeHead(200, { "content-type": "application/jsonl" }).end('{"color":"blue"}\nno\n');
    if (url === "/orders/watched")
      return response.writeHead(200, { "content-type": "text/event-stream" }).end('data: {"color":"blue"}\n\n');
    if (url === "/reports/7" && headers.accept === "text/csv")
      return response.writeHead(200, { "content-type": "text/csv" }).end("total\n3");
    if (url === "/reports/7" && /^(text\/csv|application\/json)$/.test(headers["content-type"] ?? ""))
      return response.writeHead(204).end();
    if (url?.startsWith("/list"))
      return response.writeHead(200, json).end(url.includes("offset") ? "[]" : '[{"color":"red"},{"color":"red"}]');
    if (url === "/file" && method === "PUT") return response.writeHead(204).end();
    if (url === "/file") return response.writeHead(200, { "content-type": "image/png" }).end("bytes");
    return response.writeHead(200, { ...json, etag: '"1"' }).end('{"color":"blue"}');
  });
  const workspace = new Workspace({ "openapi.yaml": description, "package.json": '{"type":"module"}' });
  workspace.install();
  const flags = ["--openapi", "openapi.yaml", "--out", "out", "--target", "client", "--target", "zod"];
  const generated = await ran(workspace.folder, "generate", ...flags, "--validation", "zod", "--extras", "more");
  expect(generated.code).toBe(0);
  const index = await import(workspace.path("out/client/index.gen.ts"));
  const operations = [
    "getOrder",
    "listOrders",
    "followOrders",
    "watchOrders",
    "getReport",
    "putReport",
    "getFile",
    "putFile",
  ];
  const names = Object.keys(index).filter((name) => ![...operations, "default"].includes(name));
  const prelude = `import { ${names.join(", ")} } from "./out/client/index.gen.ts";
import { ${operations.join(", ")} } from "./out/client/operations.gen.ts";
import { getOrderSchemas } from "./out/zod/index.gen.ts";
const baseUrl = ${JSON.stringify(server.url)};
`;
  const files = examples.map((text, at) => {
    const send = /\bconst send =/.test(text) ? "" : "const send = createSend({ baseUrl });\n";
    workspace.write(`example-${at}.ts`, `${prelude}${send}${text}export {};\n`);
    return `example-${at}.ts`;
  });
  const root = path.join(import.meta.dirname, "../../../..");
  const settings =
    "--noEmit --strict --target es2024 --module nodenext --skipLibCheck --allowImportingTsExtensions --ignoreConfig --types node";
  const roots = ["--typeRoots", path.join(root, "node_modules/@types")];
  const tsc = path.join(root, "node_modules/.bin/tsc");
  const options = { cwd: workspace.folder };
  const compiled = await promisify(execFile)(tsc, [...settings.split(" "), ...roots, ...files], options).catch(
    (error) => error,
  );
  expect(compiled.stdout).toBe("");
  // In one process, one after the other.
  workspace.write("all.ts", files.map((file) => `await import("./${file}");\n`).join(""));
  const { stdout: printed } = await promisify(execFile)(process.execPath, ["all.ts"], options);
  for (const text of [
    "blue",
    "red\nred\n2\n",
    "502 text/html <h1>Bad</h1>",
    "status 502 <h1>Bad</h1>",
    "[ 'total', '3' ]",
    "item 2, in line 2, is not JSON 2 2 no",
    "getOrder 200 openapi.yaml:18\ncolor Invalid input: expected string, received number",
    "getOrder: the body of 200 is invalid: not blue",
  ]) {
    expect(printed).toContain(text);
  }
  expect(printed).toContain("getOrder: cannot send id: it is empty or dots");
});
