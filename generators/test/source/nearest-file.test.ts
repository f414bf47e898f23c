// A reference to a file that is not there, and one beside it that nearly has its name.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Report } from "../../src/diagnostics/index.ts";
import { readApi } from "../../src/read.ts";

test("the file that was meant is named", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
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
    "unreadable-file check the path; it is relative to the file the $ref stands in",
  ]);
});
