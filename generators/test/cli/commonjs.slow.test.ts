// `waybill init` in a CommonJS package as npm creates it: the compiler takes what is generated, and Node loads it.
// @module-tag compilers
import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";
import { removeTsNocheck } from "../../../scripts/testing/checked-code.ts";
import { sparing, sparingEnvironment } from "../../../scripts/testing/sparing-compiler.ts";
import { testedCompilers } from "../scenarios/compile.ts";
import { openapi, order } from "./shop.ts";
import { Workspace } from "./workspace.ts";

const toolkit = path.join(import.meta.dirname, "../..");

const packageJson = `{ "name": "shop", "version": "1.0.0", "main": "index.js", "type": "commonjs" }\n`;

/** A package in which the toolkit is installed, after init and generate. */
async function generated(files: Readonly<Record<string, string>>): Promise<Workspace> {
  const workspace = new Workspace({
    "package.json": packageJson,
    "openapi.yaml": openapi,
    "schemas/order.yaml": order,
    ...files,
  });
  workspace.install();
  expect(await workspace.run(["init"])).toMatchObject({ code: 0, stderr: "" });
  // A process of its own loads the configuration as Node does.
  expect(await workspace.spawn(["generate"])).toMatchObject({ code: 0, stderr: "" });
  expect(await workspace.run(["check"])).toMatchObject({ code: 0, stderr: "" });
  return workspace;
}

function node(workspace: Workspace, ...words: readonly string[]): string {
  return execFileSync(process.execPath, words, {
    cwd: workspace.folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: sparingEnvironment(),
  });
}

test("JavaScript is loaded by require and by import()", async () => {
  const workspace = await generated({
    "required.js": `const { OrderSchema } = require("./src/generated/zod/index.gen.js");
console.log(OrderSchema.safeParse({ id: "1" }).success, OrderSchema.safeParse({}).success, typeof require("./src/generated/client/index.gen.js").createClient);
`,
    "imported.js": `import("./src/generated/zod/index.gen.js").then(({ OrderSchema }) => console.log(OrderSchema.safeParse({ id: "1" }).success));\n`,
  });
  expect(node(workspace, "required.js")).toBe("true false function\n");
  expect(node(workspace, "imported.js")).toBe("true\n");
});

const compilers = [
  // Without it the types of zod do not compile.
  ["typescript-5.9", { module: "commonjs", esModuleInterop: true }],
  ["typescript-7.0", { module: "nodenext", rootDir: "src" }],
] as const;

test.each(compilers.filter(([compiler]) => testedCompilers.includes(compiler)))(
  "generated TypeScript compiles and runs with %s and %j",
  async (compiler, options) => {
    const compilerOptions = {
      ...options,
      target: "es2022",
      strict: true,
      outDir: "dist",
      lib: ["es2022", "dom", "dom.iterable"],
      types: [],
    };
    const workspace = await generated({
      "tsconfig.json": JSON.stringify({ compilerOptions }),
      "src/index.ts": `import { createClient, createSend } from "./generated/client/index.gen.js";
import type { Order } from "./generated/types/index.gen.js";
import { OrderSchema } from "./generated/zod/index.gen.js";

declare const console: { log(...values: unknown[]): void };
const order: Order = { id: "1" };
console.log(OrderSchema.safeParse(order).success, typeof createClient(createSend({ baseUrl: "http://localhost" })));
`,
    });
    expect(removeTsNocheck(workspace.folder)).toBeGreaterThan(10);
    const flags = compiler === "typescript-7.0" ? sparing : [];
    node(workspace, path.join(toolkit, `node_modules/${compiler}/bin/tsc`), ...flags);
    expect(node(workspace, "dist/index.js")).toBe("true object\n");
  },
);

test("a configuration is loaded before the toolkit is installed, as after npx waybill init", async () => {
  const workspace = new Workspace({ ".git/HEAD": "", "openapi.yaml": openapi, "schemas/order.yaml": order });
  for (const words of [["init"], ["generate"], ["check"]])
    expect(await workspace.spawn(words)).toMatchObject({ code: 0, stderr: "" });
});
