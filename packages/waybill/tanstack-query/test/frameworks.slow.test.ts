// The output for each framework, with what an application does with it, compiled under the strictest settings.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { compilerErrorsOf } from "../../../../generators/test/scenarios/compile.ts";
import { temporaryDirectory } from "../../../../generators/test/scenarios/generation.ts";
import { blockOf, generateShop } from "./generated.ts";

const { directory, dispose } = temporaryDirectory(path.join(import.meta.dirname, ".."));
afterAll(dispose);

it.each(["react", "vue", "solid", "svelte", "core"])(
  "options, keys and errors are typed exactly in %s",
  async (framework) => {
    const folder = path.join(directory, framework);
    const { diagnostics } = await generateShop(folder, { framework, queries: ["searchOrders"] });
    expect(diagnostics).toBe("");
    writeFileSync(path.join(folder, "shared.ts"), blockOf("Shared"));
    writeFileSync(path.join(folder, "app.ts"), blockOf(framework));
    // Types of the DOM and of the adapters, as in an application.
    const settings = { lib: ["es2022", "dom", "dom.iterable"], moduleResolution: "bundler", module: "esnext" };
    expect(await compilerErrorsOf("typescript-7.0", folder, ["*.ts", "**/*.gen.ts"], settings)).toBe("");
  },
);
