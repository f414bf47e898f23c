// The adapters of docs/guides/adapters.md -> they compile, have at most 40 lines, and send to a server on this machine.
import "@angular/compiler";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import {
  HttpClient,
  type HttpInterceptorFn,
  provideHttpClient,
  withFetch,
  withInterceptors,
} from "@angular/common/http";
import {
  createEnvironmentInjector,
  type EnvironmentInjector,
  Injector,
  provideZonelessChangeDetection,
  ɵINJECTOR_SCOPE,
} from "@angular/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generate } from "../../../src/entries/library/generate.ts";
import { startServer } from "../../local-server.ts";

const page = readFileSync(path.join(import.meta.dirname, "../../../../docs/guides/adapters.md"), "utf8");
const blocks = [...page.matchAll(/^```ts adapter=(\S+)\n(.*?)^```$/gms)].map(([, name = "", text = ""]) => ({
  name,
  text,
}));

const description = `openapi: 3.1.1
info: { title: Shop, version: "1" }
paths:
  /orders/{id}:
    get:
      operationId: getOrder
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        "200": { description: "", headers: { ETag: { schema: { type: string } } }, content: { application/json: { schema: { type: object, properties: { color: { type: string } } } } } }
        "404": { description: "", content: { application/json: { schema: { type: object, properties: { reason: { type: string } } } } } }
    delete:
      operationId: deleteOrder
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { "204": { description: "" } }
  /image:
    put:
      operationId: putImage
      requestBody:
        required: true
        content: { multipart/form-data: { schema: { type: object, required: [file], properties: { file: { type: string, format: binary } } } } }
      responses: { "200": { description: "", content: { application/json: { schema: { type: object, required: [bytes], properties: { bytes: { type: integer }, team: { type: string } } } } } } }
`;

// Below the package, whose dependencies the adapters import.
const folder = mkdtempSync(path.join(import.meta.dirname, "../../../.adapters-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const load = (file: string) => import(pathToFileURL(path.join(folder, file)).href);

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(path.join(folder, "openapi.yaml"), description);
  for (const { name, text } of blocks) writeFileSync(path.join(folder, name), text);
  const config = { apis: { shop: { openapi: "openapi.yaml", out: "generated", targets: ["client"] } } } as const;
  expect((await generate(config, { cwd: folder, cache: false })).ok).toBe(true);
});

const startShop = () =>
  startServer((request, response) => {
    const json = { "content-type": "application/json", etag: '"1"' };
    if (request.url === "/orders/late") return undefined;
    if (request.url === "/orders/moved") return response.writeHead(302, { location: "/orders/7" }).end();
    if (request.method === "DELETE") return response.writeHead(204).end();
    if (request.url === "/orders/none") return response.writeHead(404, json).end('{"reason":"none"}');
    if (request.url !== "/image") return response.writeHead(200, json).end('{"color":"blue"}');
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    return request.on("end", () =>
      response.writeHead(200, json).end(JSON.stringify({ bytes, team: request.headers["x-team"] })),
    );
  });

/** Without a platform: the root of an application, whose services Angular finds by themselves. */
function httpClient(...interceptors: HttpInterceptorFn[]): HttpClient {
  const providers = [
    { provide: ɵINJECTOR_SCOPE, useValue: "root" },
    provideZonelessChangeDetection(),
    provideHttpClient(withFetch(), withInterceptors(interceptors)),
  ];
  return createEnvironmentInjector(providers, Injector.NULL as EnvironmentInjector).get(HttpClient);
}

const adapters = {
  axios: async () => (await load("axios.ts")).axiosFetch(),
  ky: async () => (await load("ky.ts")).kyFetch(),
  angular: async () => (await load("angular.ts")).angularFetch(httpClient()),
};

