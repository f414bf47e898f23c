// The entries of the package: generated code imports from them what it would otherwise import from copies.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { exportsOf, readRuntimeModule } from "../../../../generators/src/emit/runtime/index.ts";
import { runtimeLibrary } from "../../../../generators/src/targets/runtime-library.ts";

const source = path.join(import.meta.dirname, "../src");

test.each(runtimeLibrary.map((file) => [file.name, file] as const))(
  "an entry has all modules of its file: %s",
  async (name, file) => {
    const text = readFileSync(path.join(source, `${name}.ts`), "utf8");
    const places = file.modules.map(({ pathname }) => path.relative(source, pathname).replaceAll("\\", "/"));
    expect(
      text
        .split("\n")
        .filter((line) => line.startsWith("export"))
        .sort(),
    ).toEqual(places.map((place) => `export * from ${JSON.stringify(place)};`).sort());
    const values = file.modules.flatMap((url) => exportsOf(readRuntimeModule(url)).filter(({ isType }) => !isType));
    // A name that two of them have would be in neither.
    expect(Object.keys(await import(path.join(source, `${name}.ts`))).sort()).toEqual(
      values.map(({ name: one }) => one).sort(),
    );
  },
);

test("the manifest exports every entry", () => {
  const manifest = JSON.parse(readFileSync(path.join(source, "../package.json"), "utf8"));
  const entries = [...runtimeLibrary.map(({ name }) => `./${name}`), "./package.json"].sort();
  expect(Object.keys(manifest.exports).sort()).toEqual(entries);
  expect(Object.keys(manifest.publishConfig.exports).sort()).toEqual(entries);
});
