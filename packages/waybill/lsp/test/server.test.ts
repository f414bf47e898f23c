// The language server, through its protocol: what a person at an editor sees of a description that they change.
import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import {
  type CodeLens,
  type DocumentHighlight,
  DocumentHighlightKind,
  type DocumentLink,
  type WorkspaceSymbol,
} from "vscode-languageserver/node";
import { lint } from "waybill";
import { threadedEngine } from "../src/engine/thread.ts";
import { Editor } from "./editor.ts";

const openapi = `openapi: 3.1.1
info: { title: Shop, version: 1.0.0 }
security:
  - key: []
tags:
  - name: orders
paths:
  /orders/{id}:
    get:
      operationId: getOrder
      summary: Get an order
      tags: [orders]
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
      responses:
        "200":
          description: The order.
          content:
            application/json:
              schema: { $ref: "schemas/order.yaml" }
              example:
                id: ord_1
                no
          links:
            again: { operationId: getOrder }
        "404":
          description: None.
          content:
            application/json:
              schema:
                $ref: "#/components/schemas/Problem"
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: x-key }
  schemas:
    Problem:
      type: object
      description: What failed.
      required: [title]
      properties:
        title: { type: string, maxLength: 200 }
`.replace("                no\n", "");

const order = `type: object
description: Something that somebody wants.
required: [id]
properties:
  id:
    type: string
  note:
    type: string
    maxLength: 80
  problem:
    $ref: "../openapi.yaml#/components/schemas/Problem"
`;

const files = { "openapi.yaml": openapi, "schemas/order.yaml": order };

/** Threads for all editors below: each would load the toolkit again. What opens an editor by itself has the server start its own. */
const engine = threadedEngine();

function editor(changed: Readonly<Record<string, string>> = {}): Promise<Editor> {
  return Editor.open({ ...files, ...changed }, { engine, opened: Object.keys(files) });
}

describe("diagnostics", () => {
  test("come as one types, go when the text is right, and are the toolkit's own", async () => {
    const it = await editor();
    await it.type("schemas/order.yaml", "type: string\n  note", "type: strng\n  note");
    const [wrong] = await it.diagnostics("schemas/order.yaml", (found) => found.length === 1);
    expect(wrong).toMatchObject({ code: "unknown-type", source: "waybill", severity: 1 });
    expect(wrong?.message).toContain('did you mean "string"?');
    expect(wrong?.range.start).toEqual(it.place("schemas/order.yaml", "strng"));
    const [fix] = wrong === undefined ? [] : await it.actions("schemas/order.yaml", wrong);
    expect(fix?.title).toBe('Change to "string"');
    expect(it.edited(fix?.edit)).toEqual({ "schemas/order.yaml": order });
    await it.type("schemas/order.yaml", "strng", "string");
    await it.diagnostics("schemas/order.yaml", (found) => found.length === 0);
    expect(it.logged).toEqual([]);
  });

  test("a reference that leads nowhere is corrected without losing what was right", async () => {
    const it = await editor();
    await it.type("openapi.yaml", "#/components/schemas/Problem", "#/components/schemas/Problm");
    const [wrong] = await it.diagnostics("openapi.yaml", (all) => all.some(({ code }) => code === "ref-not-found"));
    const [fix] = wrong === undefined ? [] : await it.actions("openapi.yaml", wrong);
    expect(it.edited(fix?.edit)["openapi.yaml"]).toBe(openapi);
  });

  test("a parameter that is missing is declared by a click", async () => {
    const it = await editor();
    await it.type("openapi.yaml", "/orders/{id}:", "/shops/{shop}/orders/{id}:");
    const found = await it.diagnostics("openapi.yaml", (all) =>
      all.some(({ code }) => code === "path-parameter-undeclared"),
    );
    const wrong = found.find(({ code }) => code === "path-parameter-undeclared");
    const [fix] = wrong === undefined ? [] : await it.actions("openapi.yaml", wrong);
    expect(it.edited(fix?.edit)["openapi.yaml"]).toContain(
      "  /shops/{shop}/orders/{id}:\n    parameters:\n      - name: shop\n        in: path\n        required: true\n        schema:\n          type: string\n    get:",
    );
  });

  test("an error that can be tolerated is, by a click, in the configuration", async () => {
    const config =
      'export default {\n  apis: {\n    shop: {\n      openapi: "openapi.yaml",\n      targets: [{ target: "types", out: "gen" }],\n    },\n  },\n};\n';
    const it = await editor({ "waybill.config.js": config, "package.json": '{ "type": "module" }' });
    await it.type("openapi.yaml", "operationId: getOrder\n", "operationId: getOrder\n      sumary: x\n");
    const found = await it.diagnostics("openapi.yaml", (all) => all.some(({ code }) => code === "unknown-field"));
    const wrong = found.find(({ code }) => code === "unknown-field");
    const fixes = wrong === undefined ? [] : await it.actions("openapi.yaml", wrong);
    const tolerate = fixes.find(({ title }) => title.startsWith("Tolerate"));
    expect(it.edited(tolerate?.edit)["waybill.config.js"]).toContain(
      '      openapi: "openapi.yaml",\n      tolerate: ["unknown-field"],\n',
    );
  });
});

