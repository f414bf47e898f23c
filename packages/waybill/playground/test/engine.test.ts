// What the playground shows: the files that `waybill generate` writes, the problems that it reports, and tabs for what there is.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import channels from "@waybill/channels";
import mcp from "@waybill/mcp";
import mocks from "@waybill/mocks";
import { afterAll, expect, test } from "vitest";
import { generate } from "waybill";
import { bundlePlayground } from "../src/bundle.ts";
import { Engine } from "../src/engine/engine.ts";
import { countsOf } from "../src/engine/messages.ts";

const folder = mkdtempSync(path.join(tmpdir(), "waybill-playground-"));
afterAll(() => rmSync(folder, { recursive: true }));

const descriptions = [
  { file: "shop.yaml", standard: "openapi", targets: ["types", "zod", "client", "server", mocks, mcp] },
  { file: "events.yaml", standard: "asyncapi", targets: ["types", "zod", "webhooks", channels] },
] as const;

test.each(descriptions)("each tab has the files that generate writes: $file", async ({ file, standard, targets }) => {
  const text = readFileSync(path.join(import.meta.dirname, "../browser/examples", file), "utf8");
  const cwd = path.join(folder, standard);
  mkdirSync(cwd);
  writeFileSync(path.join(cwd, `${standard}.yaml`), text);
  const config = {
    apis: {
      shown: {
        [standard]: `${standard}.yaml`,
        out: ".",
        tsNocheck: false,
        importExtension: ".js" as const,
        targets: [...targets],
      },
    },
  };
  const written = await generate(config, { cwd, cache: false });
  expect(written.diagnostics).toEqual([]);
  const engine = new Engine();
  const checked = await engine.check(text);
  expect(checked.problems).toEqual([]);
  const names = targets.map((target) => (typeof target === "string" ? target : target.name));
  expect(checked.views.filter((view) => view !== "samples")).toEqual(names);
  for (const target of names) {
    const shown = await engine.show(target);
    if (shown.kind !== "files") throw new Error(`${target} is stopped`);
    expect(shown.files.map(({ name }) => name).sort()).toEqual(
      written.changes
        .map((change) => change.path)
        .filter((each) => each.startsWith(`${target}/`))
        .map((each) => each.slice(target.length + 1))
        .sort(),
    );
    for (const { name, text } of shown.files) {
      const onDisk = readFileSync(path.join(cwd, target, name), "utf8");
      expect(unheaded(text)).toBe(unheaded(onDisk));
    }
  }
});

/** Without directives of linters and the lines that name the description and the command. */
function unheaded(text: string): string {
  return text.replace(/^(?:\/[/*].*\n)+/, "");
}

test("problems have the place of what is wrong, and stop what they would make wrong", async () => {
  const text = readFileSync(path.join(import.meta.dirname, "../browser/examples/mistakes.yaml"), "utf8");
  const engine = new Engine();
  const { problems } = await engine.check(text);
  const written = problems.map(({ severity, range, hint }) => [
    severity,
    range === null ? null : text.slice(range.from, range.to),
    hint,
  ]);
  expect(written).toContainEqual(["error", '"#/components/schemas/Prodct"', 'did you mean "Product"?']);
  expect(written).toContainEqual(["error", "strng", 'did you mean "string"?']);
  expect(written).toContainEqual(["warning", "titel", 'did you mean "title"?']);
  expect(await engine.show("types")).toMatchObject({ kind: "stopped" });
});

const alike = `openapi: 3.1.0
info: { title: t, version: "1" }
paths:
  /a/{x}: { get: { operationId: one, parameters: [{ name: x, in: path, required: true, schema: { type: string } }], responses: { "204": { description: ok } } } }
  /a/{y}: { post: { operationId: two, parameters: [{ name: y, in: path, required: true, schema: { type: string } }], responses: { "204": { description: ok } } } }
`;

test("what the command line tolerates in the description of others is tolerated", async () => {
  const engine = new Engine();
  const { problems } = await engine.check(alike);
  expect(problems).toMatchObject([{ code: "ambiguous-path", severity: "tolerated", line: 5 }]);
  expect(countsOf(problems)).toBe("1 tolerated");
  for (const view of ["types", "zod", "client", "server", "samples"] as const)
    expect(await engine.show(view)).toMatchObject({ kind: "files" });
});

test("errors are first, and all problems are counted", async () => {
  const warned = Array.from({ length: 150 }, (_, index) => `    S${index}: { type: string, minimum: 1 }\n`).join("");
  const text = `openapi: 3.1.0\ninfo: { title: t, version: "1" }\npaths: {}\ncomponents:\n  schemas:\n${warned}    Last: { type: strng }\n`;
  const { problems } = await new Engine().check(text);
  expect(problems[0]).toMatchObject({ severity: "error", line: 156 });
  expect(countsOf(problems)).toBe("1 error, 150 warnings");
});

test.each([
  ["", null],
  ["hello: there", null],
  ["[1, 2", null],
  ['{ "swagger": "2.0", "info": { "title": "t", "version": "1" }, "paths": {} }', "Swagger"],
])("a text without a description is no defect: %j", async (text, standard) => {
  const engine = new Engine();
  const checked = await engine.check(text);
  expect(checked.standard).toBe(standard);
  if (standard === null) expect(checked.problems.length).toBeGreaterThan(0);
  else expect(await engine.show("types")).toMatchObject({ kind: "files" });
});

test("the bundle has the page, the worker and the texts that targets copy; a module of Node that a browser has not would stop it", async () => {
  const { files, script, style } = await bundlePlayground();
  const texts = new Map(files.map((file) => [file.path, Buffer.from(file.contents).toString()]));
  expect([...texts.keys()]).toEqual(expect.arrayContaining([script, style]));
  const worker = [...texts.keys()].find((name) => /^engine-[0-9a-f]{8}\.js$/.test(name)) ?? "";
  expect(texts.get(script)?.includes(worker)).toBe(true);
  const whole = [...texts.values()].join("\n");
  for (const path of ["/waybill/targets/zod/runtime.json", "/packages/ajv/dist/refs/json-schema-draft-07.json"])
    expect(whole.includes(path)).toBe(true);
});
