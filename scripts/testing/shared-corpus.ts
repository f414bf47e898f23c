// Gives a test the corpus of public OpenAPI, AsyncAPI and JSON Schema documents, which lives beside the repository, not in it.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, it } from "vitest";

const corpus = join(resolve(process.env["WAYBILL_SHARED"] ?? join(import.meta.dirname, "../../../shared")), "corpus");
const missing = `there is no corpus at ${corpus}; set WAYBILL_SHARED to the folder that has it`;

/** The path of a folder or file of the corpus: `corpusPath("openapi")`. */
export function corpusPath(...parts: string[]): string {
  return join(corpus, ...parts);
}

/** A `describe` whose tests need the corpus. Without it, `tests` is not called: one skipped test stands for all of them. */
export function describeWithCorpus(name: string, tests: () => void): void {
  describe(name, existsSync(corpus) ? tests : () => it.skip(missing));
}
