// The packed toolkit and its packages -> `waybill conform`, `docs`, `lsp`, `migrate`, `mock` and `paths` in a project that has them, and in one
// that has the toolkit only; `@waybill/fetch`; and the libraries that are loaded for overlays and Swagger 2.0 alone.
import { spawn } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startServer } from "../../testing/programs.ts";
import { freshFolder, runIn } from "../harness/fresh-folder.ts";
import { type Consumer, installTarballs } from "./consumer-folder.ts";

/** What was done, in a word or two. Rejects when a check fails. */
export async function runCommandLine({ tarballs, target }: Consumer): Promise<string> {
  using folder = freshFolder("command-line");
  const names = ["conformance", "docs", "fetch", "lsp", "migrate", "mocks", "paths"].map((name) => `@waybill/${name}`);
  const tools = tarballs.filter(({ name }) => name === "waybill" || names.includes(name));
  if (tools.length !== 8) throw new Error(`the tools are ${tools.map(({ name }) => name).join(", ") || "not packed"}`);
  await installTarballs(folder.path, tools);
  writeFileSync(join(folder.path, "openapi.json"), JSON.stringify(authentication));
  const program = join(folder.path, "node_modules/waybill/dist/cli/main.js");
  // This Node: the one on the path may be too old for the toolkit.
  const waybill = (...words: string[]): Promise<string> => runIn(folder.path, process.execPath, program, ...words);
  const swagger = { swagger: "2.0", info: authentication.info, paths: {} };
  writeFileSync(join(folder.path, "swagger.json"), JSON.stringify(swagger));
  writeFileSync(join(folder.path, "fix.json"), JSON.stringify(retitled));
  const linted = await waybill("lint", "swagger.json", "--overlay", "fix.json");
  if (!linted.includes("2 files, no errors")) throw new Error(linted);
  const flags = ["--openapi", "openapi.json", "--url", target.baseUrl, "--key", target.apiKey];
  const report = await waybill("conform", ...flags, "--only", "checkAuth/baseline");
  const types = await waybill("paths", "openapi.json");
  if (!types.includes('get: operations["checkAuth"];')) throw new Error(types);
  const migrated = await waybill("migrate", "--from", "orval", "--openapi", "openapi.json");
  if (!migrated.includes("+++ b/waybill.config.ts")) throw new Error(migrated);
  const client = `{ baseUrl: "${target.baseUrl}", headers: { Authorization: "Bearer ${target.apiKey}" } }`;
  const call = `import create from "@waybill/fetch"; console.log((await create(${client}).GET("/v1/auth")).response.status);`;
  const status = await runIn(folder.path, process.execPath, "--input-type=module", "--eval", call);
  if (status.trim() !== "200") throw new Error(`@waybill/fetch gets ${status}`);
  await checkMockServer(folder.path, program);
  await waybill("docs", "build", "openapi.json", "--out", "site");
  if (!existsSync(join(folder.path, "site/index.html"))) throw new Error("the site has no start page");
  await checkLanguageServer(folder.path, program);
  rmSync(join(folder.path, "node_modules/@waybill"), { recursive: true });
  const unmocked = await waybill("mock", "openapi.json").catch(String);
  if (!unmocked.includes("npm install --save-dev @waybill/mocks")) throw new Error(`no hint: ${unmocked}`);
  const refusal = await waybill("conform", ...flags).catch(String);
  if (!refusal.includes("npm install --save-dev @waybill/conformance")) throw new Error(`no hint: ${refusal}`);
  const [requests] = /\d+ requests/.exec(report) ?? [];
  if (requests === undefined) throw new Error(report);
  return requests;
}

/** Opens a document with a mistake in the language server, as an editor does. Rejects when there is no diagnostic after a while. */
async function checkLanguageServer(cwd: string, program: string): Promise<void> {
  const server = spawn(process.execPath, [program, "lsp", "--stdio"], { cwd, stdio: ["pipe", "pipe", "inherit"] });
  const send = (message: object): void => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  const uri = pathToFileURL(join(cwd, "mistaken.json")).href;
  const text = JSON.stringify({ ...authentication, pathz: {} });
  send({ id: 1, method: "initialize", params: { processId: null, rootUri: null, capabilities: {} } });
  send({ method: "initialized", params: {} });
  send({ method: "textDocument/didOpen", params: { textDocument: { uri, languageId: "json", version: 1, text } } });
  let printed = "";
  try {
    for await (const chunk of server.stdout) {
      printed += String(chunk);
      if (printed.includes('"code":"unknown-field"')) return;
    }
    throw new Error(`the language server says: ${printed}`);
  } finally {
    server.kill("SIGTERM");
  }
}

/** Rejects when a response is not the sample. */
async function checkMockServer(cwd: string, program: string): Promise<void> {
  const words = [program, "mock", "openapi.json", "--port", "0", "--json"];
  const server = await startServer(words, { cwd, stdio: ["ignore", "pipe", "inherit"] });
  const { status } = await fetch(`${server.url}/v1/auth`, { headers: { authorization: "Bearer any" } });
  await server.stop();
  if (status !== 200) throw new Error(`the mock server responds with ${status}`);
}

const actions = [{ target: "$.info", update: { title: "Patched" } }];
const retitled = { overlay: "1.0.0", info: { title: "Fixes", version: "1" }, actions };

/** One operation of the service, loosely described: this is about the packages. */
const authentication = {
  openapi: "3.1.0",
  info: { title: "The key check", version: "1" },
  paths: {
    "/v1/auth": {
      get: {
        operationId: "checkAuth",
        security: [{ key: [] }],
        responses: { default: { description: "Anything.", content: { "*/*": { schema: {} } } } },
      },
    },
  },
  components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
};
