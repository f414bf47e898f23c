// The example, whose generated files start with `// @ts-nocheck` as users get them -> the errors of the compiler without that line.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { removeTsNocheck } from "../testing/checked-code.ts";
import { endOf } from "../testing/programs.ts";

const root = join(import.meta.dirname, "../..");
const example = join(root, "examples/consumer");

// Inside the example, which has the packages that its code imports.
const copy = mkdtempSync(join(example, ".checked-"));
try {
  for (const part of ["src", "test", "tsconfig.json", "waybill.config.ts"])
    cpSync(join(example, part), join(copy, part), { recursive: true });
  const files = removeTsNocheck(copy);
  if (files === 0) throw new Error(`no file of ${example} starts with // @ts-nocheck: then this step is not needed`);
  const { code, output } = await endOf([join(root, "node_modules/.bin/tsc"), "-p", copy, "--pretty", "false"], {
    cwd: copy,
  });
  process.stdout.write(code === 0 ? `${files} generated files have no type errors\n` : output);
  process.exitCode = code === 0 ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true });
}
