import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { folderOf } from "../../scripts/testing/folder-of.ts";
import { layBeside } from "../build/beside/main.ts";

const page = (base: string, body = ""): string =>
  `<!doctype html><html><head><link rel="canonical" href="https://docs.example${base}"></head><body><details class="versions"><summary>v</summary><ul><li>old</li></ul></details><main><h1>t</h1>${body}</main></body></html>`;

const current = { "index.html": page("/"), "guides/index.html": page("/guides/") };
const older = Object.fromEntries(["", "guides/", "old/"].map((one) => [`${one}index.html`, page(`/1.0.0/${one}`)]));

test("each page leads to the same page of the other version, where that has it", async () => {
  const { read, problems } = await laid({ ...current, "new/index.html": page("/new/") }, older);
  expect(problems).toEqual([]);
  const list = (file: string): string => /<ul>(.*)<\/ul>/.exec(read(file))?.[1] ?? "no list";
  const newer = (href: string, note = "current"): string =>
    `<li><a href="${href}">1.1.0</a><small>${note}</small></li>`;
  expect(list("guides/index.html")).toBe(
    `<li><span aria-current="true">1.1.0</span><small>this one</small></li><li><a href="/1.0.0/guides/">1.0.0</a></li>`,
  );
  expect(list("new/index.html")).toContain(`<a href="/1.0.0/">1.0.0</a><small>first page</small>`);
  const own = `<li><span aria-current="true">1.0.0</span><small>this one</small></li>`;
  expect(list("1.0.0/guides/index.html")).toBe(newer("/guides/") + own);
  expect(list("1.0.0/old/index.html")).toBe(newer("/", "current, first page") + own);
});

test("a page of an older version has a notice, and leads people and search engines to the current one", async () => {
  const { read } = await laid(current, older);
  expect(read("guides/index.html")).not.toContain("older-version");
  expect(read("1.0.0/guides/index.html")).toContain(
    `<main><p class="older-version">This is about version 1.0.0. The current one is 1.1.0: <a href="/guides/">this page in 1.1.0</a></p>`,
  );
  expect(read("1.0.0/guides/index.html")).toContain(`rel="canonical" href="https://docs.example/guides/"`);
  expect(read("1.0.0/old/index.html")).toContain(`<a href="/">the docs of 1.1.0</a>`);
  expect(read("1.0.0/old/index.html")).toContain(`rel="canonical" href="https://docs.example/1.0.0/old/"`);
});

test("a link that leads nowhere is found in every version, and between them", async () => {
  const link = (href: string): string => `<a href="${href}">x</a>`;
  const { problems } = await laid(
    { "index.html": page("/", link("/nowhere/")), "guides/index.html": page("/guides/") },
    { "index.html": page("/1.0.0/", link("/1.0.0/gone/")) },
  );
  expect(problems).toEqual([
    "index.html: /nowhere/ leads nowhere: no such page or file; fix the link",
    "1.0.0/index.html: /1.0.0/gone/ leads nowhere: no such page or file; fix the link",
  ]);
});

test("a site without a switch is refused", async () => {
  await expect(laid({ "index.html": "<main></main>" }, {})).rejects.toThrow("index.html has no list of versions");
});

type Files = Readonly<Record<string, string>>;

async function laid(newest: Files, others: Files) {
  const site = (version: string, files: Files) => ({ version, folder: folderOf(files) });
  const isSeveral = Object.keys(others).length > 0;
  const sites = { current: site("1.1.0", newest), older: isSeveral ? [site("1.0.0", others)] : [] };
  const output = path.join(folderOf({}), "output");
  const { problems } = await layBeside({ ...sites, output });
  return { problems, read: (file: string) => readFileSync(path.join(output, file), "utf8") };
}
