// A description and a program over what is generated from it -> the program's exports, beside its client and server on disk.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import { generate } from "../../scenarios/generation.ts";

/** `text`: the program; it imports from `./client/index.gen.ts` and the like. `Usage`: what it exports, which its text alone says. */
export async function loadUsage<Usage>(description: string, text: string, directory: string): Promise<Usage> {
  const inputs = new Map([["openapi.yaml", description]]);
  const { diagnostics } = await generate(inputs, ["client", "server"], directory, { runtime: "package" });
  expect(diagnostics).toBe("");
  const file = path.join(directory, "usage.ts");
  writeFileSync(file, text.trimStart());
  return await import(pathToFileURL(file).href);
}
