// Descriptions from elsewhere: an installed package, and a URL with the hash of what it returns.
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import type { RequestListener } from "node:http";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { integrityOf, isIntegrity, mismatchOf } from "../../../src/run/config/sources/remote-file.ts";
import { ran, ranApart } from "../../cli/in-process.ts";
import { asyncapi, openapi, order, orderTypes, shop } from "../../cli/shop.ts";
import { Workspace } from "../../cli/workspace.ts";
import { served } from "./served.ts";

function configOf(document: unknown, rest = ""): Record<string, string> {
  const api = { openapi: document, out: "gen", targets: ["types"] };
  return { "waybill.config.json": `{ "apis": { "shop": ${JSON.stringify(api)} ${rest} } }` };
}

const manifestOf = (at: Workspace, folder = ".") => JSON.parse(at.read(`${folder}/waybill.manifest.json`));

function packageFiles(folder: string, version = "1.2.0", fields: object = {}): Record<string, string> {
  const files = Object.entries(shop).map(([file, text]) => [`${folder}/${file}`, text]);
  return {
    ...Object.fromEntries(files),
    [`${folder}/package.json`]: JSON.stringify({ name: "@acme/spec", version, ...fields }),
  };
}

test("a file URL names its file", async () => {
  const workspace = new Workspace(shop);
  const url = pathToFileURL(workspace.path("openapi.yaml")).href;
  const generated = await ranApart(workspace.folder, [
    "generate",
    "--openapi",
    url,
    "--out",
    "gen",
    "--target",
    "types",
  ]);
  expect(generated).toMatchObject({ code: 0, stderr: "" });
  expect(workspace.read(orderTypes)).toContain("from openapi.yaml.");
  const foreign = await ranApart(workspace.folder, ["lint", "file://elsewhere/openapi.yaml"]);
  expect(foreign).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("file://elsewhere/openapi.yaml names no file"),
  });
});

test("the command in a manifest has every option, quoted for a shell", async () => {
  const workspace = new Workspace({
    "our spéc.yaml": openapi.replace("{ $ref: schemas/order.yaml }", "{ type: string }"),
  });
  const flags = ["--openapi", "our spéc.yaml", "--out", "gen", "--target", "types", "--prefer", "text/x y"];
  expect(await ranApart(workspace.folder, ["generate", ...flags])).toMatchObject({ code: 0, stderr: "" });
  expect(manifestOf(workspace, "gen").command).toBe(
    "waybill generate --openapi 'our spéc.yaml' --out <dir> --target types --prefer 'text/x y'",
  );
});

test("the member $schema of a JSON configuration is for editors", async () => {
  const { "waybill.config.json": config = "" } = configOf("openapi.yaml");
  const workspace = new Workspace({
    ...shop,
    "waybill.config.json": config.replace("{", '{ "$schema": "https://example.com/waybill.json",'),
  });
  expect(await ranApart(workspace.folder, ["generate"])).toMatchObject({ code: 0, stderr: "" });
});

test.each(["npm:@acme/spec", "npm:@acme/spec/openapi.yaml"])(
  "a description in a package has the same name for every package manager: %s",
  async (document) => {
    const hoisted = new Workspace({ ...configOf(document), ...packageFiles("node_modules/@acme/spec") });
    const linked = new Workspace({
      ...configOf(document),
      ...packageFiles("node_modules/.pnpm/@acme+spec@1.2.0/node_modules/@acme/spec"),
    });
    mkdirSync(linked.path("node_modules/@acme"));
    symlinkSync("../.pnpm/@acme+spec@1.2.0/node_modules/@acme/spec", linked.path("node_modules/@acme/spec"));
    const texts: string[] = [];
    for (const workspace of [hoisted, linked]) {
      expect(await ranApart(workspace.folder, ["generate"])).toMatchObject({ code: 0, stderr: "" });
      texts.push(workspace.read(orderTypes) + workspace.read("waybill.manifest.json"));
      expect(await ran(workspace.folder, "generate")).toMatchObject({ text: expect.stringContaining("unchanged") });
      expect(await ran(workspace.folder, "check")).toMatchObject({ code: 0 });
      expect(await ran(workspace.folder, "lint")).toMatchObject({ code: 0 });
    }
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).toContain(" from @acme/spec/openapi.yaml. Do not edit");
    expect(texts[0]).toContain("@see @acme/spec/schemas/order.yaml#/");
    expect(Object.keys(manifestOf(hoisted).inputs)).toEqual([
      "npm:@acme/spec/openapi.yaml",
      "npm:@acme/spec/schemas/order.yaml",
    ]);
    hoisted.edit("node_modules/@acme/spec/schemas/order.yaml", "type: string", "type: strng");
    expect((await ran(hoisted.folder, "check", "--strict")).text).toContain(
      "node_modules/@acme/spec/schemas/order.yaml:6:11 error unknown-type",
    );
  },
);

