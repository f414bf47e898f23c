// The entries of the package: generated code imports from them what it would otherwise import from copies.
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { exportsOf, readRuntimeModule } from "../../../../generators/src/emit/runtime/index.ts";
import { exportedByClient } from "../../../../generators/src/targets/client/client-target.ts";
import { runtimeLibrary } from "../../../../generators/src/targets/runtime-library.ts";
import { exportedByServer } from "../../../../generators/src/targets/server/server-target.ts";

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

test.each([
  ["client", exportedByClient({ extras: "more", validation: "custom" })],
  ["server", exportedByServer({ extras: "more" })],
] as const)("an entry exports every module that the index of a %s may export", async (target, exported) => {
  const text = readFileSync(path.join(source, `exports/${target}.ts`), "utf8");
  const modules = [...text.matchAll(/^export \* from ".*\/targets\/(\w+)\/runtime\/([\w-]+)\.ts";$/gm)];
  expect(modules.map(([, of, module]) => `${of}/${module}`)).toEqual(
    Object.keys(exported)
      .sort()
      .map((module) => `${target}/${module}`),
  );
  // A name that two of them have would be in neither.
  const folder = path.join(source, `../../../../generators/src/targets/${target}/runtime`);
  const namesOf = (module: string) => exportsOf(readRuntimeModule(pathToFileURL(path.join(folder, `${module}.ts`))));
  const values = Object.keys(exported).flatMap((module) => namesOf(module).filter(({ isType }) => !isType));
  expect(Object.keys(await import(path.join(source, `exports/${target}.ts`))).sort()).toEqual(
    values.map(({ name }) => name).sort(),
  );
});

test("the manifest exports every entry", () => {
  const manifest = JSON.parse(readFileSync(path.join(source, "../package.json"), "utf8"));
  const indexes = ["./exports/client", "./exports/server"];
  const entries = [...runtimeLibrary.map(({ name }) => `./${name}`), ...indexes, "./package.json"].sort();
  expect(Object.keys(manifest.exports).sort()).toEqual(entries);
  expect(Object.keys(manifest.publishConfig.exports).sort()).toEqual(entries);
});
