// What may be read, and how much, on the command line and in a configuration.
import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ran } from "../../cli/in-process.ts";
import { Workspace } from "../../cli/workspace.ts";

const url = "https://example.com/schemas/order.yaml";

function descriptionOf(ref: string): string {
  const components = { schemas: { Order: { $ref: ref } } };
  return JSON.stringify({ openapi: "3.1.1", info: { title: "T", version: "1" }, paths: {}, components });
}

const order = "type: object\nproperties: { id: { type: string } }\n";

describe("--map", () => {
  const generate = ["generate", "--openapi", "api/openapi.json", "--out", "out", "--target", "types"];

  it("maps a URL to a file, and the manifest records it", async () => {
    const workspace = new Workspace({ "api/openapi.json": descriptionOf(url), "vendor/order.yaml": order });
    const map = ["--map", "https://example.com/schemas/=vendor"];
    expect((await ran(workspace.folder, ...generate)).text).toMatch(/openapi\.json:1:\d+ error ref-remote/);
    expect(existsSync(workspace.path("out"))).toBe(false);
    expect((await ran(workspace.folder, ...generate, ...map)).text).toMatch(/types +2 files, 2 written/);
    const types = workspace.read("out/types/schemas.gen.ts");
    expect(workspace.read("out/waybill.manifest.json")).toContain("--map https://example.com/schemas/=../vendor");
    expect(types).toContain("type Order");
    expect((await ran(workspace.folder, ...generate, ...map, "--check")).code).toBe(0);
    workspace.write("vendor/order.yaml", "type: string\n");
    expect((await ran(workspace.folder, ...generate, ...map, "--check")).text).toMatch(/stale-file/);
  });

  it("counts in lint, too", async () => {
    const workspace = new Workspace({ "openapi.json": descriptionOf(url), "vendor/order.yaml": order });
    expect((await ran(workspace.folder, "lint", "openapi.json")).code).toBe(1);
    const linted = await ran(workspace.folder, "lint", "openapi.json", "--map", `${url}=vendor/order.yaml`);
    expect(linted).toMatchObject({ code: 0, text: expect.stringMatching(/2 files, no errors/) });
  });

  it.each([
    ["--map", "vendor"],
    ["--map", "schemas/=vendor"],
    ["--map", "https://example.com/="],
    ["--limit", "files"],
    ["--limit", "files=0"],
    ["--limit", "file=3"],
    ["--limit", "depth=-1"],
  ])("rejects a malformed value: %s %s", async (flag, value) => {
    const workspace = new Workspace({ "api/openapi.json": descriptionOf("#/x") });
    const { code, text } = await ran(workspace.folder, ...generate, flag, value);
    expect([code, text]).toEqual([2, expect.stringContaining(`waybill: ${flag} ${value} `)]);
  });
});

describe("--root and --limit", () => {
  it("allow a folder, and less of something", async () => {
    const workspace = new Workspace({ "a/openapi.json": descriptionOf("../b/order.yaml"), "b/order.yaml": order });
    const folder = workspace.path("a");
    expect((await ran(folder, "lint", "openapi.json")).text).toMatch(/ref-outside/);
    expect((await ran(folder, "lint", "openapi.json", "--root", "../b")).code).toBe(0);
    // A description in the working directory may refer to what else is in it.
    expect((await ran(workspace.folder, "lint", "a/openapi.json")).code).toBe(0);
    expect((await ran(workspace.folder, "lint", "a/openapi.json", "--limit", "files=1")).text).toMatch(/over-limit/);
  });
});

