// Gives a test the corpus of public OpenAPI, AsyncAPI and JSON Schema documents, which lives beside the repository, not in it.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, type SuiteFactory } from "vitest";

const shared = resolve(process.env["WAYBILL_SHARED"] ?? join(import.meta.dirname, "../../../shared"));

/** The path of a folder or file of the corpus: `corpusPath("openapi")`. */
export function corpusPath(...parts: string[]): string {
  return join(shared, "corpus", ...parts);
}

/** A `describe` whose tests need the corpus: without it they are skipped, and their title says how to get them run. */
export function describeWithCorpus(name: string, tests: SuiteFactory): void {
  if (existsSync(corpusPath())) describe(name, tests);
  else describe.skip(`${name} (no corpus at ${corpusPath()}; set WAYBILL_SHARED to the folder that has it)`, tests);
}
