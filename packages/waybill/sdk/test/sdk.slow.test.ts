// `waybill sdk`: what init writes, what update follows and leaves alone, and what --check reports.
import { execFileSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Workspace } from "../../../../generators/test/cli/workspace.ts";
import { resourceMethods } from "../src/resource-methods.ts";
import { callsOfMethods, differencesOfReference, expectedDifferences, publishedSdk } from "./published-sdk.ts";
import { shop } from "./shop.ts";

const init = ["sdk", "init", "--openapi", "openapi.yaml", "--out", "sdk", "--name", "@acme/shop"];

async function created(description = shop, ...words: readonly string[]): Promise<Workspace> {
  const workspace = new Workspace({ "openapi.yaml": description });
  const { code, stderr } = await workspace.run([...init, ...words]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return workspace;
}

const update = (workspace: Workspace, ...words: readonly string[]) =>
  workspace.run(["sdk", "update", "--out", "sdk", ...words]);

describe("sdk init", () => {
  test("writes a package whose client has resources, credentials of the environment and idempotent retries", async () => {
    const workspace = await created();
    const client = workspace.read("sdk/src/generated/sdk/client.gen.ts");
    expect(client).toContain('export function createShop(options?: ShopOptions): Client<PatientCallOptions, "throws">');
    expect(client).toContain('baseUrl: baseUrl ?? env["SHOP_BASE_URL"] ?? baseUrlsOf(servers)');
    expect(client).toContain('key: env["SHOP_KEY"]');
    expect(client).toContain('selects: ({ id }) => ["createOrder"].includes(id)');
    expect(client).toContain('userAgent: string | null = "acme-shop/0.0.0"');
    expect(workspace.read("sdk/api.md")).toContain(
      "- `client.orders.create(request: CreateOrderRequest)` -> `CreateOrderResponse`: `POST /orders`. Place an order.",
    );
    // An object without members would be no field, and no parameter.
    expect(workspace.read("sdk/test/operations.gen.test.ts")).toContain(
      "client.settings.updateSettings({ query: { of: { invoices: true } }, body: { set: { invoices: true } } })",
    );
    // A schema of this name comes before the error of the client.
    expect(workspace.read("sdk/src/generated/sdk/index.gen.ts")).toContain("ApiError as ShopApiError");
    expect(JSON.parse(workspace.read("sdk/jsr.json"))).toMatchObject({ name: "@acme/shop", exports: "./src/index.ts" });
    expect(JSON.parse(workspace.read("sdk/package.json"))).toMatchObject({
      sideEffects: false,
      publishConfig: { provenance: true },
      exports: { ".": { import: { types: "./dist/index.d.mts" }, require: { types: "./dist/index.d.cts" } } },
    });
    expect(workspace.read("sdk/.github/workflows/release.yml")).toContain("id-token: write");
    expect((await update(workspace, "--check")).code).toBe(0);
  });

  test("the README has the code of its examples", async () => {
    const workspace = await created();
    const readme = workspace.read("sdk/README.md");
    expect(readme).toContain("A typed client of The Shop API: All of it.\n");
    const blocks = [...readme.matchAll(/```ts title="(.*?)"\n([\s\S]*?\n)```/g)];
    expect(blocks.map(([, file]) => file)).toEqual(
      ["first-call", "authentication", "errors", "pages", "uploads", "responses", "small-bundles"].map(
        (name) => `examples/${name}.ts`,
      ),
    );
    expect(workspace.read("sdk/examples/small-bundles.ts")).toContain(
      '({ baseUrl: "https://api.shop.example/v1", authorize: () => ({ authorization: "Bearer token" }) });',
    );
    for (const [, file = "", text] of blocks) expect(workspace.read(`sdk/${file}`)).toBe(text);
  });

  test("lets methods that would share a name keep theirs", async () => {
    const clashing = shop.replace("operationId: getOrder", "operationId: listOrder");
    const workspace = await created(clashing.replace("The Shop API", "Каса API v1.0.18"));
    expect(workspace.read("sdk/waybill.config.ts")).toMatch(/"api": \{.*keep: \["listOrders","listOrder"\]/s);
    expect(workspace.read("sdk/api.md")).toContain("client.orders.listOrder(");
  });

  test.each([
    [["sdk"], "sdk needs init or update"],
    [["sdk", "publish"], 'unknown "publish"'],
    [["sdk", "init"], "init needs a description"],
    [["sdk", "init", "--openapi", "openapi.yaml", "--name", "Shop"], '--name "Shop" is not a name of npm'],
    [["sdk", "init", "--openapi", "openapi.yaml", "--client", "shop"], '--client "shop" is not a name of a client'],
    [["sdk", "init", "--openapi", "openapi.yaml", "--check"], "--check is for waybill sdk update"],
    [[...init, "--like", "npm:none"], "none is not installed"],
    [[...init, "--like", "none.yml"], "none.yml cannot be read"],
    [[...init, "--like", "none.md"], "none.md cannot be read"],
    [[...init, "--like", "like.md"], "like.md:2:1: a method is a verb, a path and arguments"],
    [[...init, "--like", "openapi.yaml.md"], "openapi.yaml.md lists no methods"],
    [[...init, "--like", "like.yml"], "like.yml:2:30: a method is a verb and a path"],
    [["sdk", "update"], "there is no package with waybill.config.ts"],
  ])("%j is a wrong use", async (words, message) => {
    const files = {
      "like.yml": "resources:\n  orders: { methods: { list: /orders } }\n",
      "like.md": "# Shop\n- <code>client.orders.list()</code>\n",
      "openapi.yaml.md": shop,
    };
    const { code, stderr } = await new Workspace({ "openapi.yaml": shop, ...files }).run(words);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  });

  test("a second init does not overwrite a package, and a dry run writes none", async () => {
    const workspace = new Workspace({ "openapi.yaml": shop });
    expect((await workspace.run([...init, "--dry-run"])).stdout).toContain("would write  package.json");
    expect(existsSync(workspace.path("sdk"))).toBe(false);
    await workspace.run(init);
    expect(await workspace.run(init)).toMatchObject({ code: 2, stderr: expect.stringContaining("already exists") });
  });

  test("in a workspace, changesets are those of the workspace, and workflows are not written", async () => {
    const files = { "package.json": '{ "workspaces": ["sdk"] }', ".changeset/config.json": "{}" };
    const workspace = new Workspace({ "openapi.yaml": shop, ...files });
    const { stdout } = await workspace.run(init);
    expect(stdout).not.toMatch(/workflows|\.changeset/);
    expect(workspace.read("sdk/package.json")).not.toContain("@changesets");
    workspace.commit();
    workspace.edit("openapi.yaml", "summary: Get an order", "deprecated: true");
    const updated = await update(workspace, "--base", "HEAD");
    expect(updated).toMatchObject({ code: 0, stdout: expect.stringContaining("written ../.changeset/") });
  });

  test("errors with a stated meaning are accepted where the description has them, also by the mock server of the tests", async () => {
    const ambiguous = shop.replace(
      "  /files:",
      `  /orders/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
    get: { operationId: getNamed, tags: [orders], responses: { "204": { description: Fine. } } }
  /files:`,
    );
    const workspace = new Workspace({ "openapi.yaml": ambiguous });
    expect((await workspace.run(init)).code).toBe(0);
    expect(workspace.read("sdk/waybill.config.ts")).toContain("strict: false,");
  });

  test("an error of the description is reported at its place", async () => {
    const workspace = new Workspace({ "openapi.yaml": shop.replace("minimum: 1", "minimun: 1") });
    const { code, stderr } = await workspace.run(init);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^openapi\.yaml:\d+:\d+ error/) });
    expect(existsSync(workspace.path("sdk"))).toBe(false);
  });
});