describe("what a raised limit accepts", () => {
  const nested = (depth: number): string => `${'{"items":'.repeat(depth)}{}${"}".repeat(depth)}`;
  const description = (depth: number): string =>
    `{"openapi":"3.1.1","info":{"title":"T","version":"1"},"paths":{},"components":{"schemas":{"A":${nested(depth)}}}}`;

  it.each([2_000, 50_000])("still ends in an error of the description: %d levels", async (depth) => {
    const workspace = new Workspace({ "openapi.json": description(depth) });
    const generate = ["generate", "--openapi", "openapi.json", "--out", "out", "--limit", "depth=100000"];
    const { code, text } = await ran(workspace.folder, ...generate);
    expect([code, text]).toEqual([
      1,
      expect.stringMatching(/^(openapi\.json:1:\d+ )?error too-deep: .*\n[\s\S]*hint: /),
    ]);
    expect(existsSync(workspace.path("out"))).toBe(false);
  });

  it("is still checked against the limit of the output size", async () => {
    const named = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, at) => [`Schema${at}`, { description: "x".repeat(400) }]),
    );
    const text = JSON.stringify({
      openapi: "3.1.1",
      info: { title: "T", version: "1" },
      paths: {},
      components: { schemas: named },
    });
    const workspace = new Workspace({ "openapi.json": text });
    const generate = ["generate", "--openapi", "openapi.json", "--out", "out", "--limit", "outputMegabytes=1"];
    expect((await ran(workspace.folder, ...generate)).text).toMatch(
      /openapi\.json:1:1 error over-limit: more than 1 megabytes of generated code/,
    );
    expect(existsSync(workspace.path("out"))).toBe(false);
  });
});

describe("a configuration", () => {
  const apis = { shop: { openapi: "openapi.json", out: "out", targets: ["types"] } };
  const config = (members: object): string => JSON.stringify({ apis, ...members });

  it("says all of it, relative to its folder", async () => {
    const workspace = new Workspace({
      "a/waybill.config.json": config({ map: { [url]: "../b/order.yaml" } }),
      "a/openapi.json": descriptionOf(url),
      "b/order.yaml": order,
    });
    const folder = workspace.path("a");
    expect((await ran(folder, "generate")).code).toBe(0);
    workspace.write("a/openapi.json", descriptionOf("../b/order.yaml"));
    expect((await ran(folder, "generate")).code).toBe(0);
    workspace.write("a/waybill.config.json", config({}));
    expect((await ran(folder, "generate")).text).toMatch(/ref-outside/);
    workspace.write("a/waybill.config.json", config({ roots: ["../b"] }));
    expect((await ran(folder, "generate")).code).toBe(0);
    workspace.write("a/waybill.config.json", config({ roots: ["../b"], limits: { files: 1 } }));
    expect((await ran(folder, "generate")).text).toMatch(/over-limit/);
  });

  it.each([
    [{ map: { schemas: "vendor" } }, "map.schemas is not a URL"],
    [{ map: { [url]: 1 } }, "must be a non-empty string"],
    [{ map: [] }, "map must be an object"],
    [{ roots: "b" }, "roots must be a list"],
    [{ roots: [1] }, "must be a non-empty string"],
    [{ limits: { files: 1.5 } }, "limits.files must be a whole number above 0"],
    [{ limits: { file: 1 } }, "limits.file is not a field of the configuration"],
  ])("is rejected with a wrong field: %j", async (members, message) => {
    const workspace = new Workspace({ "waybill.config.json": config(members), "openapi.json": descriptionOf("#/x") });
    const { code, text } = await ran(workspace.folder, "generate");
    expect([code, text]).toEqual([2, expect.stringContaining(message)]);
  });
});

it("the manifest leads nowhere but to plain files", async () => {
  const workspace = new Workspace({
    "waybill.config.json": "",
    "openapi.json": descriptionOf("order.yaml"),
    "order.yaml": order,
  });
  const apis = { shop: { openapi: "openapi.json", out: "out", targets: ["types"] } };
  workspace.write("waybill.config.json", JSON.stringify({ apis }));
  expect((await ran(workspace.folder, "generate")).code).toBe(0);
  const zero = path.relative(workspace.folder, "/dev/zero");
  workspace.edit("waybill.manifest.json", '"order.yaml"', JSON.stringify(zero));
  expect((await ran(workspace.folder, "check")).text).toMatch(/stale-file/);
});
