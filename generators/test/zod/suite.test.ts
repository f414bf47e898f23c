// The JSON Schema Test Suite, draft 2020-12: no verdict of a generated Zod schema may differ from the suite's. A schema the
// reader refuses, with a place and a reason, has no verdict.
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { describeWithCorpus } from "../../../scripts/testing/shared-corpus.ts";
import { temporaryDirectory } from "../scenarios/generation.ts";
import { ajvOf } from "./judges.ts";
import { groupFilesOf, type Score, scoreOf, suiteFolder, tableOf } from "./suite.ts";

const { directory, dispose } = temporaryDirectory();

afterAll(dispose);

describeWithCorpus("the required tests", () => {
  const files = groupFilesOf(suiteFolder);
  const scores: Score[] = [];

  it.each(files)("$keyword", async (file) => {
    const score = await scoreOf(file, path.join(directory, "required"), { formats: [] });
    scores.push(score);
    expect(score.wrong).toEqual([]);
    for (const refusal of score.refusals) expect(refusal).toMatch(/(case|openapi)\.json:\d+:\d+ error [a-z-]+: /);
  });

  it("are judged, most of them", () => {
    process.stdout.write(`\n${tableOf(scores)}\n`);
    expect(scores.reduce((sum, { right }) => sum + right, 0)).toBeGreaterThan(1150);
  });
});

const formats = [
  "date",
  "date-time",
  "duration",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "json-pointer",
  "regex",
  "relative-json-pointer",
  "time",
  "uri",
  "uri-reference",
  "uri-template",
  "uuid",
];

describeWithCorpus("the optional tests of formats", () => {
  const files = groupFilesOf(path.join(suiteFolder, "optional/format")).filter(({ keyword }) =>
    formats.includes(keyword),
  );

  it.each(files)("$keyword: right wherever Ajv is", async (file) => {
    const score = await scoreOf(file, path.join(directory, "formats"), {});
    const ajv = ajvOf();
    const ajvWrong = file.groups.flatMap(({ description, schema, tests }) =>
      tests
        .filter(({ data, valid }) => ajv.validate(schema, data) !== valid)
        .map((test) => `${description}: ${test.description}`),
    );
    expect(score.wrong.filter((row) => !ajvWrong.some((known) => row.includes(`${known}: wrong`)))).toEqual([]);
    expect(score.right).toBeGreaterThan(5);
  });
});
