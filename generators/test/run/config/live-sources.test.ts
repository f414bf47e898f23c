// Descriptions that servers send: a development server in a configuration, and any URL on the command line.

import { existsSync } from "node:fs";
import type { RequestListener } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
import { check, generate } from "../../../src/entries/index.ts";
import { fetchable, fetched, isPrivateHost } from "../../../src/run/config/sources/fetched.ts";
import { integrityOf } from "../../../src/run/config/sources/remote-file.ts";
import { ran, ranApart } from "../../cli/in-process.ts";
import { openapi, order, orderTypes } from "../../cli/shop.ts";
import { Workspace } from "../../cli/workspace.ts";
import { served } from "./served.ts";

const asJson = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: {},
  components: { schemas: { Order: { type: "object", properties: { id: { type: "string" } } } } },
});

function liveConfig(url: string): Record<string, string> {
  const api = { openapi: { url, live: true }, out: "gen", targets: ["types"] };
  return { "waybill.config.json": JSON.stringify({ apis: { shop: api } }) };
}

test("a live document is read at each run, with what it refers to; messages, headers and the manifest name its URL", async () => {
  const responses = { "/openapi.yaml": openapi, "/schemas/order.yaml": order };
  const { url, asked } = await served(responses);
  const workspace = new Workspace(liveConfig(`${url}/openapi.yaml`));
  expect(await ranApart(workspace.folder, ["generate"])).toMatchObject({ code: 0, stderr: "" });
  expect(workspace.read(orderTypes)).toContain(`from ${url}/openapi.yaml. Do not edit`);
  expect(workspace.read(orderTypes)).toContain(`@see ${url}/schemas/order.yaml#/`);
  expect(Object.keys(JSON.parse(workspace.read("waybill.manifest.json")).inputs)).toEqual([
    `${url}/openapi.yaml`,
    `${url}/schemas/order.yaml`,
  ]);
  expect(existsSync(workspace.path(".waybill"))).toBe(false);
  asked.length = 0;
  expect((await ran(workspace.folder, "generate")).text).toContain("unchanged");
  expect(asked).toEqual(["/openapi.yaml", "/schemas/order.yaml"]);
  expect(await ran(workspace.folder, "check")).toMatchObject({ code: 0 });
  responses["/schemas/order.yaml"] = order.replace("note:", "remark:");
  expect((await ran(workspace.folder, "check")).text).toContain("the description has changed since it was generated");
  expect(await ran(workspace.folder, "generate")).toMatchObject({ code: 0 });
  expect(workspace.read(orderTypes)).toContain("remark?: string");
  responses["/schemas/order.yaml"] = order.replace("type: string", "type: string\n    nullable: true");
  expect(await ran(workspace.folder, "generate")).toMatchObject({ code: 0 });
  expect(JSON.parse(workspace.read("waybill.manifest.json")).tolerated).toHaveProperty([`${url}/schemas/order.yaml`]);
  expect((await ran(workspace.folder, "generate")).text).toMatch(
    new RegExp(`^${url}/schemas/order\\.yaml:\\d+:\\d+ tolerated foreign-keyword`),
  );
  responses["/schemas/order.yaml"] = order.replace("type: string", "type: strng");
  expect((await ran(workspace.folder, "generate", "--strict")).text).toContain(
    `${url}/schemas/order.yaml:6:11 error unknown-type`,
  );
});

test("JSON at a URL without an ending is read as JSON", async () => {
  const { url } = await served({ "/api-json": asJson.replace('"3.1.0"', '"3.1.0",') });
  const workspace = new Workspace(liveConfig(`${url}/api-json`));
  expect((await ran(workspace.folder, "generate")).text).toMatch(/api-json:1:\d+ error invalid-json/);
});

test.each([{ CI: "true" }, { TF_BUILD: "True" }, { JENKINS_URL: "http://ci" }])(
  "a live document is not checked in CI: %j",
  async (env) => {
    const { url, asked } = await served({ "/openapi.json": asJson });
    const workspace = new Workspace(liveConfig(`${url}/openapi.json`));
    expect(await ranApart(workspace.folder, ["generate"], env)).toMatchObject({ code: 0 });
    asked.length = 0;
    const [[name, value] = []] = Object.entries(env);
    for (const words of [["check"], ["generate", "--check"]]) {
      const { code, stderr } = await ranApart(workspace.folder, words, env);
      expect(stderr).toBe(
        `waybill: waybill.config.json: apis.shop.openapi: ${url}/openapi.json is not pinned, so the result of this check would depend on the current content of the URL (${name}=${value})\n` +
          `hint: pin it: waybill pin ${url}/openapi.json --write; or check in a copy, and name that\n`,
      );
      expect(code).toBe(2);
    }
    expect(asked).toEqual([]);
    expect(await ranApart(workspace.folder, ["check"], { CI: "false" })).toMatchObject({ code: 0 });
  },
);

