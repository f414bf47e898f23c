// A description -> the output for a framework on disk, below this package, so that it finds the adapters of TanStack Query.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Generation, generate } from "../../../../generators/test/scenarios/generation.ts";
import tanstackQuery from "../src/index.ts";

const page: string = readFileSync(path.join(import.meta.dirname, "frameworks.md"), "utf8");

/** The code block below a heading of the page. */
export function blockOf(heading: string): string {
  const [, block] = page.split(`\n## ${heading}\n`)[1]?.match(/^\n```\w+\n(.*?)^```$/ms) ?? [];
  if (block === undefined) throw new Error(`frameworks.md has no block below ${heading}`);
  return block;
}

export type Options = Parameters<typeof tanstackQuery.with>[0];

export async function generateShop(
  directory: string,
  options: Options,
  description: string = blockOf("Input: openapi.yaml"),
): Promise<Generation> {
  mkdirSync(directory, { recursive: true });
  const generation = await generate(new Map([["openapi.yaml", description]]), [tanstackQuery.with(options)], directory);
  // So that the blocks are modules in nodenext too.
  writeFileSync(path.join(directory, "package.json"), '{ "type": "module" }');
  return generation;
}
