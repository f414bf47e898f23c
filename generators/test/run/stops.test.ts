// An error of a description stops the targets whose output it would make wrong, and no others.
import { describe, expect, test } from "vitest";
import { ambiguous, openapi, shop } from "../cli/shop.ts";
import { Workspace } from "../cli/workspace.ts";

const targets = ["types", "server", "client"];

function workspaceOf(description: string, api: object = {}): Workspace {
  const config = { apis: { shop: { openapi: "openapi.yaml", out: "gen", targets, ...api } } };
  return new Workspace({ ...shop, "openapi.yaml": description, "waybill.config.json": JSON.stringify(config) });
}

interface Json {
  readonly ok: boolean;
  readonly targets: readonly { readonly target: string }[];
  readonly stopped: readonly object[];
  readonly diagnostics: readonly { readonly code: string; readonly severity: string }[];
}

async function json(workspace: Workspace, ...args: string[]): Promise<{ code: number | null; result: Json }> {
  const { code, stdout } = await workspace.run([...args, "--json"]);
  return { code, result: JSON.parse(stdout) };
}

describe("two paths of a configuration that match the same requests", () => {
  test("stop the server; the other targets are written, and no later run calls that unchanged", async () => {
    const workspace = workspaceOf(ambiguous);
    for (const _ of ["first", "again"]) {
      const { code, stderr, stdout } = await workspace.run(["generate"]);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^openapi\.yaml:\d+:\d+ error ambiguous-path/);
      expect(stdout).toMatch(/^server +not generated: ambiguous-path\ntypes .*\nzod .*\nclient .*\nruntime .*\ntotal /);
    }
    const files = Object.keys(workspace.snapshot("gen"));
    expect(new Set(files.map((file) => file.split("/")[0]))).toEqual(new Set(["types", "zod", "client", "runtime"]));
    expect(await json(workspace, "check")).toMatchObject({
      code: 1,
      result: { ok: false, stopped: [{ api: "shop", target: "server", codes: ["ambiguous-path"] }] },
    });
  });

  test("are a warning where no target depends on it", async () => {
    const workspace = workspaceOf(ambiguous);
    const { code, result } = await json(workspace, "generate", "--target", "client");
    expect(code).toBe(0);
    expect(result.diagnostics).toMatchObject([{ code: "ambiguous-path", severity: "warning" }]);
    expect((await workspace.run(["check", "--target", "client"])).code).toBe(0);
    expect((await workspace.run(["generate"])).code).toBe(1);
    expect((await workspace.run(["check"])).code).toBe(1);
  });

  test("leave the server of the last run as it is, until they are gone", async () => {
    const workspace = workspaceOf(openapi);
    expect((await workspace.run(["generate"])).code).toBe(0);
    const server = workspace.snapshot("gen/server");
    workspace.write("openapi.yaml", ambiguous);
    expect((await workspace.run(["generate"])).code).toBe(1);
    expect(workspace.read("gen/client/operations.gen.ts")).toContain("deleteOrder");
    expect(workspace.snapshot("gen/server")).toEqual(server);
    const { result } = await json(workspace, "check");
    expect(result.diagnostics.map(({ code }) => code)).toEqual(["ambiguous-path"]);
    workspace.edit("openapi.yaml", "/orders/{key}:", "/items/{key}:");
    expect((await workspace.run(["generate"])).code).toBe(0);
    expect(workspace.read("gen/server/routes.gen.ts")).toContain("deleteOrder");
    expect((await workspace.run(["generate"])).stdout).toContain("unchanged");
  });
});

test("an error of one API stops its own targets, which are named by it", async () => {
  const of = (file: string): object => ({ openapi: file, out: `gen/${file}`, targets: ["server"] });
  const config = JSON.stringify({ apis: { shop: of("openapi.yaml"), market: of("market.yaml") } });
  const workspace = new Workspace({
    ...shop,
    "openapi.yaml": ambiguous,
    "market.yaml": openapi,
    "waybill.config.json": config,
  });
  const { code, stdout } = await workspace.run(["generate"]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^shop\/server {3}not generated: ambiguous-path\n/);
  expect(stdout).toMatch(/^market\/server .* written/m);
  expect(Object.keys(workspace.snapshot("gen"))).not.toContain("openapi.yaml/server/routes.gen.ts");
});

test("a target of the user is stopped if it needs a stopped one", async () => {
  const files = {
    ...shop,
    "openapi.yaml": ambiguous,
    "waybill.config.mjs": `
      const target = (name, needs) => {
        const made = { name, summary: "x", needs, render: () => [{ path: name + ".gen.md", text: name }], with: () => made };
        return made;
      };
      export default { apis: { shop: { openapi: "openapi.yaml", out: "gen", targets: [target("docs", ["types"]), target("routes", ["server"])] } } };
    `,
  };
  const { code, result } = await json(new Workspace(files), "generate");
  expect(code).toBe(1);
  expect(result.stopped).toMatchObject([{ target: "server" }, { target: "routes", codes: ["ambiguous-path"] }]);
  expect(result.targets.map(({ target }) => target)).toEqual(["types", "zod", "docs", "runtime"]);
});

describe("a default that its schema rejects", () => {
  const inBody = `${shop["schemas/order.yaml"]}    default: 7\n`;
  const inQuery = openapi.replace(
    "      responses:",
    "        - { name: limit, in: query, schema: { type: integer, default: many } }\n      responses:",
  );

  test("is left out with a warning where nothing applies it", async () => {
    const workspace = workspaceOf(openapi);
    workspace.write("schemas/order.yaml", inBody);
    const { code, result } = await json(workspace, "generate");
    expect(code).toBe(0);
    expect(result.diagnostics).toMatchObject([{ code: "invalid-default", severity: "warning" }]);
    expect(workspace.read("gen/types/schemas.gen.ts")).not.toContain("@default");
  });

  test("stops the server that would apply it to a parameter", async () => {
    const { code, result } = await json(workspaceOf(inQuery), "generate");
    expect(code).toBe(1);
    expect(result.stopped).toEqual([{ api: "shop", target: "server", codes: ["invalid-default"] }]);
  });
});