test.each([
  ["npm:@acme/none", "the package @acme/none is not installed"],
  ["npm:@acme/spec/other.yaml", "the package @acme/spec@1.2.0 has, or exports, no other.yaml"],
  [
    "npm:@acme/closed",
    "the package @acme/closed@1.2.0 has, or exports, none of openapi.yaml, openapi.yml, openapi.json",
  ],
  ["npm:@acme/spec/../../x.yaml", "does not name a file of a package"],
  ["npm:", "does not name a file of a package"],
])("a name that leads to no file of a package is refused: %s", async (document, said) => {
  const closed = packageFiles("node_modules/@acme/closed", "1.2.0", {
    name: "@acme/closed",
    exports: { "./other": "./openapi.yaml" },
  });
  const workspace = new Workspace({ ...configOf(document), ...packageFiles("node_modules/@acme/spec"), ...closed });
  const { code, text } = await ran(workspace.folder, "generate");
  expect(text).toContain(`waybill.config.json: apis.shop.openapi: `);
  expect(text).toContain(said);
  expect(code).toBe(2);
});

test("a package may not lead out of itself", async () => {
  const workspace = new Workspace({ ...configOf("npm:@acme/spec"), ...packageFiles("node_modules/@acme/spec") });
  workspace.write("node_modules/@acme/other/order.yaml", order);
  workspace.edit("node_modules/@acme/spec/openapi.yaml", "schemas/order.yaml", "../../../../etc/order.yaml");
  expect((await ran(workspace.folder, "generate")).text).toContain(
    "node_modules/@acme/spec/openapi.yaml:15:31 error ref-outside",
  );
});

const hashOf = (text: string): string => integrityOf(Buffer.from(text));

test("a URL: fetched once, pinned by what pin prints, without the network from then on", async () => {
  const { url, asked } = await served({ "/v1/openapi.yaml": openapi, "/v1/schemas/order.yaml": order });
  const workspace = new Workspace();
  const printed = await ranApart(workspace.folder, ["pin", `${url}/v1/openapi.yaml`, "--json"]);
  const pinned = JSON.parse(printed.stdout);
  expect(pinned).toEqual({
    url: `${url}/v1/openapi.yaml`,
    integrity: hashOf(openapi),
    files: { "schemas/order.yaml": hashOf(order) },
  });
  for (const [file, text] of Object.entries(configOf(pinned))) workspace.write(file, text);
  asked.length = 0;
  expect(await ranApart(workspace.folder, ["generate"])).toMatchObject({ code: 0, stderr: "" });
  expect(asked).toEqual(["/v1/openapi.yaml", "/v1/schemas/order.yaml"]);
  expect(workspace.read(orderTypes)).toContain(`from ${url}/v1/openapi.yaml. Do not edit`);
  expect(workspace.read(orderTypes)).toContain(`@see ${url}/v1/schemas/order.yaml#/`);
  for (const command of ["generate", "check", "lint"])
    expect(await ran(workspace.folder, command)).toMatchObject({ code: 0 });
  rmSync(workspace.path("gen"), { recursive: true });
  expect(await ran(workspace.folder, "generate")).toMatchObject({ code: 0 });
  expect(asked).toHaveLength(2);
  expect(readdirSync(workspace.path(".waybill"))).toHaveLength(2);
});

test("what is at the URL is another text: nothing is read of it, and the hint says how to take it", async () => {
  const { url } = await served({ "/openapi.yaml": openapi });
  const pinned = { url: `${url}/openapi.yaml`, integrity: hashOf("another") };
  const workspace = new Workspace(configOf(pinned));
  const { code, text } = await ran(workspace.folder, "generate");
  expect(text).toContain(
    `${url}/openapi.yaml does not match its pin: expected ${hashOf("another")}, found ${hashOf(openapi)}\n`,
  );
  expect(text).toContain(`write integrity: "${hashOf(openapi)}"`);
  expect(code).toBe(2);
  expect(existsSync(workspace.path(".waybill"))).toBe(false);
});

test("a copy that was changed is not used", async () => {
  const { url, asked } = await served({ "/openapi.json": "{}" });
  const workspace = new Workspace(configOf({ url: `${url}/openapi.json`, integrity: hashOf("{}") }));
  await ran(workspace.folder, "generate");
  const [copy = ""] = readdirSync(workspace.path(".waybill"));
  expect(copy).toMatch(/^openapi-[0-9a-f]{16}\.json$/);
  workspace.write(`.waybill/${copy}`, '{ "openapi": "3.1.0" }');
  expect((await ran(workspace.folder, "generate")).text).toContain(`${url}/openapi.json:1:1 error`);
  expect(asked).toHaveLength(2);
  expect(workspace.read(`.waybill/${copy}`)).toBe("{}");
});

