// Reports before a test run that the corpus of public documents is missing: the names of skipped tests are not printed by default.
import { existsSync } from "node:fs";
import { corpusPath } from "./shared-corpus.ts";

export default function noteMissingCorpus(): void {
  if (existsSync(corpusPath())) return;
  console.warn(
    `Skipped: the tests that read public descriptions and the JSON Schema Test Suite. There is no corpus at ${corpusPath()};\n` +
      "set WAYBILL_SHARED to the folder that has it.",
  );
}
