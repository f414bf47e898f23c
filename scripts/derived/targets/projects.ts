// The projects that guides show, file by file -> the same projects in a folder, generated and compiled, and the text of their files.
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "../../..");
const projects = path.join(import.meta.dirname, "projects");

/** What projects import, by where it is installed in this repository. */
const installed: Readonly<Record<string, string>> = {
  "@acme/shop": "",
  "@types/node": "node_modules/@types/node",
  "@types/react": "examples/react/node_modules/@types/react",
  msw: "examples/react/node_modules/msw",
  vitest: "node_modules/vitest",
  waybill: "generators",
  zod: "generators/node_modules/zod",
};

const compilerOptions = {
  module: "esnext",
  moduleResolution: "bundler",
  target: "es2023",
  lib: ["es2023", "dom", "dom.iterable"],
  types: ["node"],
  jsx: "react-jsx",
  paths: { "@/*": ["./next/src/*"] },
  strict: true,
  noEmit: true,
  skipLibCheck: true,
};

export interface ProjectsOptions {
  /** An empty folder. */
  readonly folder: string;
  /** With what is generated of the shop, all targets of it. */
  readonly generated: string;
  readonly description: string;
  /** Runs Node with these words in that folder. Rejects when it fails. */
  readonly run: (cwd: string, ...words: string[]) => Promise<void>;
}

/** `testing/src/shop.ts` -> its text. Rejects when a project does not compile. */
export async function compileProjects(options: ProjectsOptions): Promise<(file: string) => string> {
  const { folder, generated, description, run } = options;
  for (const file of globSync("**/*.txt", { cwd: projects })) {
    const to = path.join(folder, file.replace(/\.txt$/, ""));
    mkdirSync(path.dirname(to), { recursive: true });
    cpSync(path.join(projects, file), to);
  }
  for (const [name, from] of Object.entries(installed)) {
    const to = path.join(folder, "node_modules", name);
    mkdirSync(path.dirname(to), { recursive: true });
    symlinkSync(from === "" ? path.join(folder, "monorepo/packages/shop") : path.join(root, from), to, "dir");
  }
  for (const project of ["testing", "next"])
    cpSync(generated, path.join(folder, project, "src/generated"), { recursive: true });
  cpSync(description, path.join(folder, "monorepo/packages/shop/openapi.yaml"));
  await run(path.join(folder, "monorepo/packages/shop"), path.join(root, "generators/bin/waybill.js"), "generate");
  writeFileSync(path.join(folder, "package.json"), '{ "private": true, "type": "module" }');
  const include = ["testing", "next", "monorepo/apps"];
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include }));
  await run(folder, path.join(root, "node_modules/typescript/bin/tsc"), "-p", folder);
  return (file) => readFileSync(path.join(folder, file), "utf8");
}