describe.each(Object.entries(adapters))("the adapter of %s", (name, adapterOf) => {
  it("has at most 40 lines", () => {
    const lines = blocks
      .find((block) => block.name === `${name}.ts`)
      ?.text.trim()
      .split("\n").length;
    expect(lines).toBeLessThanOrEqual(40);
  });

  it("sends requests and returns responses of any status, as fetch does", async () => {
    await using server = await startShop();
    const { createClient } = await load("generated/client/index.gen.ts");
    const shop = createClient({ baseUrl: server.url, fetch: await adapterOf() });
    expect(await shop.getOrder({ path: { id: "7" } })).toMatchObject({
      status: 200,
      body: { color: "blue" },
      headers: { ETag: '"1"' },
    });
    expect(await shop.getOrder({ path: { id: "none" } })).toMatchObject({ status: 404, body: { reason: "none" } });
    expect(await shop.deleteOrder({ path: { id: "7" } })).toMatchObject({ status: 204 });
    const { body } = await shop.putImage({ body: { file: new Blob(["x".repeat(100_000)]) } });
    expect(body.bytes).toBeGreaterThan(100_000);
  });

  it("ends with the signal and the time limit of a call, and reports a connection that fails", async () => {
    await using server = await startShop();
    const { createClient } = await load("generated/client/index.gen.ts");
    const fetch = await adapterOf();
    const shop = createClient({ baseUrl: server.url, fetch });
    const late = { path: { id: "late" } };
    await expect(shop.getOrder(late, { timeout: 50 })).rejects.toMatchObject({ code: "timeout" });
    const reason = new Error("no longer needed");
    await expect(shop.getOrder(late, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const nowhere = createClient({ baseUrl: "http://127.0.0.1:1", fetch });
    await expect(nowhere.getOrder({ path: { id: "7" } })).rejects.toMatchObject({ code: "network" });
  });
});

it("axios reports the progress of an upload to its call, and follows no redirect", async () => {
  await using server = await startShop();
  const { uploadTo } = await load("use-axios.ts");
  const shares: number[] = [];
  const { body } = await uploadTo(server.url, new Blob(["x".repeat(300_000)]), (share: number) => shares.push(share));
  expect(body.bytes).toBeGreaterThan(300_000);
  expect(shares.at(-1)).toBe(1);
  const { createClient } = await load("generated/client/index.gen.ts");
  const shop = createClient({ baseUrl: server.url, fetch: await adapters.axios() });
  await expect(shop.getOrder({ path: { id: "moved" } })).rejects.toMatchObject({
    code: "unexpected_response",
    status: 302,
  });
});

it("hooks of ky and interceptors of Angular see the request", async () => {
  await using server = await startShop();
  const request = { body: { file: new Blob(["x"]) } };
  const { shopAt } = await load("use-ky.ts");
  expect(await shopAt(server.url, "paint").putImage(request)).toMatchObject({ body: { team: "paint" } });
  const { createClient } = await load("generated/client/index.gen.ts");
  const { angularFetch } = await load("angular.ts");
  const http = httpClient((sent, next) => next(sent.clone({ setHeaders: { "x-team": "ink" } })));
  const shop = createClient({ baseUrl: server.url, fetch: angularFetch(http) });
  expect(await shop.putImage(request)).toMatchObject({ body: { team: "ink" } });
});

it("a function of your own is called with operation and request", async () => {
  const { clientOf } = await load("own.ts");
  const shop = clientOf(async ({ method, url }: Request) => Response.json({ color: `${method} ${url}` }));
  expect(await shop.getOrder({ path: { id: "7" } })).toMatchObject({
    status: 200,
    body: { color: "GET http://local.example/orders/7" },
  });
  const failing = clientOf(async () => new Response(null, { status: 500 }));
  await expect(failing.getOrder({ path: { id: "7" } })).rejects.toThrow("getOrder: status is not described");
});

// Each alone: two of them give the options of `fetch` a member of the same name.
it.each(["axios", "ky", "angular", "own"])("the blocks for %s compile", async (name) => {
  const root = path.join(import.meta.dirname, "../../../..");
  const flags =
    "--noEmit --strict --exactOptionalPropertyTypes --target es2024 --module esnext --moduleResolution bundler --skipLibCheck --allowImportingTsExtensions --ignoreConfig --types node";
  const roots = ["--typeRoots", path.join(root, "node_modules/@types")];
  const files = blocks.flatMap((block) => (block.name.endsWith(`${name}.ts`) ? [block.name] : []));
  const tsc = path.join(root, "node_modules/.bin/tsc");
  const compiled = await promisify(execFile)(tsc, [...flags.split(" "), ...roots, ...files], { cwd: folder }).catch(
    (error) => error,
  );
  expect(compiled.stdout).toBe("");
  expect(files.length).toBe(name === "own" ? 1 : 2);
});