test("a reference to what is not pinned is an error at the reference, and nothing is requested", async () => {
  const { url, asked } = await served({ "/openapi.yaml": openapi, "/schemas/order.yaml": order });
  const workspace = new Workspace(configOf({ url: `${url}/openapi.yaml`, integrity: hashOf(openapi) }));
  workspace.write(".waybill/schemas/order.yaml", order);
  expect((await ran(workspace.folder, "generate")).text).toContain(
    `${url}/openapi.yaml:15:31 error ref-remote: the reference "schemas/order.yaml"`,
  );
  expect(asked).toEqual(["/openapi.yaml"]);
});

const big: RequestListener = (_, response) => void response.writeHead(200).end(Buffer.alloc(2 ** 20 + 1, " "));
test.each<[string, Record<string, string | RequestListener>, string]>([
  ["an error response", {}, "cannot be fetched: it responds with 404"],
  ["more than may be", { "/openapi.yaml": big }, "cannot be fetched: it is larger than 1 MB"],
  [
    "a redirect elsewhere",
    {
      "/openapi.yaml": (_, response) =>
        void response.writeHead(302, { location: "http://169.254.169.254/latest" }).end(),
    },
    "it redirects to http://169.254.169.254/latest: use that URL if it is the right one",
  ],
  [
    "a redirect without end",
    { "/openapi.yaml": (_, response) => void response.writeHead(302, { location: "/openapi.yaml" }).end() },
    "it redirects too often",
  ],
  ["a connection that breaks", { "/openapi.yaml": (request) => void request.socket.destroy() }, "cannot be fetched: "],
])("a response that is not the pinned document is refused: %s", async (_, responses, said) => {
  const { url } = await served(responses);
  const workspace = new Workspace(configOf({ url: `${url}/openapi.yaml`, integrity: hashOf(openapi) }));
  const { code, text } = await ran(workspace.folder, "generate", "--limit", "fileMegabytes=1");
  expect(text).toContain(said);
  expect(code).toBe(2);
});

test.each([
  [
    { url: "http://example.com/openapi.yaml", integrity: hashOf("") },
    "it is not an https URL, and its host is not on this machine",
  ],
  [{ url: "file:///etc/passwd", integrity: hashOf("") }, "it is not an https URL, and its host is not on this machine"],
  [{ url: "https://me:secret@example.com/a.yaml", integrity: hashOf("") }, "it contains a user name or password"],
  [
    { url: "https://example.com/a.yaml", integrity: "sha1-AAAA" },
    '"sha1-AAAA" is not an integrity hash\nhint: waybill pin https://example.com/a.yaml',
  ],
  [{ url: "https://example.com/a.yaml" }, "needs a url and an integrity"],
  ["https://example.com/a.yaml", "is a URL without an integrity\nhint: waybill pin https://example.com/a.yaml"],
])("a document without a usable hash is refused before anything is requested: %j", async (document, said) => {
  const { code, text } = await ran(new Workspace(configOf(document)).folder, "generate");
  expect(text).toContain(said);
  expect(code).toBe(2);
});

test("a flag can name a package or a URL, and the manifest says how to do it again", async () => {
  const { url } = await served({
    "/asyncapi.yaml": asyncapi.replace("schemas/order.yaml", '"#/x"').concat("x: { type: object }\n"),
  });
  const workspace = new Workspace(packageFiles("node_modules/@acme/spec"));
  const events = await ranApart(workspace.folder, ["pin", `${url}/asyncapi.yaml`, "--json"]);
  const { integrity } = JSON.parse(events.stdout);
  const sources = ["--openapi", "npm:@acme/spec", "--asyncapi", `${url}/asyncapi.yaml`];
  const words = [...sources, "--out", "gen", "--target", "types"];
  expect(await ran(workspace.folder, "generate", ...words, "--integrity", integrity)).toMatchObject({ code: 0 });
  expect(manifestOf(workspace, "gen").command).toContain(
    `waybill generate --openapi npm:@acme/spec --asyncapi ${url}/asyncapi.yaml --integrity ${integrity} --out <dir>`,
  );
});

test("integrity, as Subresource Integrity has it: of several hashes the strongest kind counts", () => {
  const bytes = Buffer.from("alert('Hello, world.');");
  const known = "sha384-H8BRh8j48O9oYatfu5AZzq6A9RINhZO5H16dQZngK7T62em8MUt1FLm52t+eX6xO";
  expect(integrityOf(bytes)).toBe(known);
  expect(mismatchOf(bytes, known)).toBeNull();
  expect(mismatchOf(bytes, `sha256-${Buffer.alloc(32).toString("base64")} ${known}`)).toBeNull();
  expect(mismatchOf(bytes, `${integrityOf(bytes, "sha256")} sha512-${Buffer.alloc(64).toString("base64")}`)).toBe(
    integrityOf(bytes, "sha512"),
  );
  expect(["", "sha384-", "sha384-AAAA", `${known} md5-AAAA`, "abc"].map(isIntegrity)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});