describe("sdk init --like", () => {
  test.each(["npm:old-shop", "stainless.yml"])(
    "keeps the class and the methods of %s, and lists what differs",
    async (like) => {
      const workspace = new Workspace({ "openapi.yaml": shop, ...publishedSdk });
      const { code, stderr } = await workspace.run([...init, "--like", like]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: expectedDifferences });
      workspace.install();
      workspace.write("sdk/calls.ts", callsOfMethods);
      for (const file of ["class", "surface"])
        workspace.edit(`sdk/src/generated/sdk/${file}.gen.ts`, "// @ts-nocheck\n", "");
      expect(workspace.compiled()).toBe("");
      const args = ["--no-warnings", workspace.path("sdk/calls.ts")];
      const sent = execFileSync(process.execPath, args, { encoding: "utf8" });
      expect(sent.trim().split("\n")).toEqual([
        "GET /v1/orders/7b0f6cb0-2f5d-4c8b-9a53-1d8c1f0e6f3a Bearer secret",
        'POST /v1/orders Bearer secret key-1 {"sku":"PEN-1"}',
        'POST /v1/orders Bearer secret key-2 {"sku":"PEN-1"}',
        "GET /v1/orders?limit=2 Bearer secret",
        "GET /v1/orders?cursor=next&limit=2 Bearer secret",
        "GET /v1/orders/none Bearer secret",
        "PEN-1 201 1,2 404",
      ]);
      expect(workspace.read("sdk/api.md")).toContain("- `client.orders.retrieve`: `GET /orders/{id}`");
      workspace.edit("openapi.yaml", "  /orders/{id}:", "  /order/{id}:");
      expect((await update(workspace, "--force")).stderr).toContain('the surface has "orders.retrieve"');
    },
  );
});

