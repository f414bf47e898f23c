// Errors in the guide: each is reported with its block.
import { expect, it } from "vitest";
import { untrue } from "./guide.ts";

const markdown = '```text title="npx waybill check"\nfirst\n…\ntypes     3 files, … ms\n```\n';
const printed = (output: string): string[] => untrue([{ line: "npx waybill check", code: 0, output }], markdown);

it("a guide skips lines and parts of lines where there is an ellipsis", () => {
  expect(printed("first\nsecond\ntypes     3 files, 12 ms\n")).toEqual([]);
});

it("a guide that is wrong is reported with what the command printed", () => {
  expect(printed("first\nsecond\ntypes     4 files, 12 ms\n")).toHaveLength(1);
  expect(printed("types     3 files, 12 ms\n")[0]).toContain("the guide says that npx waybill check prints");
});

it("reports a command that the story never runs", () => {
  expect(untrue([], markdown)).toHaveLength(1);
  expect(untrue([], markdown.replace(/ title=".*"/, ""))).toEqual([]);
});
