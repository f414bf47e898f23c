// The tests of openapi-fetch and openapi-react-query, from a checkout that WAYBILL_OPENAPI_TYPESCRIPT names: with this client in the place of
// theirs, and with types that `waybill paths` writes from their descriptions.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.join(import.meta.dirname, "../../../..");
const checkout = process.env["WAYBILL_OPENAPI_TYPESCRIPT"] ?? null;
if (checkout === null)
  console.log(
    "Skipped: the tests of openapi-fetch and openapi-react-query. WAYBILL_OPENAPI_TYPESCRIPT names no checkout of openapi-typescript.",
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
  const folder = mkdtempSync(path.join(tmpdir(), `waybill-${suite.name}-`));
  const home = path.join(folder, "packages", suite.name);
  try {
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
      const waybill = [
        path.join(root, "generators/bin/waybill.js"),
        "paths",
        "--redocly",
        path.join(home, suite.redocly),
      ];
      // One of their descriptions has paths that are no templates of the standard: its types stay.
      const { stderr } = spawnSync(process.execPath, waybill, {
        cwd: path.join(root, "packages/waybill/paths"),
        encoding: "utf8",
      });
      expect(stderr).toContain("get.d.ts written");
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
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function run(cwd: string, command: string, words: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: "utf8" });
  expect(status, `${stdout}${stderr}`).toBe(0);
}
