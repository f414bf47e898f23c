// The code that generated code calls: in one folder for all that share it, only what they call, or in the package.
import { existsSync, globSync } from "node:fs";
import { expect, test } from "vitest";
import { toolkitVersion } from "../../src/run/toolkit.ts";
import { Workspace } from "../cli/workspace.ts";

function shop(operations: object): string {
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    servers: [{ url: "https://shop.example" }],
    paths: { "/orders": operations },
  });
}

const responses = { 200: { description: "OK", content: { "application/json": { schema: { type: "object" } } } } };
const listing = shop({ get: { operationId: "listOrders", responses } });
const sending = shop({
  get: { operationId: "listOrders", responses },
  post: {
    operationId: "sendPicture",
    requestBody: {
      content: { "multipart/form-data": { schema: { type: "object", properties: { picture: { type: "string" } } } } },
    },
    responses,
  },
});

function configOf(apis: Readonly<Record<string, object>>): string {
  return JSON.stringify({ apis });
}

function generatedIn(workspace: Workspace): string[] {
  return globSync("**/runtime/*.gen.ts", { cwd: workspace.path("src") })
    .map((file) => file.replaceAll("\\", "/"))
    .sort();
}

const api = { openapi: "openapi.json", targets: ["client", "server"] };

test("all APIs of a configuration share one folder, and no file is there twice", async () => {
  const apis = { one: { ...api, out: "src/one" }, two: { ...api, out: "src/two" } };
  const workspace = new Workspace({ "openapi.json": sending, "waybill.config.json": configOf(apis) });
  const run = await workspace.run(["generate"]);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  const names = ["checks", "client", "middleware", "node", "requests", "send", "serve", "server", "wire", "zod"];
  expect(generatedIn(workspace)).toEqual(names.map((name) => `runtime/${name}.gen.ts`));
  expect(workspace.read("src/two/client/index.gen.ts")).toContain('from "../../runtime/send.gen.ts";');
  expect((await workspace.run(["check"])).code).toBe(0);
});

test("an API whose files are written otherwise has a folder of its own", async () => {
  const apis = { one: { ...api, out: "src/one" }, two: { ...api, out: "src/two", importExtension: ".js" } };
  const workspace = new Workspace({ "openapi.json": listing, "waybill.config.json": configOf(apis) });
  await workspace.run(["generate"]);
  expect(generatedIn(workspace)).toContain("one/runtime/send.gen.ts");
  expect(workspace.read("src/two/runtime/send.gen.ts")).toContain('from "./client.gen.js";');
});

test("what no operation needs is not there, and goes when the last one is gone that needed it", async () => {
  const config = configOf({ shop: { ...api, targets: ["client"], out: "src", extras: "none" } });
  const workspace = new Workspace({ "openapi.json": sending, "waybill.config.json": config });
  await workspace.run(["generate"]);
  expect(workspace.read("src/runtime/wire.gen.ts")).toContain("function multipart");
  workspace.write("openapi.json", listing);
  expect((await workspace.run(["generate"])).code).toBe(0);
  expect(workspace.read("src/runtime/wire.gen.ts")).not.toContain("function multipart");
  expect(existsSync(workspace.path("src/runtime/pages.gen.ts"))).toBe(false);
  expect(workspace.read("src/client/index.gen.ts")).not.toContain("withRetries");
});

test("a target that an error stops keeps all that its files may call", async () => {
  const config = configOf({ shop: { ...api, out: "src" } });
  const workspace = new Workspace({ "openapi.json": sending, "waybill.config.json": config });
  await workspace.run(["generate"]);
  const path = (name: string): object => ({ [`/orders/{${name}}`]: idPath(name) });
  const { paths, ...rest } = JSON.parse(listing);
  workspace.write("openapi.json", JSON.stringify({ ...rest, paths: { ...paths, ...path("key"), ...path("id") } }));
  const { stderr } = await workspace.run(["generate"]);
  expect(stderr).toContain("ambiguous-path");
  expect(workspace.read("src/server/routes.gen.ts")).toContain("multipart");
  expect(workspace.read("src/runtime/wire.gen.ts")).toContain("function multipart");
});

/** An operation at a path with one parameter. */
function idPath(name: string): object {
  const parameters = [{ name, in: "path", required: true, schema: { type: "string" } }];
  const method = name === "id" ? "delete" : "put";
  return { [method]: { operationId: `by-${name}`, parameters, responses } };
}

test("with the package there is no folder, and files import from it", async () => {
  const config = configOf({ shop: { ...api, targets: ["client"], out: "src", runtime: "package" } });
  const workspace = new Workspace({ "openapi.json": sending, "waybill.config.json": config });
  await workspace.run(["generate"]);
  expect(generatedIn(workspace)).toEqual([]);
  expect(workspace.read("src/client/index.gen.ts")).toContain('export * from "@waybill/runtime/exports/client";');
  expect(workspace.read("src/client/client.gen.ts")).toContain('from "@waybill/runtime/send";');
});

test("a run for which nothing else has changed reports another version of the package", async () => {
  const config = configOf({ shop: { ...api, targets: ["client"], out: "src", runtime: "package" } });
  const manifest = "node_modules/@waybill/runtime/package.json";
  const installed = (version: string): string => JSON.stringify({ name: "@waybill/runtime", version });
  const workspace = new Workspace({
    "openapi.json": sending,
    "waybill.config.json": config,
    [manifest]: installed(toolkitVersion()),
  });
  await workspace.run(["generate"]);
  expect(await workspace.run(["generate"])).toMatchObject({ code: 0, stderr: "" });
  workspace.write(manifest, installed("0.0.9"));
  const { code, stderr } = await workspace.run(["check"]);
  expect(stderr).toContain("runtime-version");
  expect(code).toBe(1);
});

test.each([{ int64: "bigint" }, { zod: "mini" }])(
  "the package has no variant for %j, which is an error",
  async (options) => {
    const config = configOf({ shop: { ...api, out: "src", runtime: "package", ...options } });
    const workspace = new Workspace({ "openapi.json": listing, "waybill.config.json": config });
    const { code, stderr } = await workspace.run(["generate"]);
    expect(code).toBe(2);
    expect(stderr).toContain("the package of the runtime has no variant for");
  },
);