const page: RequestListener = (_, response) => void response.writeHead(200).end("\n<!DOCTYPE html><html></html>");
const denied: RequestListener = (_, response) => void response.writeHead(401).end();
const broken: RequestListener = (_, response) => void response.writeHead(500).end("oops");
const moved: RequestListener = (_, response) => void response.writeHead(307, { location: "http://localhost:1/" }).end();
const big: RequestListener = (_, response) => void response.writeHead(200).end(Buffer.alloc(2 ** 20 + 1, " "));
const binary: RequestListener = (_, response) => void response.writeHead(200).end(Buffer.from([0xff, 0xfe, 0x00]));
test.each<[string, RequestListener, string]>([
  [
    "an HTML page",
    page,
    "it responds with an HTML page, not with a description\nhint: name the document that the page loads, such as /openapi.json",
  ],
  ["a lack of credentials", denied, "it responds with 401\nhint: Waybill sends no credentials: download"],
  ["a failure", broken, "it responds with 500\nhint: check the server's log"],
  ["a redirect to another origin", moved, "it redirects to http://localhost:1/: use that URL if it is the right one"],
  ["more than may be", big, "it is larger than 1 MB: raise the limit with --limit fileMegabytes=…"],
  ["what is no text", binary, "it is not UTF-8"],
])("a server that responds with %s is reported with a way out", async (_, response, said) => {
  const { url } = await served({ "/openapi.json": response });
  const workspace = new Workspace(liveConfig(`${url}/openapi.json`));
  const { code, text } = await ran(workspace.folder, "generate", "--limit", "fileMegabytes=1");
  expect(text).toContain(`apis.shop.openapi: ${url}/openapi.json cannot be fetched: ${said}`);
  expect(code).toBe(2);
});

test.each(["127.0.0.1", "localhost"])("a server on %s that is down is reported as such", async (host) => {
  const { url, stop } = await served({});
  await stop();
  const down = url.replace("127.0.0.1", host);
  const { code, text } = await ran(new Workspace(liveConfig(`${down}/openapi.json`)).folder, "generate");
  expect(text).toContain(
    `${down}/openapi.json cannot be fetched: no server listens there\nhint: start the server, or correct the address\n`,
  );
  expect(code).toBe(2);
});

test("live is for servers nearby", async () => {
  const { code, text } = await ran(new Workspace(liveConfig("https://api.example.com/a.json")).folder, "generate");
  expect(text).toContain(
    "live is for a server on this machine or in a private network, and https://api.example.com/a.json is neither\nhint: waybill pin https://api.example.com/a.json --write",
  );
  expect(code).toBe(2);
});

test.each([
  [{ url: "http://localhost:1/a", live: false }, "apis.shop.openapi.live must be true"],
  [{ url: "http://localhost:1/a", live: true, integrity: "x" }, "has both live and an integrity"],
  ["http://localhost:1/a", 'is a URL without an integrity\nhint: write { url: "http://localhost:1/a", live: true }'],
])("a contradictory live document is refused: %j", async (document, said) => {
  const config = { apis: { shop: { openapi: document, out: "gen" } } };
  const { text } = await ran(new Workspace({ "waybill.config.json": JSON.stringify(config) }).folder, "generate");
  expect(text).toContain(said);
});

test("private hosts: this machine, private networks, names without a public meaning; link-local addresses are none", () => {
  const isPrivate = (host: string): boolean => isPrivateHost(new URL(`http://${host}:3000/`));
  const near = ["localhost", "127.1.2.3", "[::1]", "0.0.0.0", "10.1.2.3", "172.31.0.1", "192.168.1.2", "[fd00::1]"];
  expect(
    [...near, "api", "API.local", "shop.localhost", "host.docker.internal"].filter((host) => !isPrivate(host)),
  ).toEqual([]);
  const far = [
    "8.8.8.8",
    "172.32.0.1",
    "169.254.169.254",
    "[fe80::1]",
    "[2001:db8::1]",
    "example.com",
    "localhost.example.com",
  ];
  expect(far.filter(isPrivate)).toEqual([]);
  expect(fetchable("http://192.168.1.2/openapi.json")).toHaveProperty("url");
  expect(fetchable("http://example.com/openapi.json")).toHaveProperty("reason");
});

const toTypes = ["--out", "gen", "--target", "types"];

test("a URL in flags is fetched; the run prints its hash, and how to pin it", async () => {
  const responses = { "/v1/openapi.yaml": openapi, "/v1/schemas/order.yaml": order };
  const { url, asked } = await served(responses);
  const workspace = new Workspace();
  const words = ["--openapi", `${url}/v1/openapi.yaml`, ...toTypes];
  expect(await ranApart(workspace.folder, ["generate", ...words])).toMatchObject({
    code: 0,
    stderr: `fetched ${url}/v1/openapi.yaml: ${integrityOf(Buffer.from(openapi))}\n  waybill init ${url}/v1/openapi.yaml writes a configuration for it\n`,
  });
  expect(workspace.read("gen/waybill.manifest.json")).toContain(
    `waybill generate --openapi ${url}/v1/openapi.yaml --out <dir>`,
  );
  expect(await ranApart(workspace.folder, ["check", ...words])).toMatchObject({ code: 0 });
  asked.length = 0;
  const inCi = await ranApart(workspace.folder, ["check", ...words], { CI: "1" });
  expect(inCi.stderr).toContain(`--openapi: ${url}/v1/openapi.yaml is not pinned`);
  expect(inCi.code).toBe(2);
  expect(asked).toEqual([]);
});