test("sdk init --like api.md keeps the methods that it and the files of its headings list", async () => {
  const workspace = new Workspace({ "openapi.yaml": shop, ...publishedSdk });
  const { code, stderr } = await workspace.run([...init, "--like", "api.md"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: differencesOfReference });
  const retrieve = { operation: "GET /orders/{id}", positional: ["id"], takes: "nothing" };
  const list = { operation: "GET /orders", positional: [], takes: "members" };
  const surface = { client: "OldShop", credentials: {}, methods: { "orders.retrieve": retrieve, "orders.list": list } };
  expect(JSON.parse(workspace.read("sdk/waybill.surface.json"))).toEqual(surface);
});

describe("sdk update", () => {
  test("follows the description, keeps what people wrote, and writes the changeset", async () => {
    const workspace = await created();
    workspace.commit();
    workspace.edit("sdk/README.md", "A typed client", "Our typed client");
    rmSync(workspace.path("sdk/LICENSE"));
    workspace.edit(
      "openapi.yaml",
      "  /files:",
      '  /stock:\n    get: { operationId: getStock, tags: [stock], responses: { "204": { description: Fine. } } }\n  /files:',
    );
    expect(await update(workspace, "--check")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("out of date  api.md"),
    });
    const { code, stdout } = await update(workspace, "--base", "HEAD");
    expect(code).toBe(0);
    const [, drafted = ""] = /^written (\S+\.md): minor, /m.exec(stdout) ?? [];
    expect(stdout).toMatch(/^yours +README\.md$/m);
    expect(stdout).toMatch(/^written +test\/operations\.gen\.test\.ts$/m);
    expect(workspace.read("sdk/README.md")).toContain("Our typed client");
    expect(existsSync(workspace.path("sdk/LICENSE"))).toBe(false);
    expect(workspace.read("sdk/api.md")).toContain("client.stock.get(");
    const changeset = workspace.read(`sdk/${drafted}`);
    expect(changeset).toContain('"@acme/shop": minor');
    expect(changeset).toContain("GET /stock");
    expect(await update(workspace, "--check", "--base", "HEAD")).toMatchObject({ code: 0 });
  });

  test("a file of the tool that was edited is an error, and --force overwrites it", async () => {
    const workspace = await created();
    const before = workspace.read("sdk/api.md");
    workspace.write("sdk/api.md", `${before}mine\n`);
    for (const words of [["--check"], []]) {
      const { code, stdout, stderr } = await update(workspace, ...words);
      expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringMatching(/^edited +api\.md$/m) });
      expect(stderr).toContain("--force");
    }
    expect(workspace.read("sdk/api.md")).toContain("mine");
    expect((await update(workspace, "--force")).code).toBe(0);
    expect(workspace.read("sdk/api.md")).toBe(before);
  });

  test("an unedited README follows, and an example that it no longer has goes", async () => {
    const workspace = await created();
    workspace.edit("openapi.yaml", "        - { name: cursor, in: query, schema: { type: string } }\n", "");
    const { code, stdout } = await update(workspace);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^removed +examples\/pages\.ts$/m);
    expect(workspace.read("sdk/README.md")).not.toContain("## Pages");
  });

  test("a new version is in the user agent and in the manifest of JSR", async () => {
    const workspace = await created();
    workspace.edit("sdk/package.json", '"version": "0.0.0"', '"version": "0.1.0"');
    const { code } = await workspace.spawn(["sdk", "update", "--out", "sdk", "--no-changeset"]);
    expect(code).toBe(0);
    expect(JSON.parse(workspace.read("sdk/jsr.json")).version).toBe("0.1.0");
    expect(workspace.read("sdk/src/generated/sdk/client.gen.ts")).toContain('"acme-shop/0.1.0"');
  });
});

test.each([
  ["createOrder", "orders", "create"],
  ["listOrders", "orders", "list"],
  ["getOrders", "orders", "getOrders"],
  ["createOrderRefund", "orders", "createRefund"],
  ["cancelOrder", "orders", "cancel"],
  ["listWebhookDeliveries", "webhookDeliveries", "list"],
  ["getStatus", "status", "get"],
  ["listOrders", "billing", "listOrders"],
])("the method %s of the resource %s is %s", (name, group, method) => {
  expect(resourceMethods()(name, { group })).toBe(method);
});
