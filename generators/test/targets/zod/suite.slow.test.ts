// The JSON Schema Test Suite, draft 2020-12: no verdict of a generated Zod schema may differ from the suite's. A schema the
// reader refuses, with a place and a reason, has no verdict. On each change, `pnpm corpus suite` takes all groups of tests, and this a third.
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { isLong, oneIn } from "../../../../scripts/testing/long.ts";
import { describeWithCorpus } from "../../../../scripts/testing/shared-corpus.ts";
import { temporaryDirectory } from "../../scenarios/generation.ts";
import { type GroupFile, groupFilesOf, type Score, scoreOf, suiteFolder, tableOf } from "./suite.ts";

const { directory, dispose } = temporaryDirectory();

afterAll(dispose);

describeWithCorpus("the required tests", () => {
  const files = someOf(groupFilesOf(suiteFolder));
  const scores: Score[] = [];

  it.each(files)("are judged as the suite states: $keyword", async (file) => {
    const score = await scoreOf(file, path.join(directory, "required"), { formats: "annotate" });
    scores.push(score);
    expect(score.wrong).toEqual([]);
    for (const refusal of score.refusals) expect(refusal).toMatch(/(case|openapi)\.json:\d+:\d+ error [a-z-]+: /);
  });

  it("are judged, most of them", () => {
    process.stdout.write(`\n${tableOf(scores)}\n`);
    expect(scores.reduce((sum, { right }) => sum + right, 0)).toBe(isLong ? 1299 : 496);
  });
});

describeWithCorpus("the optional tests of formats", () => {
  const files = someOf(groupFilesOf(path.join(suiteFolder, "optional/format")));

  it.each(files)("are judged as the suite states: $keyword", async (file) => {
    const score = await scoreOf(file, path.join(directory, "formats"), {});
    expect(score.wrong).toEqual([]);
    expect(score.right + score.refused).toBe(file.groups.reduce((sum, { tests }) => sum + tests.length, 0));
  });
});

function someOf(files: readonly GroupFile[]): GroupFile[] {
  return files.map((file) => ({ ...file, groups: oneIn(3, file.groups) }));
}
