// Builds docs/dist as any team builds its site: `waybill docs build` with docs.config.ts. The environment has where it is published:
// DOCS_SITE, DOCS_BASE, and DOCS_EDIT, which docs.config.ts reads.
import { spawnSync } from "node:child_process";
import path from "node:path";

const root = path.join(import.meta.dirname, "../..");
const parameters = [
  "docs",
  "build",
  "openapi.yaml",
  "asyncapi.yaml",
  ...["--docs-config", "../docs/docs.config.ts"],
  ...["--site", process.env["DOCS_SITE"] ?? "https://docs.waybill.example"],
  ...["--base", process.env["DOCS_BASE"] ?? "/"],
];
const { status } = spawnSync(process.execPath, [path.join(root, "generators/bin/waybill.js"), ...parameters], {
  // Pages name files of the description from here.
  cwd: path.join(root, "spec"),
  stdio: "inherit",
});
process.exitCode = status ?? 1;
