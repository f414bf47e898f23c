import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Docs, findDocs } from "./docs.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "waybill-start-docs-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const page = (name: string): string => join(folder, name, "index.html");

function find(name: string, program: string): Docs {
  const parameters = ["-e", program, join(folder, name)];
  return findDocs(join(folder, name), { program: process.execPath, parameters });
}

const writes = 'require("node:fs").writeFileSync(process.argv[1] + "/index.html", "built")';

test("docs that are there are not built again", async () => {
  mkdirSync(join(folder, "old"));
  writeFileSync(page("old"), "old");
  expect(find("old", writes).building).toBe(null);
  expect(readFileSync(page("old"), "utf8")).toBe("old");
});

test("docs that are missing are built into a folder that is there at once, with a page that waits for them", async () => {
  const docs = find("new", writes);
  expect(readFileSync(join(docs.directory, "index.html"), "utf8")).toContain('http-equiv="refresh"');
  expect(await docs.building).toBe(true);
  expect(readFileSync(page("new"), "utf8")).toBe("built");
});

test.each([
  ["that fails", `${writes}; process.exit(1)`],
  ["that leaves no page", ""],
])("a build %s is not reported as a success", async (_, program) => {
  expect(await find(`failed-${program.length}`, program).building).toBe(false);
});

test("a build can be stopped", async () => {
  const docs = find("stopped", "setInterval(() => {}, 1000)");
  docs.stop();
  expect(await docs.building).toBe(false);
  // The page that waits does not count as the docs.
  expect(await find("stopped", writes).building).toBe(true);
});
