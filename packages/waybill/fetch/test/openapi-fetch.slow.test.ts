// The tests of openapi-fetch, from a checkout that WAYBILL_OPENAPI_TYPESCRIPT names: with this client in the place of theirs, and with types
// that `waybill paths` writes from their descriptions.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.join(import.meta.dirname, "../../../..");
const checkout = process.env["WAYBILL_OPENAPI_TYPESCRIPT"] ?? null;
if (checkout === null)
  console.log(
    "Skipped: the tests of openapi-fetch. WAYBILL_OPENAPI_TYPESCRIPT names no checkout of openapi-typescript.",
  );

it.skipIf(checkout === null)("the tests of openapi-fetch pass, and compile", () => {
  const home = mkdtempSync(path.join(tmpdir(), "waybill-openapi-fetch-"));
  try {
    const theirs = path.join(checkout ?? "", "packages/openapi-fetch");
    for (const name of ["test", "tsconfig.json", "vitest.config.ts"])
      cpSync(path.join(theirs, name), path.join(home, name), { recursive: true });
    cpSync(path.join(import.meta.dirname, "../src"), path.join(home, "src"), { recursive: true });
    // They need a server of their own, a browser, or generators of others.
    for (const name of ["common/create-client-e2e.test.js", "e2e", "bench", "examples"])
      rmSync(path.join(home, "test", name), { recursive: true, force: true });
    writeFileSync(path.join(home, "package.json"), '{ "private": true, "type": "module" }\n');
    run(home, "npm", [
      "install",
      "--no-package-lock",
      "openapi-typescript-helpers",
      "vitest@4",
      "typescript@5.9",
      "@types/node",
    ]);
    const descriptions = ["--redocly", path.join(home, "test/redocly.yaml")];
    const written = spawnSync(
      process.execPath,
      [path.join(root, "generators/bin/waybill.js"), "paths", ...descriptions],
      {
        cwd: path.join(root, "packages/waybill/paths"),
        encoding: "utf8",
      },
    );
    expect(written.stderr).toContain("get.d.ts written");
    run(home, path.join(home, "node_modules/.bin/vitest"), ["run"]);
    const options = ["--noEmit", "--allowImportingTsExtensions", "--declaration", "false"];
    run(home, path.join(home, "node_modules/.bin/tsc"), ["--project", ".", ...options]);
    expect(existsSync(path.join(home, "test/http-methods/get.test.ts"))).toBe(true);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

function run(cwd: string, command: string, words: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: "utf8" });
  expect(status, `${stdout}${stderr}`).toBe(0);
}
