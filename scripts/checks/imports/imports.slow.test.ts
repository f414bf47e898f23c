// Each rule about imports, broken once in a small checkout, among imports that they allow. Of a circle the tool
// reports at least one import, not each.
import path from "node:path";
import { expect, test } from "vitest";
import { folderOf } from "../../testing/folder-of.ts";
import { endOf } from "../../testing/programs.ts";

const shared = {
  "tsconfig.json": JSON.stringify({ compilerOptions: { module: "nodenext", allowImportingTsExtensions: true } }),
  "package.json": JSON.stringify({
    name: "root",
    devDependencies: { waybill: "1", "@waybill/conformance": "1", ajv: "1" },
  }),
  "node_modules/waybill/index.js": "export {};",
  "node_modules/@waybill/conformance/index.js": "export {};",
  "node_modules/@fulfillment/types/index.js": "export {};",
  "node_modules/zod/index.js": "export {};",
  "node_modules/ajv/index.js": "export {};",
};

test("imports of the toolkit go one way", { timeout: 120_000 }, async () => {
  const value = "export const x = 1;";
  const allowed = {
    "generators/src/entries/index.ts": `export { run } from "../cli/main.ts";`,
    "generators/src/cli/main.ts": `import "../targets/zod/zod.ts"; import "./commands/lint.ts"; import "node:fs"; export const run = 1;`,
    "generators/src/cli/commands/lint.ts": `import "../../read/read-api.ts";`,
    "generators/src/read/read-api.ts": `import "./openapi/schema.ts";`,
    "generators/src/emit/code.ts": value,
    "generators/src/targets/zod/zod.ts": `import "../../emit/code.ts"; import "./names.ts";`,
    "generators/src/targets/zod/names.ts": value,
    "generators/src/read/openapi/schema.ts": value,
    "generators/package.json": JSON.stringify({ peerDependencies: { "@waybill/conformance": "1" } }),
  };
  expect(
    await violations({
      ...allowed,
      "generators/test/case.ts": value,
      "generators/src/source/read.ts": `import { x } from "../model/schema.ts"; export const y = x;`,
      "generators/src/model/schema.ts": value,
      "generators/src/emit/type.ts": `export type { x } from "../model/schema.ts";`,
      "generators/src/read/openapi/type.ts": `export type M = import("../asyncapi/message.ts").M;`,
      "generators/src/read/asyncapi/message.ts": "export type M = string;",
      "generators/src/targets/zod/later.ts": `export const later = import("../../source/read.ts");`,
      "generators/src/diff/compare.ts": `export * from "../entries/index.ts";`,
      "generators/src/cli/test.ts": `import "../../test/case.ts";`,
      "generators/src/cli/kit.ts": `void import("@waybill/conformance");`,
      "generators/src/magic/spell.ts": `import "./wand.ts";`,
      "generators/src/magic/wand.ts": value,
      "generators/src/model/api.ts": `import type { Check } from "@waybill/conformance"; export type A = Check;`,
      "generators/src/read/fields/none.ts": `import "./nothing.ts";`,
      "generators/src/upgrade/a.ts": `import type { B } from "./b.ts"; export type A = B | null;`,
      "generators/src/upgrade/b.ts": `import type { A } from "./a.ts"; export type B = A[];`,
      "generators/src/read/openapi/parameter.ts": `import type { M } from "./media-type.ts"; export type H = M | null;`,
      "generators/src/read/openapi/media-type.ts": `import type { H } from "./parameter.ts"; import type { O } from "./other.ts"; export type M = H | O;`,
      "generators/src/read/openapi/other.ts": `import type { H } from "./parameter.ts"; export type O = H[];`,
    }),
  ).toEqual([
    "circle-of-types-wider-than-the-recursion: generators/src/read/openapi/media-type.ts -> generators/src/read/openapi/other.ts",
    "circle-of-types: generators/src/read/openapi/other.ts -> generators/src/read/openapi/parameter.ts",
    "circle-of-types: generators/src/upgrade/a.ts -> generators/src/upgrade/b.ts",
    "kit-in-toolkit: generators/src/cli/kit.ts -> node_modules/@waybill/conformance/index.js",
    "kit-in-toolkit: generators/src/model/api.ts -> node_modules/@waybill/conformance/index.js",
    "layer-cli: generators/src/cli/test.ts -> generators/test/case.ts",
    "layer-diff: generators/src/diff/compare.ts -> generators/src/entries/index.ts",
    "layer-emit: generators/src/emit/type.ts -> generators/src/model/schema.ts",
    "layer-source: generators/src/source/read.ts -> generators/src/model/schema.ts",
    "layer-targets: generators/src/targets/zod/later.ts -> generators/src/source/read.ts",
    "layer-unknown: generators/src/magic/spell.ts -> generators/src/magic/wand.ts",
    "readers-apart: generators/src/read/openapi/type.ts -> generators/src/read/asyncapi/message.ts",
    "unresolvable: generators/src/read/fields/none.ts -> ./nothing.ts",
  ]);
});

