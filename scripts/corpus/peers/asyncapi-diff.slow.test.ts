// What asyncapi/diff, the diff of the AsyncAPI Initiative, says about changes of two documents with every field, beside `waybill diff`.
// Recorded from npm package @asyncapi/diff 0.5.0: asyncapi-diff.json.gz, by document and change.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { expectQuoted, markdownTable } from "../../bench/figures.ts";
import { asyncApiDocuments } from "../probe/descriptions.ts";
import { judge } from "../probe/judged.ts";

const judgements = ["major", "minor", "patch", "error", "explained", "silent"] as const;
const verdicts = ["breaking", "non-breaking", "unclassified"] as const;

test("a change that asyncapi/diff calls breaking is reported by waybill diff", () => {
  const packed = readFileSync(join(import.meta.dirname, "asyncapi-diff.json.gz"));
  const recorded: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
    gunzipSync(packed).toString(),
  );
  const pairs = asyncApiDocuments.flatMap((description) => {
    const ours = judge(description);
    return Object.entries(recorded[description.name] ?? {}).map(([change, theirs]) => {
      return { change: `${description.name}: ${change}`, both: `${theirs} ${ours.get(change)}` };
    });
  });
  expect(pairs.filter(({ both }) => /undefined|breaking silent/.test(both))).toEqual([]);
  const rows = verdicts.map((theirs) => [
    theirs,
    ...judgements.map((ours) => String(pairs.filter(({ both }) => both === `${theirs} ${ours}`).length)),
  ]);
  const head = ["asyncapi/diff", "major", "minor", "patch", "error", "nothing, for a reason above", "silent"];
  expectQuoted("diff: asyncapi/diff", markdownTable(head, rows), "diff.md");
});