test("what a fetched document refers to elsewhere is not fetched: the error is at the reference, and the reason is printed", async () => {
  const elsewhere = await served({ "/order.yaml": order });
  const { url } = await served({
    "/openapi.yaml": openapi.replace("schemas/order.yaml", `${elsewhere.url}/order.yaml`),
  });
  const { code, text } = await ran(new Workspace().folder, "generate", "--openapi", `${url}/openapi.yaml`, ...toTypes);
  expect(text).toContain(`${url}/openapi.yaml:15:31 error ref-remote`);
  expect(text).toContain(
    `not fetched: ${url}/openapi.yaml refers to ${elsewhere.url}/order.yaml, which is another origin: map it to a copy\n`,
  );
  expect(code).toBe(1);
  expect(elsewhere.asked).toEqual([]);
});

test("lint, diff and check take URLs too, and name them in messages", async () => {
  const responses = {
    "/openapi.yaml": openapi,
    "/new.yaml": openapi.replace("getOrder", "readOrder"),
    "/schemas/order.yaml": order,
  };
  const { url } = await served(responses);
  const workspace = new Workspace();
  for (const words of [
    ["lint", `${url}/openapi.yaml`],
    ["lint", "--openapi", `${url}/openapi.yaml`],
  ])
    expect(await ranApart(workspace.folder, words)).toMatchObject({ code: 0, stderr: "" });
  const diff = await ranApart(workspace.folder, ["diff", `${url}/openapi.yaml`, `${url}/new.yaml`]);
  expect(diff.stdout).toContain(`${url}/new.yaml:6:7 major operation-renamed`);
  responses["/schemas/order.yaml"] = order.replace("type: string", "type: strng");
  for (const words of [
    ["lint", `${url}/openapi.yaml`],
    ["diff", `${url}/openapi.yaml`, `${url}/openapi.yaml`, "--strict"],
  ])
    expect((await ran(workspace.folder, ...words)).text).toContain(`${url}/schemas/order.yaml:6:11 error unknown-type`);
});

test("every command that reads a description takes --tolerate", async () => {
  const faulty = order.replace("maxLength: 80", "nullable: true");
  const { url } = await served({ "/openapi.yaml": openapi, "/schemas/order.yaml": faulty });
  const entry = `${url}/openapi.yaml`;
  const flags = ["--openapi", entry];
  const workspace = new Workspace({
    "package.json": '{ "name": "shop", "version": "1.0.0" }',
    ".changeset/config.json": "{}",
  });
  for (const words of [
    ["generate", ...flags, ...toTypes],
    ["check", ...flags, ...toTypes],
    ["lint", ...flags],
    ["lint", entry],
    ["diff", entry, entry],
    ["changeset", ...flags, "--base", entry, "--package", "shop", "--dry-run"],
  ]) {
    expect(await ran(workspace.folder, ...words, "--tolerate", "foreign-keyword,invalid-default")).toMatchObject({
      code: 0,
    });
  }
});

test("programs do not check live documents in CI either", async () => {
  const { url } = await served({ "/openapi.json": asJson });
  const config = { apis: { shop: { openapi: { url: `${url}/openapi.json`, live: true as const }, out: "gen" } } };
  const { folder } = new Workspace();
  vi.stubEnv("CI", "true");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await generate(config, { cwd: folder })).toMatchObject({ ok: true });
  expect(await check(config, { cwd: folder })).toMatchObject({
    ok: false,
    usage: [{ message: expect.stringContaining("is not pinned"), hint: expect.stringContaining("--write") }],
  });
});

test("the page around a file on GitHub names the file", async () => {
  const fetch = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response("<!doctype html>"));
  onTestFinished(() => fetch.mockRestore());
  const url = new URL("https://github.com/acme/api/blob/main/spec/openapi.yaml");
  expect(await fetched(url, { milliseconds: 1000, bytes: 1000 })).toMatchObject({
    hint: "the file itself is https://raw.githubusercontent.com/acme/api/main/spec/openapi.yaml",
  });
});

test("a server that does not respond in time is reported as such", async () => {
  const { url } = await served({ "/slow": () => undefined });
  expect(await fetched(new URL(`${url}/slow`), { milliseconds: 50, bytes: 1000 })).toMatchObject({
    reason: "it did not respond within 0.05 s",
    isDown: true,
  });
});
