// The blocks of the README, compiled against the output for the framework that their section is about.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { compilerErrorsOf } from "../../../../generators/test/scenarios/compile.ts";
import { temporaryDirectory } from "../../../../generators/test/scenarios/generation.ts";
import { generateShop } from "./generated.ts";

const { directory, dispose } = temporaryDirectory(path.join(import.meta.dirname, ".."));
afterAll(dispose);

const readme = readFileSync(path.join(import.meta.dirname, "../README.md"), "utf8");
const sections = [
  ["React", "react"],
  ["Vue", "vue"],
  ["Solid", "solid"],
  ["Svelte", "svelte"],
  ["Angular", "angular"],
  ["SWR", "core"],
  ["Invalidation", "core"],
  ["Outside of components", "core"],
] as const;
const blocks = sections.map(([heading, framework]) => {
  const section = readme.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const [, language = "", text = ""] = /^```(tsx?)\n(.*?)^```$/ms.exec(section) ?? [];
  return { heading, language, framework, text };
});

it("the README has a block for each framework", () => {
  expect(blocks.map(({ language }) => language)).toEqual(["tsx", "ts", "ts", "ts", "ts", "tsx", "ts", "ts"]);
});

it.each(blocks)("the block below $heading compiles", async ({ heading, language, framework, text }) => {
  const folder = path.join(directory, heading);
  await generateShop(path.join(folder, "generated"), {
    framework,
    ...(heading === "Invalidation" && { invalidates: "tag" }),
  });
  // Runes are compiled by Svelte.
  const ambient = framework === "svelte" ? "declare function $props(): { id: string };\n" : "";
  writeFileSync(path.join(folder, `block.${language}`), `${ambient}${text}`);
  const settings = {
    lib: ["es2022", "dom", "dom.iterable"],
    module: "esnext",
    moduleResolution: "bundler",
    jsx: "react-jsx",
    // An application, whose blocks declare more than they show.
    isolatedDeclarations: false,
    declaration: false,
    noUnusedLocals: false,
    // Angular's.
    experimentalDecorators: true,
  };
  expect(await compilerErrorsOf("typescript-7.0", folder, [`block.${language}`, "**/*.gen.ts"], settings)).toBe("");
});