describe("what a place means", () => {
  test("hover shows a schema, also behind a reference, with its TypeScript or the type by which code has it", async () => {
    const it = await editor();
    const hover = await it.hover("openapi.yaml", it.place("openapi.yaml", "#/components/schemas/Problem", 4));
    expect(hover?.contents).toMatchObject({ kind: "markdown" });
    const text = JSON.stringify(hover?.contents);
    expect(text).toContain("What failed.");
    expect(text).toContain("export type Problem = { title: string }");
    const member = JSON.stringify(await it.hover("schemas/order.yaml", it.place("schemas/order.yaml", "note:", 1)));
    expect(member).toContain("maxLength: 80");
    expect(member).toContain('Order[\\"note\\"]');
  });

  test("definitions of references, security schemes, operations and tags, across files", async () => {
    const it = await editor();
    const at = async (written: string, after: number, name = "openapi.yaml"): Promise<string[]> =>
      (await it.definition(name, it.place(name, written, after))).map(
        ({ uri, range }) => `${uri.slice(it.uri(".").length + 1)}:${range.start.line + 1}`,
      );
    const lineOf = (text: string): number => openapi.slice(0, openapi.indexOf(text)).split("\n").length;
    expect(await at("#/components/schemas/Problem", 4)).toEqual([`openapi.yaml:${lineOf("    Problem:")}`]);
    expect(await at("schemas/order.yaml", 4)).toEqual(["schemas/order.yaml:1"]);
    expect(await at("../openapi.yaml#", 4, "schemas/order.yaml")).toEqual([`openapi.yaml:${lineOf("    Problem:")}`]);
    expect(await at("- key: []", 3)).toEqual([`openapi.yaml:${lineOf("    key: {")}`]);
    expect(await at("{ operationId: getOrder", 18)).toEqual([`openapi.yaml:${lineOf("operationId: getOrder")}`]);
    expect(await at("tags: [orders]", 8)).toEqual([`openapi.yaml:${lineOf("- name: orders")}`]);
  });

  test("renaming a component changes the references of all files", async () => {
    const it = await editor();
    const place = it.place("openapi.yaml", "    Problem:", 5);
    const edited = it.edited(await it.rename("openapi.yaml", place, "Fault"));
    expect(edited["openapi.yaml"]).toBe(openapi.replaceAll("Problem", "Fault"));
    expect(edited["schemas/order.yaml"]).toBe(order.replace("schemas/Problem", "schemas/Fault"));
    await expect(it.rename("openapi.yaml", place, "no good")).rejects.toThrow("letters, digits");
  });

  test("the outline has operations and components", async () => {
    const it = await editor();
    const names = (symbols: readonly { name: string; children?: unknown }[]): string[] =>
      symbols.flatMap(({ name, children }) => [name, ...names(Array.isArray(children) ? children : [])]);
    expect(names(await it.symbols("openapi.yaml"))).toEqual([
      ...["paths", "/orders/{id}", "GET /orders/{id}", "components", "securitySchemes", "key", "schemas", "Problem"],
    ]);
    expect(names(await it.symbols("schemas/order.yaml"))).toEqual(["id", "note", "problem"]);
  });
});

describe("navigation", () => {
  test("symbols of all files are found by name and id, and references are links to their lines", async () => {
    const it = await editor();
    const symbols = await it.request<WorkspaceSymbol[]>("workspace/symbol", { query: "ORDER" });
    expect(symbols.map(({ name, containerName }) => [name, containerName])).toEqual([["GET /orders/{id}", "getOrder"]]);
    const links = await it.ask<DocumentLink[]>("textDocument/documentLink", "openapi.yaml");
    const resolved = await Promise.all(links.map((link) => it.request<DocumentLink>("documentLink/resolve", link)));
    expect(resolved.map(({ target }) => target)).toEqual([
      it.uri("schemas/order.yaml"),
      `${it.uri("openapi.yaml")}#L35,5`,
    ]);
  });

  test("what has the name at the cursor is marked, and components say how often they are used", async () => {
    const it = await editor();
    const at = it.place("openapi.yaml", "operationId: getOrder", 14);
    const marked = await it.ask<DocumentHighlight[]>("textDocument/documentHighlight", "openapi.yaml", at);
    expect(marked.map(({ range, kind }) => [range.start.line + 1, kind])).toEqual([
      [10, DocumentHighlightKind.Write],
      [24, DocumentHighlightKind.Read],
    ]);
    const lenses = await it.ask<CodeLens[]>("textDocument/codeLens", "openapi.yaml");
    expect(lenses.map(({ range, command }) => [range.start.line + 1, command?.title])).toEqual([
      [33, "1 use"],
      [35, "2 uses"],
    ]);
  });
});

