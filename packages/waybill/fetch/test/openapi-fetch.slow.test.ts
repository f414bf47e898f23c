// The tests of openapi-fetch and openapi-react-query and the examples of openapi-fetch, from a checkout that WAYBILL_OPENAPI_TYPESCRIPT names:
// with this client in the place of theirs, and with types that `waybill paths` writes from their descriptions.
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { folderOf } from "../../../../scripts/testing/folder-of.ts";

const root = path.join(import.meta.dirname, "../../../..");
const checkout = process.env["WAYBILL_OPENAPI_TYPESCRIPT"] ?? null;
if (checkout === null)
  console.log(
    "Skipped: tests and examples of openapi-fetch and openapi-react-query. WAYBILL_OPENAPI_TYPESCRIPT names no checkout of openapi-typescript.",
  );

const suites = [
  {
    name: "openapi-fetch",
    // They need a server of their own, a browser, or generators of others.
    without: ["test/common/create-client-e2e.test.js", "test/e2e", "test/bench", "test/examples", "src/react-query.ts"],
    sources: {},
    packages: ["openapi-typescript-helpers"],
    settings: {},
    redocly: "test/redocly.yaml",
  },
  {
    name: "openapi-react-query",
    without: [],
    sources: { "index.ts": "client.ts", "react-query.ts": "index.ts" },
    packages: [
      ..."@tanstack/react-query@5 @testing-library/dom @testing-library/react@16 @types/react@18 jsdom@26 msw@2".split(
        " ",
      ),
      ..."react@18 react-dom@18 react-error-boundary@6.0.0 @vitejs/plugin-react@5".split(" "),
    ],
    settings: {
      compilerOptions: { types: ["node", "vitest/globals"], paths: { "openapi-fetch": ["./src/client.ts"] } },
    },
    redocly: null,
  },
];

it.skipIf(checkout === null).each(suites)("the tests of $name pass, and compile", (suite) => {
  const folder = folderOf({});
  const home = path.join(folder, "packages", suite.name);
  const theirs = path.join(checkout ?? "", "packages", suite.name);
  cpSync(path.join(checkout ?? "", "tsconfig.json"), path.join(folder, "tsconfig.json"));
  for (const name of ["test", "tsconfig.json", "vitest.config.ts"])
    cpSync(path.join(theirs, name), path.join(home, name), { recursive: true });
  cpSync(path.join(import.meta.dirname, "../src"), path.join(home, "src"), { recursive: true });
  for (const name of suite.without) rmSync(path.join(home, name), { recursive: true, force: true });
  for (const [from, to] of Object.entries(suite.sources))
    renameSync(path.join(home, "src", from), path.join(home, "src", to));
  writeFileSync(path.join(home, "package.json"), '{ "private": true, "type": "module" }\n');
  const packages = [...suite.packages, "vitest@4", "typescript@5.9", "@types/node"];
  run(home, "npm", ["install", "--no-package-lock", ...packages]);
  if (suite.redocly !== null) {
    // One of their descriptions has paths that are no templates of the standard: its types stay.
    expect(waybillPaths("--redocly", path.join(home, suite.redocly))).toContain("get.d.ts written");
  }
  const settings = { extends: "./tsconfig.json", include: ["src", "test"], ...suite.settings };
  writeFileSync(path.join(home, "tsconfig.tests.json"), JSON.stringify(settings));
  const clients = JSON.stringify({ "openapi-fetch": path.join(home, "src/client.ts") });
  writeFileSync(
    path.join(home, "vitest.tests.config.ts"),
    `import theirs from "./vitest.config.ts";\nexport default { ...theirs, resolve: { alias: ${clients} } };\n`,
  );
  run(home, path.join(home, "node_modules/.bin/vitest"), ["run", "--config", "vitest.tests.config.ts"]);
  const options = ["--noEmit", "--allowImportingTsExtensions", "--declaration", "false"];
  run(home, path.join(home, "node_modules/.bin/tsc"), ["--project", "tsconfig.tests.json", ...options]);
});

/** With what `catalog:` of the checkout means. */
const versions = { "openapi-fetch": "0.17.0", "openapi-typescript": "7", typescript: "5.9", vite: "6" };

it.skipIf(checkout === null).each([
  { name: "nextjs", schema: "lib/api/v1", check: "npx tsc --noEmit", moved: ["lib/api/index.ts"] },
  { name: "sveltekit", schema: "src/lib/api/v1", check: "npm run check", moved: ["src/lib/api/index.ts"] },
  {
    name: "vue-3",
    schema: "src/schema/catfact",
    types: "src/generated/catfact",
    check: "npm run type-check",
    moved: ["package.json", "src/composables/catfact-query.ts", "src/lib/index.ts"],
  },
])("the example $name of openapi-fetch compiles after the import and the command of types have changed", (example) => {
  const { name, schema, types = schema, check, moved } = example;
  const folder = folderOf({});
  const home = path.join(folder, "examples", name);
  const theirs = path.join(checkout ?? "", "packages/openapi-fetch");
  cpSync(path.join(theirs, "examples", name), home, { recursive: true });
  cpSync(path.join(theirs, "tsconfig.json"), path.join(folder, "tsconfig.json"));
  const manifest = path.join(home, "package.json");
  const range = /"(.*?)": "(?:catalog:|workspace:.)"/g;
  edit(manifest, (text) => text.replace(range, (_, one: string) => `"${one}": "${Reflect.get(versions, one)}"`));
  run(home, "npm", ["install", "--no-package-lock", "--save-dev", "@types/node@24"]);
  run(home, "sh", ["-c", check]);
  rmSync(path.join(home, "node_modules/openapi-fetch"), { recursive: true });
  install(path.join(home, "node_modules/@waybill/fetch"));
  // What is not listed does not compile: the package is gone.
  for (const file of moved)
    edit(path.join(home, file), (text) =>
      text
        .replace(/ from "openapi-fetch"/, ' from "@waybill/fetch"')
        .replace(/: "openapi-typescript /, ': "waybill paths '),
    );
  rmSync(path.join(home, `${types}.d.ts`));
  waybillPaths(path.join(home, `${schema}.json`), "-o", path.join(home, `${types}.d.ts`));
  run(home, "sh", ["-c", check]);
});

function edit(file: string, change: (text: string) => string): void {
  const before = readFileSync(file, "utf8");
  writeFileSync(file, change(before));
  expect(change(before)).not.toBe(before);
}

/** The package as it is published. */
function install(folder: string): void {
  const home = path.join(import.meta.dirname, "..");
  const { publishConfig, ...manifest } = JSON.parse(readFileSync(path.join(home, "package.json"), "utf8"));
  const options =
    "--ignoreConfig --declaration --target esnext --module esnext --moduleResolution bundler --types node";
  const words = [...options.split(" "), "--rewriteRelativeImportExtensions", "--outDir", path.join(folder, "dist")];
  run(root, path.join(root, "node_modules/.bin/tsc"), [...words, path.join(home, "src/index.ts")]);
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ ...manifest, ...publishConfig }));
}

function waybillPaths(...words: readonly string[]): string {
  const program = path.join(root, "generators/bin/waybill.js");
  const cwd = path.join(root, "packages/waybill/paths");
  return spawnSync(process.execPath, [program, "paths", ...words], { cwd, encoding: "utf8" }).stderr;
}

function run(cwd: string, command: string, words: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: "utf8" });
  expect(status, `${stdout}${stderr}`).toBe(0);
}
