// The blocks of the README, compiled against the output for the framework that each of them names.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { complaintsOf } from "../../../generators/test/scenarios/compile.ts";
import { generateShop, temporaryDirectory } from "./generated.ts";

const { directory, dispose } = temporaryDirectory();
afterAll(dispose);

const readme = readFileSync(path.join(import.meta.dirname, "../README.md"), "utf8");
const blocks = [...readme.matchAll(/^```(tsx?) title="(\w+)"\n(.*?)^```$/gms)].map(([, language, framework, text]) => ({
  language: String(language),
  framework: String(framework),
  text: String(text),
}));

it("the README has a block for each framework", () => {
  expect(blocks.map(({ framework }) => framework)).toEqual(["react", "vue", "solid", "svelte", "core"]);
});

it.each(blocks)(
  "the block for $framework compiles",
  async ({ language, framework, text }) => {
    const folder = path.join(directory, framework);
    await generateShop(path.join(folder, "generated"), { framework });
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
    };
    expect(await complaintsOf("typescript-7.0", folder, [`block.${language}`, "**/*.gen.ts"], settings)).toBe("");
  },
  120_000,
);
