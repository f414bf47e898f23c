// `waybill diff`: what it compares, what it prints in each format, and how it ends.
import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { served } from "../run/config/served.ts";
import { ran, ranApart } from "./in-process.ts";
import { asyncapi, openapi, order } from "./shop.ts";
import { Workspace } from "./workspace.ts";

/** The same shop before and after: the note of an order may be longer. */
function shops(): Workspace {
  const changed = order.replace("maxLength: 80", "maxLength: 90");
  return new Workspace({
    "old/openapi.yaml": openapi,
    "old/schemas/order.yaml": order,
    "new/openapi.yaml": openapi,
    "new/schemas/order.yaml": changed,
  });
}

describe("waybill diff", () => {
  it("prints each change with its line in both descriptions", async () => {
    const { code, stdout, stderr } = await ranApart(shops().folder, ["diff", "old", "new"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(
      [
        "new/schemas/order.yaml:9:5 major max-length-raised: Order.note: maximum number of characters: 80 before, 90 now",
        "9 |     maxLength: 90",
        "        ^",
        "was old/schemas/order.yaml:9:5",
        "9 |     maxLength: 80",
        "        ^",
        "means: Values arrive that the base does not describe.",
        "in: GET /orders/{id}, response 200",
        "",
        "1 change: 1 major. The next version is a major one.",
        "",
      ].join("\n"),
    );
  });

  it("parses each document once", async () => {
    const document = (title: string): string =>
      JSON.stringify({ openapi: "3.1.0", info: { title, version: "1" }, paths: {} });
    const texts = [document("before"), document("after")];
    const workspace = new Workspace({ "old.json": texts[0] ?? "", "new.json": texts[1] ?? "" });
    const parse = vi.spyOn(JSON, "parse");
    try {
      await ran(workspace.folder, "diff", "old.json", "new.json");
      expect(parse.mock.calls.map(([text]) => text).filter((text) => texts.includes(text))).toEqual(texts);
    } finally {
      parse.mockRestore();
    }
  });

  it.each([
    [["old", "new", "--fail-on", "major"], 1],
    [["old", "new", "--fail-on", "patch"], 1],
    [["new", "old", "--fail-on", "major"], 0],
  ])("with %j it ends with %i", async (words, expected) => {
    const { code } = await ran(shops().folder, "diff", ...words);
    expect(code).toBe(expected);
  });

  it("prints JSON", async () => {
    const { stdout } = await ranApart(shops().folder, ["diff", "old/openapi.yaml", "new/openapi.yaml", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      command: "diff",
      bump: "major",
      changes: [
        {
          rule: "max-length-raised",
          bump: "major",
          base: { file: "old/schemas/order.yaml", line: 9, column: 5, pointer: "/properties/note/maxLength" },
          uses: [{ where: "GET /orders/{id}, response 200", direction: "response", bump: "major" }],
        },
      ],
    });
  });

  it("prints annotations that fail where the run does", async () => {
    const annotations = async (...flags: readonly string[]): Promise<string> =>
      (await ranApart(shops().folder, ["diff", "old", "new", "--format", "github", ...flags])).stdout;
    expect(await annotations()).toMatch(
      /^::warning file=new\/schemas\/order.yaml,line=9,col=5,title=major%3A max-length/,
    );
    expect(await annotations("--fail-on", "minor")).toMatch(/^::error file=/);
  });

  it("never lets text of a description become markup", async () => {
    const hostile = `${order}  "<b>*x*</b>":\n    type: string\n`;
    const workspace = shops();
    workspace.write("new/schemas/order.yaml", hostile);
    const print = async (format: string): Promise<string> =>
      (await ranApart(workspace.folder, ["diff", "old", "new", "--format", format])).stdout;
    expect(await print("html")).toContain("&lt;b&gt;*x*&lt;/b&gt;");
    expect(await print("html")).not.toContain("<b>");
    expect(await print("markdown")).toContain("&lt;b&gt;\\*x\\*&lt;/b&gt;");
  });

  it("reports a removed operation at its path, if others are left there", async () => {
    const two = openapi.replace(
      "    get:\n",
      "    delete:\n      operationId: deleteOrder\n      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]\n      responses: {}\n    get:\n",
    );
    const workspace = new Workspace({ "old.yaml": two, "new.yaml": openapi, "schemas/order.yaml": order });
    const line = openapi.split("\n").findIndex((text) => text.startsWith("  /orders/{id}:")) + 1;
    const { stdout } = await ranApart(workspace.folder, ["diff", "old.yaml", "new.yaml"]);
    expect(stdout).toContain(`new.yaml:${line}:3 major operation-removed: DELETE /orders/{id}`);
  });

  it("reads a side out of a commit", async () => {
    const workspace = shops();
    workspace.commit();
    workspace.write("new/schemas/order.yaml", order);
    const { stdout } = await ranApart(workspace.folder, ["diff", "main:new", "new"]);
    expect(stdout).toContain("was main:new/schemas/order.yaml:9:5");
    expect(stdout).toContain("minor max-length-lowered");
    const missing = await ranApart(workspace.folder, ["diff", "gone:new", "new"]);
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("git has no commit gone") });
  });

  describe("--base COMMIT", () => {
    const single = openapi.replace("schema: { $ref: schemas/order.yaml }", "schema: { type: string }");
    const wider = single.replace("schema: { type: string }", "schema: { type: [string, 'null'] }");
    const configOf = (document: string): string =>
      JSON.stringify({ apis: { shop: { openapi: document, out: "gen", targets: ["types"] } } });

    it("reads the copy of a URL that was pinned to something else then", async () => {
      const responses: Record<string, string> = { "/api.yaml": openapi, "/schemas/order.yaml": order };
      const { url } = await served(responses);
      const workspace = new Workspace({ "waybill.config.json": configOf(`${url}/api.yaml`) });
      expect(await ran(workspace.folder, "pin", "--write")).toMatchObject({ code: 0 });
      workspace.commit();
      responses["/schemas/order.yaml"] = order.replace("type: string", "type: integer");
      expect(await ran(workspace.folder, "pin", "--write")).toMatchObject({ code: 0 });
      const { code, stdout, stderr } = await ranApart(workspace.folder, ["diff", "--base", "HEAD"]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toContain("type-changed");
    });

    it("reads a package of the workspace where the commit has it", async () => {
      const workspace = new Workspace({
        "waybill.config.json": configOf("npm:@acme/spec"),
        "packages/spec/package.json": '{ "name": "@acme/spec", "version": "1.0.0" }',
        "packages/spec/openapi.yaml": single,
        ".gitignore": "node_modules\n",
      });
      mkdirSync(path.join(workspace.folder, "node_modules/@acme"), { recursive: true });
      symlinkSync("../../packages/spec", path.join(workspace.folder, "node_modules/@acme/spec"));
      workspace.commit();
      workspace.write("packages/spec/openapi.yaml", wider);
      const { code, stdout, stderr } = await ranApart(workspace.folder, ["diff", "--base", "HEAD"]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toContain("minor type-added");
    });
  });

  it("compares HTTP and messages together", async () => {
    const workspace = shops();
    workspace.write("new/asyncapi.yaml", asyncapi);
    const { stdout } = await ranApart(workspace.folder, ["diff", "old", "new"]);
    expect(stdout).toContain("messages-described");
  });

  it("compares nothing that has errors", async () => {
    const workspace = shops();
    workspace.write("new/schemas/order.yaml", order.replace("type: string", "type: strng"));
    const { code, stdout, stderr } = await ranApart(workspace.folder, ["diff", "old", "new"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("new/schemas/order.yaml:6:11 error unknown-type");
  });

  it("compares nothing of which a part would be left out, on either side", async () => {
    const workspace = shops();
    const wrong = (folder: string): void => {
      const paths =
        "  /wrong: { get: { parameters: [{ name: q, in: qeury }], responses: { default: { description: D. } } } }\n";
      workspace.edit(`${folder}/openapi.yaml`, "paths:\n", `paths:\n${paths}`);
    };
    wrong("new");
    expect(await ranApart(workspace.folder, ["diff", "old", "new"])).toMatchObject({ code: 1, stdout: "" });
    wrong("old");
    expect(await ranApart(workspace.folder, ["diff", "old", "new"])).toMatchObject({ code: 1, stdout: "" });
  });

  it.each([
    [["old"], "two descriptions are needed"],
    [["old", "nowhere"], "there is no file or folder nowhere"],
    [["old", "new", "more"], 'unexpected argument "more"'],
    [["old", "new/schemas"], "new/schemas contains no description"],
    [["old", "new", "--fail-on", "huge"], '--fail-on cannot be "huge"'],
  ])("rejects wrong usage: %j", async (words, message) => {
    const { code, stderr } = await ranApart(shops().folder, ["diff", ...words]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
