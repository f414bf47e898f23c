// With `int64: "bigint"`, declarations of the runtime are replaced by those of the same names in `bigints.ts`.
import { expect, test } from "vitest";
import { exportsOf, readRuntimeModule } from "../../../../src/emit/runtime/index.ts";
import { checksFile, schemasFile } from "../../../../src/targets/zod/runtime-modules.ts";

test("each declaration of bigints.ts replaces exactly one of the runtime", () => {
  const modules = [...checksFile.modules, ...schemasFile.modules].map(readRuntimeModule);
  const declared = modules.flatMap(({ parts }) => parts.flatMap(({ declares }) => declares));
  const bigints = new URL("../../../../src/targets/zod/runtime/bigints.ts", import.meta.url);
  const replacing = exportsOf(readRuntimeModule(bigints)).map(({ name }) => name);
  expect(replacing).toEqual(["canonical", "jsonTypeOf"]);
  expect(declared.filter((name) => replacing.includes(name)).sort()).toEqual(replacing);
});
