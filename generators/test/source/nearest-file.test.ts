// A reference to a missing file, with a file of a similar name next to it.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { folderOf } from "../../../scripts/testing/folder-of.ts";
import { readApi } from "../../src/checks/model-checks.ts";
import { Report } from "../../src/diagnostics/index.ts";

test("the hint names the file with a similar name", () => {
  const folder = folderOf({});
  const schemas = '{ A: { $ref: "./ordr.yaml" }, B: { $ref: "./something-else.yaml" } }';
  writeFileSync(path.join(folder, "order.yaml"), "type: string\n");
  writeFileSync(
    path.join(folder, "openapi.yaml"),
    `openapi: 3.1.1\ninfo: { title: T, version: "1" }\npaths: {}\ncomponents: { schemas: ${schemas} }\n`,
  );
  const report = new Report();
  readApi({ cwd: folder, openapi: "openapi.yaml" }, report);
  expect(report.list().map(({ code, hint }) => `${code} ${hint}`)).toEqual([
    'unreadable-file did you mean "order.yaml"?',
    "unreadable-file check the path; it is relative to the file of the $ref",
  ]);
});