test("packages meet by name, list what they import, and run without the toolkit", { timeout: 120_000 }, async () => {
  const manifest = JSON.stringify({
    dependencies: { zod: "1", "@fulfillment/types": "1" },
    devDependencies: { ajv: "1" },
  });
  const files = {
    "packages/fulfillment/types/src/index.ts": "export const t = 1;",
    "packages/fulfillment/types/package.json": manifest,
    "packages/fulfillment/client/package.json": manifest,
    "packages/fulfillment/client/src/index.ts": `import "@fulfillment/types"; import "zod"; import "node:fs"; import "./call.gen.ts";`,
    "packages/fulfillment/client/src/call.gen.ts": "export const c = 1;",
    "packages/waybill/conformance/package.json": JSON.stringify({ dependencies: { waybill: "1" } }),
    "packages/waybill/conformance/src/index.ts": `import "waybill";`,
    "generators/src/targets/http/runtime/send.ts": `import "zod";`,
  };
  expect(
    await violations({
      ...files,
      "packages/fulfillment/client/src/kit.ts": `import "waybill"; import "../../types/src/index.ts";`,
      "packages/fulfillment/client/src/lists.ts": `import "ajv"; import "@waybill/conformance";`,
      "packages/fulfillment/client/src/a/a.ts": `import type { B } from "../b/b.ts"; export type A = B | null;`,
      "packages/fulfillment/client/src/b/b.ts": `import type { A } from "../a/a.ts"; export type B = A[];`,
      "packages/fulfillment/client/src/a/c.ts": `import type { D } from "./d.ts"; export type C = D | null;`,
      "packages/fulfillment/client/src/a/d.ts": `import type { C } from "./c.ts"; export type D = C[];`,
    }),
  ).toEqual([
    "circle-of-types-across-folders: packages/fulfillment/client/src/a/a.ts -> packages/fulfillment/client/src/b/b.ts",
    "reaches-into-a-package: packages/fulfillment/client/src/kit.ts -> packages/fulfillment/types/src/index.ts",
    "toolkit-in-production: packages/fulfillment/client/src/kit.ts -> node_modules/waybill/index.js",
    "toolkit-in-production: packages/fulfillment/client/src/lists.ts -> node_modules/@waybill/conformance/index.js",
    "unlisted: packages/fulfillment/client/src/kit.ts -> node_modules/waybill/index.js",
    "unlisted: packages/fulfillment/client/src/lists.ts -> node_modules/@waybill/conformance/index.js",
    "unlisted: packages/fulfillment/client/src/lists.ts -> node_modules/ajv/index.js",
  ]);
});

test("values are imported in no circle but a standard's own", { timeout: 120_000 }, async () => {
  const files = {
    "generators/src/targets/zod/array.ts": `import { zodOf } from "./zod-of.ts"; export const arrayOf = () => zodOf;`,
    "generators/src/targets/zod/zod-of.ts": `import { arrayOf } from "./array.ts"; export const zodOf = () => arrayOf;`,
    "generators/src/model/a.ts": `import type { B } from "./b.ts"; export const a = (b: B) => b;`,
    "generators/src/model/b.ts": `import { a } from "./a.ts"; export type B = string; export const b = () => a;`,
  };
  const reported = await violations({
    ...files,
    // The circle of types between the first two must not hide the circle of values through the third.
    "generators/src/diff/a.ts": `import { b } from "./b.ts"; export type A = string; export const a = () => b;`,
    "generators/src/diff/b.ts": `import type { A } from "./a.ts"; import { c } from "./c.ts"; export const b = (x: A) => [c, x];`,
    "generators/src/diff/c.ts": `export const c = () => import("./a.ts");`,
    "generators/src/targets/zod/zod-of.ts": `import { arrayOf } from "./array.ts"; import { n } from "./number.ts"; export const zodOf = () => [arrayOf, n];`,
    "generators/src/targets/zod/number.ts": `import { zodOf } from "./zod-of.ts"; export const n = () => zodOf;`,
  });
  expect(reported.filter((line) => line.startsWith("circle: "))).toEqual([
    String.raw`circle: ^generators/src/targets/zod/(array|object|unevaluated|union|zod-of)\.ts$ -> generators/src/targets/zod/number.ts`,
    "circle: generators/src/diff/a.ts -> generators/src/diff/b.ts -> generators/src/diff/c.ts",
  ]);
});

async function violations(files: Readonly<Record<string, string>>): Promise<string[]> {
  const cwd = folderOf({ ...shared, ...files });
  const folders = ["generators", "packages"].filter((folder) =>
    Object.keys(files).some((file) => file.startsWith(folder)),
  );
  const program = path.join(import.meta.dirname, "main.ts");
  const { stdout } = await endOf([process.execPath, program, ...folders], { cwd });
  return stdout
    .split("\n")
    .filter((line) => line.includes(" -> "))
    .toSorted();
}
