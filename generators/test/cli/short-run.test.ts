import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isShortRun } from "../../src/cli/short-run.ts";
import { Workspace } from "./workspace.ts";

test.each([
  ["a run that generates", ["generate", "--openapi", "api.json", "--out", "src"], true],
  ["lint", ["lint"], true],
  ["a watch", ["generate", "--watch"], false],
  ["a command that another package provides", ["mock"], false],
  ["a language server", ["lsp"], false],
  ["no command", [], false],
])("only commands that end in seconds count as short: %s", (_, words, expected) => {
  expect(isShortRun(words)).toBe(expected);
});

/** V8's tag for compiled code, which its flags change: of the command line, and of a program that does nothing else. */
test("the program compiles as Node does with --no-turbofan set in time", () => {
  const print = 'console.error("tag", (await import("node:v8")).cachedDataVersionTag())';
  const workspace = new Workspace({ "waybill.config.mjs": `${print};\nexport default { apis: {} };\n` });
  const main = join(import.meta.dirname, "../../src/cli/main.ts");
  const tagOf = (...words: readonly string[]): string | undefined =>
    /tag (\d+)/.exec(
      execFileSync("sh", ["-c", '"$0" "$@" 2>&1 || true', process.execPath, ...words], {
        cwd: workspace.folder,
        encoding: "utf8",
      }),
    )?.[1];
  const config = workspace.path("waybill.config.mjs");
  const short = tagOf(main, "generate");
  expect(short).toBeDefined();
  expect(short).toBe(
    tagOf(
      "-e",
      `const { setFlagsFromString } = process.getBuiltinModule("node:v8");
      setFlagsFromString("--no-turbofan");
      import(${JSON.stringify(config)})`,
    ),
  );
  expect(short).not.toBe(tagOf(config));
});
