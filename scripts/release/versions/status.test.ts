// `pnpm release status`: its advice, and its printed report.
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { nextSteps, type Status } from "./status-report.ts";
import { textOfStatus } from "./status-text.ts";

const place = { file: "spec/a.yaml", line: 6, column: 3, pointer: "" };
const change = {
  rule: "value-new",
  bump: "minor",
  scope: "wire",
  subject: "A",
  message: "A: a value is new",
  means: "No client has to send it.",
  base: place,
  revision: place,
  uses: [],
  fingerprint: "0123456789abcdef",
} as const;

const quiet: Status = {
  since: "1.0.0",
  edited: [],
  changes: [],
  needed: null,
  pending: { given: null, next: null, files: [] },
  isCovered: true,
  toGenerate: [],
  broken: [],
};
const edited: Status = {
  ...quiet,
  edited: ["spec/a.yaml"],
  changes: [change],
  needed: "minor",
  isCovered: false,
  toGenerate: [
    {
      file: "a.gen.ts",
      code: "stale-file",
      message: "",
      because: [{ message: "ASchema", file: "spec/a.yaml", line: 6, column: 3 }],
    },
  ],
  broken: null,
};
const minor = { given: "minor", next: "1.1.0", files: [".changeset/a.md"] } as const;
const covered: Status = { ...edited, pending: minor, isCovered: true, toGenerate: [], broken: [] };
const error = { file: "consumers/a.ts", line: 1, column: 2, text: "TS1: gone\n  in detail" };

test("nothing to do, generate and draft, check, or ask what breaks", () => {
  const commands = (status: Status): string[] => nextSteps(status).map(({ command }) => command);
  expect(commands(quiet)).toEqual([]);
  expect(commands(edited)).toEqual(["pnpm generate", "pnpm waybill changeset", "pnpm check && pnpm test"]);
  expect(commands(covered)).toEqual(["pnpm check && pnpm test"]);
  expect(commands({ ...covered, broken: [error] })).toEqual(["pnpm check consumers", "pnpm check && pnpm test"]);
  const major = { given: "major", next: "2.0.0", files: [".changeset/a.md"] } as const;
  expect(commands({ ...covered, pending: major, broken: [error] })).toEqual(["pnpm check && pnpm test"]);
  const byHand = edited.toGenerate.map((file) => ({ ...file, code: "hand-edited-file" }));
  expect(commands({ ...edited, toGenerate: byHand })[0]).toBe("git diff");
});

test("it is plain text where the output is not a terminal", () => {
  const stream = Object.assign(new PassThrough(), { isTTY: false });
  expect(textOfStatus(edited, stream)).toBe(`Changes  since 1.0.0: 1 minor; not committed: spec/a.yaml
  minor  A: a value is new
         spec/a.yaml:6:3  No client has to send it.

Version  1.0.0; no changeset is pending; not enough: the changes need a minor version

Generated  1 file out of date
  a.gen.ts  stale; ASchema, spec/a.yaml:6

Users  run pnpm generate to check whether programs for 1.0.0 still compile

Next
  pnpm generate            writes 1 file
  pnpm waybill changeset   writes a minor changeset with the changes listed
  pnpm check && pnpm test  before you commit
`);
  expect(textOfStatus({ ...covered, broken: [error] }, stream)).toContain(`
Version  1.0.0; 1.1.0 by .changeset/a.md; enough: the changes need a minor version

Generated  up to date

Users  programs for 1.0.0 break, which only a major version may
  consumers/a.ts:1:2  TS1: gone
`);
});
