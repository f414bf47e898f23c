// CONTRIBUTING.md and scripts/README.md name only paths and package.json scripts that exist.
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "../..");
const pages = ["CONTRIBUTING.md", "scripts/README.md"];

const living = globSync("docs/decisions/[0-9]*.md", { cwd: root });

/** Folders at the root whose paths are meant from there; the toolkit's are also named by themselves. */
const tops = /^(?:\.ci|\.changeset|docs|examples|generators|packages|scripts|spec)\/|^knip\.jsonc$/;

test.each(pages)("every path in %s exists", (page) => {
  const found = pathsIn(textOf(page)).filter((name) => tops.test(name));
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter((name) => !isThere(name))).toEqual([]);
});

/** Those of the packages of scripts/, whose links another test follows. */
const readmes = globSync("scripts/*/README.md", { cwd: root }).map((file) => file.replaceAll("\\", "/"));

test.each([...pages, ...readmes])("every pnpm script in %s exists", (page) => {
  const named = [...textOf(page).matchAll(/`pnpm (?:run )?(?:--filter (\S+) )?([a-z-]+)(?: ([a-z-]+))?/g)];
  expect(named.length).toBeGreaterThan(0);
  const missing = named.filter(([, filter, name = "", next]) => {
    if (filter !== undefined) return !commandsOf(`scripts/${filter}`).includes(name);
    // `pnpm corpus wire` is the command `wire` of scripts/corpus.
    if (existsSync(path.join(root, "scripts", name)) && next !== undefined) {
      return !commandsOf(`scripts/${name}`).includes(next);
    }
    return !commandsOf(".").includes(name) && name !== "vitest";
  });
  expect(missing.map(([command]) => command)).toEqual([]);
});

test("scripts/README.md has every folder of scripts/", () => {
  const text = textOf("scripts/README.md");
  expect(foldersIn("scripts").filter((name) => !text.includes(`](${name}/`))).toEqual([]);
});

test("docs/decisions/README.md lists every living decision, at most 50", () => {
  const list = textOf("docs/decisions/README.md");
  expect(living.length).toBeGreaterThan(40);
  expect(living.length).toBeLessThanOrEqual(50);
  expect(living.filter((file) => !list.includes(`](${path.basename(file)})`))).toEqual([]);
});

test("each folder of the toolkit has its place in the tour", () => {
  const folders = foldersIn("generators/src");
  expect(folders.filter((name) => !textOf("CONTRIBUTING.md").includes(`\`${name}/\``))).toEqual([]);
});

function commandsOf(folder: string): string[] {
  const own: unknown = JSON.parse(textOf(`${folder.replace("scripts/@fulfillment/", "")}/package.json`));
  return Object.keys(Object(Object(own).scripts));
}

/** Paths in code font and link targets, from the root of the repository. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`([\w.*/-]+)`|\]\((?:\.\.\/)?([\w./-]+)(?:#[\w-]*)?\)/g)].map(
    ([, span, link]) => span ?? link ?? "",
  );
}

/** Those with files in them: git leaves empty ones behind. */
function foldersIn(folder: string): string[] {
  const files = globSync("**/*.ts", { cwd: path.join(root, folder) }).map((file) => file.split(path.sep));
  return [...new Set(files.filter((parts) => parts.length > 1).map(([first = ""]) => first))];
}

function isThere(name: string): boolean {
  return name.includes("*") ? globSync(name, { cwd: root }).length > 0 : existsSync(path.join(root, name));
}

function textOf(file: string): string {
  return readFileSync(path.join(root, file), "utf8");
}
