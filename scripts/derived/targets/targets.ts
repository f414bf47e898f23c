// Pages of targets and guides -> the same with their blocks as a real run fills them: what the toolkit generates of the two descriptions beside
// this module. "```ts generated=types/schemas.gen.ts#Order" shows a declaration, "```yaml description=openapi.yaml#Order" a part of a
// description, and "```text files=client" the files of a target. "```ts program=client.ts" is a program and "```ts project=next/src/shop.ts" a
// file of a project: both are compiled as the page has them.
import {
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { freshFolder } from "../../stories/harness/fresh-folder.ts";
import { endOf } from "../../testing/programs.ts";

const root = path.join(import.meta.dirname, "../../..");
const waybill = path.join(root, "generators/bin/waybill.js");
const compilerOptions = {
  target: "es2023",
  lib: ["es2023", "dom", "dom.iterable"],
  types: ["node"],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
};
const forPrograms = { ...compilerOptions, module: "nodenext" };
const forProjects = {
  ...compilerOptions,
  module: "esnext",
  moduleResolution: "bundler",
  jsx: "react-jsx",
  paths: { "@/*": ["./next/src/*"] },
};
const targets = ["types", "zod", "server", "client", "webhooks", "samples", "mocks"];
/** Guides that are filled besides the pages of targets. */
const guides = ["migrating", "monorepo", "next", "testing"];

/** What programs and projects import, by where it is installed in this repository. */
const installed: Readonly<Record<string, string>> = {
  "@types/node": "node_modules/@types/node",
  "@types/react": "examples/react/node_modules/@types/react",
  "@waybill/mocks": "node_modules/@waybill/mocks",
  msw: "examples/react/node_modules/msw",
  vitest: "node_modules/vitest",
  waybill: "generators",
  zod: "generators/node_modules/zod",
};

/** What the pages import of Next.js, which is too large to install for a check of types. */
const next = `declare module "next/cache" {
  export function revalidateTag(tag: string, profile: string): void;
  export const cacheLife: (profile: string) => void, cacheTag: (tag: string) => void, updateTag: (tag: string) => void;
}
declare module "server-only";
`;

/** By file. Throws when the toolkit, a program or a page has an error. */
export async function targetPages(read: (file: string) => string): Promise<[file: string, text: string][]> {
  using folder = freshFolder("targets");
  const pages = globSync(["docs/targets/*.md", `docs/guides/{${guides.join(",")}}.md`], { cwd: root }).sort();
  const at = (...file: string[]): string => path.join(folder.path, ...file);
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(at(file)), { recursive: true });
    writeFileSync(at(file), text);
  };
  for (const file of ["openapi.yaml", "asyncapi.yaml"]) copyFileSync(path.join(import.meta.dirname, file), at(file));
  for (const { 1: kind, 2: file = "", 3: text = "" } of pages.flatMap((page) => [...read(page).matchAll(ofPage)]))
    write(kind === "program" ? `src/${file}` : `projects/${file}`, text);
  for (const [name, from] of Object.entries(installed)) {
    mkdirSync(path.dirname(at("node_modules", name)), { recursive: true });
    symlinkSync(path.join(root, from), at("node_modules", name), "dir");
  }
  write("package.json", '{ "private": true, "type": "module" }');

  const run = async (cwd: string, ...words: string[]): Promise<void> => {
    const ended = await endOf([process.execPath, ...words], { cwd, env: { ...process.env, NO_COLOR: "1" } });
    if (ended.code !== 0) throw new Error(`the pages of targets: ${words.join(" ")}\n${ended.output}`);
  };
  const compile = async (to: string, options: object, include: readonly string[]): Promise<void> => {
    write(`${to}/tsconfig.json`, JSON.stringify({ compilerOptions: options, include }));
    await run(at(to), path.join(root, "node_modules/typescript/bin/tsc"), "-p", at(to));
  };
  const documents = ["--openapi", "openapi.yaml", "--asyncapi", "asyncapi.yaml", "--out", "src/generated"];
  const options = ["--import-extension", ".js", ...targets.flatMap((target) => ["--target", target])];
  await run(folder.path, waybill, "generate", ...documents, ...options);
  await compile("src", forPrograms, ["."]);

  for (const project of ["testing", "next"])
    cpSync(at("src/generated"), at("projects", project, "src/generated"), { recursive: true });
  write("projects/next/src/next.d.ts", next);
  copyFileSync(path.join(import.meta.dirname, "handlers.ts.txt"), at("projects/testing/src/handlers.ts"));
  const shop = at("projects/monorepo/packages/shop");
  copyFileSync(at("openapi.yaml"), path.join(shop, "openapi.yaml"));
  mkdirSync(at("node_modules/@acme"));
  symlinkSync(shop, at("node_modules/@acme/shop"), "dir");
  await run(shop, waybill, "generate");
  await compile("projects", forProjects, ["testing", "next", "monorepo/apps"]);

  const textOf = (file: string): string => readFileSync(at(file), "utf8");
  const fill: Readonly<Record<string, (what: string) => string>> = {
    generated: (what) => declarations(textOf(`src/generated/${fileOf(what)}`), namesOf(what), what),
    description: (what) => parts(textOf(fileOf(what)), namesOf(what), what),
    files: (what) =>
      listed(
        readdirSync(at("src/generated", what)).map((file) => {
          return [`${what}/${file}`, purposeOf(textOf(`src/generated/${what}/${file}`))];
        }),
      ),
  };
  return pages.map((file) => [file, filled(read(file), fill)]);
}

const ofPage = /^```\w+ (program|project)=(\S+).*\n([\s\S]*?)^```$/gm;

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
