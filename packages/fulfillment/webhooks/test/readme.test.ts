// The table of the README lists every code with the status that the handler returns for it.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { statuses } from "../src/runtime/handling.gen.ts";

test("the README lists every code with its status", () => {
  const readme = readFileSync(path.join(import.meta.dirname, "../README.md"), "utf8");
  const [, after = ""] = readme.split("| code | status | when | fields |\n");
  const rows = [...(after.split("\n\n")[0] ?? "").matchAll(/^\| `(\w+)` \| (\d*) ?\|/gm)];
  // A code that no sender ever sees has no status in the table; it counts as a fault of the receiver.
  const listed = Object.fromEntries(rows.map(([, code = "", status = ""]) => [code, Number(status || 500)]));
  // The API's signatures cover no URL.
  const { invalid_url: _, ...own } = statuses;
  expect(listed).toEqual(own);
});
