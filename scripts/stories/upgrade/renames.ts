// Random renames of a published description -> programs that were written for the description before, upgraded: do they compile, and
// do they send the same requests? `--sample` for few operations of one seed, as the tests do; `--seeds` and `--operations` for more.
import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { corpusPath } from "../../testing/shared-corpus.ts";
import { parsedDescription } from "./random-renames.ts";
import { upgradeRenamed } from "./renamed-callers.ts";

const { values } = parseArgs({
  options: {
    sample: { type: "boolean", default: false },
    seeds: { type: "string", default: "10" },
    operations: { type: "string", default: "40" },
  },
});
const file = corpusPath("openapi", "github.json.gz");
if (!existsSync(file)) {
  process.stderr.write("skipped: the corpus of published descriptions is not here\n");
  process.exit(0);
}
const description = parsedDescription(gunzipSync(readFileSync(file)).toString("utf8"));
const [seeds, operations] = values.sample ? [1, 8] : [Number(values.seeds), Number(values.operations)];
let failed = 0;
for (let seed = 1; seed <= seeds; seed += 1) {
  const { programs, renames, problems, requests } = await upgradeRenamed(description, { seed, operations });
  failed += problems.length;
  process.stdout.write(
    `seed ${seed}: ${renames} renames, ${programs} programs, ${requests} requests, ${problems.length} problems\n`,
  );
  for (const problem of problems) process.stdout.write(`  ${problem}\n`);
}
process.exitCode = failed === 0 ? 0 : 1;
