// `waybill init`: what someone does right after it works: the first call, and `tsc --init`.
import { expect, it } from "vitest";
import { served } from "../run/config/served.ts";
import { ran } from "./in-process.ts";
import { Workspace } from "./workspace.ts";

const openapi = 'openapi: 3.1.0\ninfo: { title: Shop, version: "1" }\npaths: {}\n';

function manifest(members: object): string {
  return JSON.stringify({ name: "shop", type: "module", ...members });
}

it.each([
  [
    "the first server",
    "servers: [{ url: https://api.shop.example/v2/ }, { url: http://localhost }]",
    "https://api.shop.example/v2",
  ],
  ["a server with variables", 'servers: [{ url: "https://{region}.shop.example" }]', "https://api.example.com"],
  ["a server without a host", "servers: [{ url: /v2 }]", "https://api.example.com"],
])("the first call goes to %s", async (_, servers, address) => {
  const workspace = new Workspace({ "package.json": manifest({}), "openapi.yaml": `${openapi}${servers}\n` });
  expect((await ran(workspace.folder, "init")).text).toContain(`createClient({ baseUrl: "${address}" })`);
});

it("the first call goes to the host of Swagger 2.0", async () => {
  const swagger = 'swagger: "2.0"\ninfo: { title: Shop, version: "1" }\nhost: shop.example\nbasePath: /v1\npaths: {}\n';
  const workspace = new Workspace({ "package.json": manifest({}), "swagger.yaml": swagger });
  expect((await ran(workspace.folder, "init", "swagger.yaml")).text).toContain('baseUrl: "https://shop.example/v1"');
});

it.each([
  ["", ""],
  ["/v2", ',"servers":[{"url":"/v2"}]'],
])("the first call goes to the server that the description was read from, with %j", async (path, servers) => {
  const document = `{"openapi":"3.1.0","info":{"title":"Shop","version":"1"},"paths":{}${servers}}`;
  const { url } = await served({ "/openapi.json": document });
  const workspace = new Workspace({ "package.json": manifest({}) });
  expect((await ran(workspace.folder, "init", `${url}/openapi.json`)).text).toContain(`baseUrl: "${url}${path}"`);
});

it("the first call of a large API brings one operation into a bundle", async () => {
  const path = (at: number): string => `  /notes${at}: { get: { operationId: notes/list-${at}, responses: {} } }`;
  const paths = Array.from({ length: 101 }, (_, at) => path(at)).join("\n");
  const description = openapi.replace("paths: {}", `paths:\n${paths}`);
  const workspace = new Workspace({ "package.json": manifest({}), "openapi.yaml": description });
  const { text } = await ran(workspace.folder, "init");
  expect(text).toContain("import { createSend, notesList0 } from");
  expect(text).toContain("send(notesList0, …) brings only that operation into a bundle");
});

it("tsc --init in a CommonJS package neither compiles the configuration nor rejects its imports", async () => {
  const devDependencies = { typescript: "5.9" };
  const workspace = new Workspace({
    "package.json": manifest({ type: "commonjs", devDependencies }),
    "openapi.yaml": openapi,
  });
  const { text } = await ran(workspace.folder, "init");
  expect(text).toContain('chose    importExtension ".js": tsc resolves it');
  expect(text).toContain("created  waybill.config.mjs\n");
});