describe("completion", () => {
  async function offered(
    name: string,
    written: string,
    typed: string,
    after = typed.trimEnd().length,
  ): Promise<string[]> {
    const it = await editor();
    await it.type(name, written, typed);
    const items = await it.completion(name, it.place(name, typed, after));
    expect(it.logged).toEqual([]);
    return items
      .toSorted((a, b) => ((a.sortText ?? a.label) < (b.sortText ?? b.label) ? -1 : 1))
      .map(({ label }) => label);
  }

  test("keywords of the standard, in OpenAPI objects and in schemas, also in a file of its own", async () => {
    const inOperation = await offered(
      "openapi.yaml",
      "      summary: Get an order\n",
      "      summary: Get an order\n      de\n",
    );
    expect(inOperation).toEqual(expect.arrayContaining(["deprecated", "description", "requestBody"]));
    expect(inOperation).not.toContain("summary");
    const inSchema = await offered("schemas/order.yaml", "    maxLength: 80\n", "    maxLength: 80\n    pat\n");
    expect(inSchema).toEqual(expect.arrayContaining(["pattern", "minLength", "format"]));
    expect(inSchema).not.toContain("maxLength");
  });

  test("values, also when the official schemas have run: types, formats, places of parameters, tags", async () => {
    await lint({ apis: { shop: { openapi: "openapi.yaml" } } }, { cwd: (await editor()).folder });
    expect(
      await offered("schemas/order.yaml", "    type: string\n    maxLength", "    type: \n    maxLength", 10),
    ).toContain("integer");
    expect(await offered("schemas/order.yaml", "    maxLength: 80", "    format: d", 13)).toContain("date-time");
    expect(await offered("openapi.yaml", "in: path", "in: ", 4)).toEqual(
      expect.arrayContaining(["query", "header", "cookie"]),
    );
    expect(await offered("openapi.yaml", "tags: [orders]", "tags: [or]", 9)).toEqual(["orders"]);
  });

  test("references: those of the kind that fits first, of all files", async () => {
    const found = await offered("openapi.yaml", '"#/components/schemas/Problem"', '""', 1);
    expect(found[0]).toBe("#/components/schemas/Problem");
    expect(found).toEqual(expect.arrayContaining(["./schemas/order.yaml", "#/components/securitySchemes/key"]));
  });

  test("a key that has its colon brings none", async () => {
    const it = await editor();
    const changed = await it.completion("schemas/order.yaml", it.place("schemas/order.yaml", "maxLength: 80", 4));
    expect(changed.find(({ label }) => label === "maximum")?.textEdit).toMatchObject({
      newText: "maximum",
      range: { start: it.place("schemas/order.yaml", "maxLength"), end: it.place("schemas/order.yaml", ": 80") },
    });
  });

  test("members of an example, by its schema", async () => {
    expect(
      await offered("openapi.yaml", "                id: ord_1\n", "                id: ord_1\n                n\n"),
    ).toEqual(["note", "problem"]);
  });
});

test("a change that breaks consumers is marked where it is made, with the rule and what it means", async () => {
  const it = await Editor.open(files, { opened: [] });
  const git = (...words: readonly string[]): void =>
    void execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...words], { cwd: it.folder });
  git("init", "-q");
  git("add", ".");
  git("commit", "-q", "-m", "first");
  git("tag", "v1.0.0");
  await it.opened("openapi.yaml");
  await it.opened("schemas/order.yaml");
  await it.type("schemas/order.yaml", "required: [id]", "required: []");
  const found = await it.diagnostics("schemas/order.yaml", (all) =>
    all.some(({ source }) => source === "waybill diff"),
  );
  expect(found.find(({ source }) => source === "waybill diff")).toMatchObject({
    severity: 2,
    message: expect.stringContaining("needs a major version since v1.0.0"),
  });
  const lenses = async (): Promise<string[]> => {
    const all = await it.ask<CodeLens[]>("textDocument/codeLens", "schemas/order.yaml");
    return all.map(({ range, command }) => `${range.start.line + 1} ${command?.title}`);
  };
  const title = 'breaking: Order: the member "id" is no longer required: needs a major version since v1.0.0';
  expect(await lenses()).toEqual([`6 ${title}`]);
  await it.type("schemas/order.yaml", "type: object\n", "type: object\ntitle: Order\n");
  expect(await lenses()).toEqual([`7 ${title}`]);
  await it.type("schemas/order.yaml", "required: []", "required: [id]");
  await it.diagnostics("schemas/order.yaml", (all) => all.length === 0);
  expect(await lenses()).toEqual([]);
});
