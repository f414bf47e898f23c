// Pages of targets -> the same with their blocks as a real run fills them: what the toolkit generates of the two descriptions beside this
// module, and programs that compile against it. "```ts generated=types/schemas.gen.ts#Order" shows a declaration, "```ts program=client.ts"
// a program, "```yaml description=openapi.yaml#Order" a part of a description, "```text files=client" the files of a target, and
// "```ts project=next/src/shop.ts" a file of a project that a guide builds.
import { copyFileSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { freshFolder } from "../../stories/harness/fresh-folder.ts";
import { endOf } from "../../testing/programs.ts";
import { compileProjects } from "./projects.ts";

const root = path.join(import.meta.dirname, "../../..");
const compiler = path.join(root, "node_modules/typescript/bin/tsc");
const compilerOptions = {
  module: "nodenext",
  target: "es2023",
  lib: ["es2023", "dom", "dom.iterable"],
  types: ["node"],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
};
const targets = ["types", "zod", "server", "client", "webhooks", "samples", "mocks"];
/** Guides that are filled besides the pages of targets. */
const guides = ["migrating", "monorepo", "next", "testing"];

/** By file. Throws when the toolkit, a program or a page has an error. */
export async function targetPages(read: (file: string) => string): Promise<[file: string, text: string][]> {
  using folder = freshFolder("targets");
  const at = (...file: string[]): string => path.join(folder.path, ...file);
  for (const file of ["openapi.yaml", "asyncapi.yaml"]) copyFileSync(path.join(import.meta.dirname, file), at(file));
  mkdirSync(at("src"));
  for (const scope of ["@types", "@waybill"]) mkdirSync(at("node_modules", scope), { recursive: true });
  symlinkSync(path.join(root, "node_modules/@waybill/mocks"), at("node_modules/@waybill/mocks"), "dir");
  symlinkSync(path.join(root, "generators/node_modules/zod"), at("node_modules/zod"), "dir");
  symlinkSync(path.join(root, "node_modules/@types/node"), at("node_modules/@types/node"), "dir");
  writeFileSync(at("package.json"), '{ "private": true, "type": "module" }');
  writeFileSync(at("tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
  const programs = path.join(import.meta.dirname, "programs");
  for (const file of readdirSync(programs))
    copyFileSync(path.join(programs, file), at("src", path.basename(file, ".txt")));

  const run = async (cwd: string, ...words: string[]): Promise<void> => {
    const ended = await endOf([process.execPath, ...words], { cwd, env: { ...process.env, NO_COLOR: "1" } });
    if (ended.code !== 0) throw new Error(`the pages of targets: ${words.join(" ")}\n${ended.output}`);
  };
  const documents = ["--openapi", "openapi.yaml", "--asyncapi", "asyncapi.yaml", "--out", "gen"];
  const options = ["--import-extension", ".js", ...targets.flatMap((target) => ["--target", target])];
  await run(folder.path, path.join(root, "generators/bin/waybill.js"), "generate", ...documents, ...options);
  await run(folder.path, compiler, "-p", folder.path);
  const project = await compileProjects({
    folder: at("projects"),
    generated: at("gen"),
    description: at("openapi.yaml"),
    run,
  });

  const textOf = (file: string): string => readFileSync(at(file), "utf8");
  const fill: Readonly<Record<string, (what: string) => string>> = {
    generated: (what) => declarations(textOf(`gen/${fileOf(what)}`), namesOf(what), what),
    program: (what) => textOf(`src/${what}`).replaceAll("../gen/", "./generated/"),
    project,
    description: (what) => parts(textOf(fileOf(what)), namesOf(what), what),
    files: (what) =>
      listed(readdirSync(at("gen", what)).map((file) => [`${what}/${file}`, purposeOf(textOf(`gen/${what}/${file}`))])),
  };
  return globSync(["docs/targets/*.md", `docs/guides/{${guides.join(",")}}.md`], { cwd: root })
    .sort()
    .map((file) => [file, filled(read(file), fill)]);
}

function filled(markdown: string, fill: Readonly<Record<string, (what: string) => string>>): string {
  return markdown.replace(
    /^(```\w+ (\w+)=(\S+).*\n)[\s\S]*?^```$/gm,
    (block, start: string, kind: string, what: string) => {
      const text = fill[kind]?.(what);
      return text === undefined ? block : `${start}${text.trimEnd()}\n\`\`\``;
    },
  );
}

const fileOf = (what: string): string => what.split("#")[0] ?? "";
const namesOf = (what: string): string[] => (what.split("#")[1] ?? "").split(",");

/** Statements of generated code without their links to the description. */
function declarations(code: string, names: readonly string[], what: string): string {
  const statements = code.split(/\n\n(?=\/\*\*|export |const )/);
  const found = names.map((name) => {
    const declared = new RegExp(`^export (?:declare )?(?:async )?(?:type|interface|const|function) ${name}\\b`, "m");
    const statement = statements.find((text) => declared.test(text));
    if (statement === undefined) throw new Error(`${what}: nothing generated is called ${name}`);
    return statement
      .replace(/^ \* @see .*\n/gm, "")
      .replace(/^\/\*\* @see .*\n/gm, "")
      .trim();
  });
  return found.join("\n\n");
}

/** Members of a YAML document by their key, with what is indented below them. */
function parts(yaml: string, keys: readonly string[], what: string): string {
  const found = keys.map((key) => {
    const [, indent = ""] = new RegExp(`^( *)${key}:`, "m").exec(yaml) ?? [];
    const [part] = new RegExp(`^${indent}${key}:.*\\n(?:${indent} +.*\\n)*`, "m").exec(yaml) ?? [];
    if (part === undefined) throw new Error(`${what}: the description has no ${key}`);
    return part.replaceAll(new RegExp(`^${indent}`, "gm"), "");
  });
  return found.join("");
}

/** The line of the header that says what a file holds. */
function purposeOf(code: string): string {
  const comments = code.split("\n").filter((line) => line.startsWith("// "));
  return comments.find((line) => !/^\/\/ (?:@ts-nocheck|Generated by|Do not edit)/.test(line))?.slice(3) ?? "";
}

function listed(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([file]) => file.length));
  return rows.map(([file, purpose]) => `${file.padEnd(width)}  ${purpose}`.trimEnd()).join("\n");
}
