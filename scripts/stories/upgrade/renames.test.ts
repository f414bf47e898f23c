// Programs for a published description compile and send the same requests after an upgrade to random other names.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { isLong } from "../../testing/long.ts";
import { corpusPath, describeWithCorpus } from "../../testing/shared-corpus.ts";
import { parsedDescription } from "./random-renames.ts";
import { upgradeRenamed } from "./renamed-callers.ts";

describeWithCorpus("random renames of GitHub's description", () => {
  // To read it twice takes longer than all tests of upgrades to new names in generators/test/upgrade; every night.
  it.runIf(isLong)("leave programs that compile and send the same requests", async () => {
    const text = gunzipSync(readFileSync(corpusPath("openapi", "github.json.gz"))).toString("utf8");
    const { problems, renames, requests } = await upgradeRenamed(parsedDescription(text), { seed: 7, operations: 5 });
    expect(problems).toEqual([]);
    expect(Math.min(renames, requests)).toBeGreaterThan(4);
  });
});
