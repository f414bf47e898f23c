import { expect, test } from "vitest";
import { ran } from "../cli/in-process.ts";
import { shop } from "../cli/shop.ts";
import { Workspace } from "../cli/workspace.ts";

function configured(names: string): Record<string, string> {
  const api = `{ openapi: "openapi.yaml", out: "gen", targets: ["types", "zod"], names: ${names} }`;
  return { ...shop, "waybill.config.mjs": `export default { apis: { shop: ${api} } };\n` };
}

test.each([
  [
    "{ schema: () => 'no thing' }",
    /schemas\/order\.yaml:1:1 error invalid-name: names\.schema returns "no thing" for .*: it is not an identifier/,
  ],
  ["{ schema: () => '' }", /returns "" for .*: it is not an identifier/],
  ["{ schema: () => 'a;run()' }", /it is not an identifier/],
  ["{ schema: () => 'a\\u200db' }", /contains invisible characters/],
  ["{ schema: () => 'class' }", /returns "class" for .*: it is a reserved word/],
  ["{ schema: () => 1 }", /returns 1 for .*: a name must be a string/],
  ["{ schema: () => { throw new Error('oh') } }", /the function threw: oh/],
  ["{ schema: () => `S${Math.random()}`.replace('.', '') }", /the function returned two different names for it/],
  ["{ schema: () => 'GetOrderRequest' }", /already has this name\n[\s\S]*the operation "getOrder"/],
  [
    "{ operation: () => 'x y' }",
    /openapi\.yaml:\d+:\d+ error invalid-name: names\.operation returns "x y" for the operation "getOrder"/,
  ],
  ["{ scheme: (name) => name }", /names\.scheme is not a field of the configuration\nhint: did you mean schema\?/],
  ["{ schema: 'Dto' }", /names\.schema must be a function\nhint: /],
])("names: %s is rejected", async (names, message) => {
  const workspace = new Workspace(configured(names));
  const { code, text } = await ran(workspace.folder, "generate");
  expect(text).toMatch(message);
  expect(code).not.toBe(0);
});

test("a naming function with a different result changes the output despite the cache", async () => {
  const workspace = new Workspace({
    ...configured("{ schema: (name) => readFileSync(import.meta.dirname + '/prefix', 'utf8') + name }"),
    prefix: "A",
  });
  workspace.edit("waybill.config.mjs", "export default", 'import { readFileSync } from "node:fs";\nexport default');
  expect(await ran(workspace.folder, "generate")).toMatchObject({ code: 0 });
  expect(workspace.read("gen/types/schemas.gen.ts")).toContain("export type AOrder =");
  expect(await ran(workspace.folder, "check")).toMatchObject({ code: 0 });
  workspace.write("prefix", "B");
  const { code, text } = await ran(workspace.folder, "check");
  expect(code).toBe(1);
  expect(text).toContain("the toolkit or the configured names have changed");
  expect(await ran(workspace.folder, "generate")).toMatchObject({ code: 0 });
  expect(workspace.read("gen/zod/schemas.gen.ts")).toContain("export const BOrderSchema");
  expect(workspace.read("gen/types/operations.gen.ts")).toContain("BOrder");
});
