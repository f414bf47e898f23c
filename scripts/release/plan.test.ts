import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "../stories/harness/fresh-folder.ts";
import { pendingChangesets, planInWords, planOf } from "./plan.ts";

test("what is published is what has another version than before, and is not private", () => {
  using before = workspace("1.0.0", "0.1.0");
  using after = workspace("2.0.0", "0.1.0");
  const plan = planOf(before.path, after.path);
  expect(plan).toEqual([
    { name: "@one/client", folder: "packages/fulfillment/client", from: "1.0.0", to: "2.0.0" },
    { name: "@one/spec", folder: "spec", from: "1.0.0", to: "2.0.0" },
  ]);
  expect(planInWords(plan)).toBe("@one/* 1.0.0 -> 2.0.0");
  expect(pendingChangesets(before.path)).toEqual(["brave.md"]);
});

function workspace(api: string, toolkit: string) {
  const folder = freshFolder("plan");
  const files = {
    "packages/fulfillment/client/package.json": JSON.stringify({ name: "@one/client", version: api }),
    "spec/package.json": JSON.stringify({ name: "@one/spec", version: api }),
    "toolkit/package.json": JSON.stringify({ name: "kit", version: toolkit }),
    "docs/package.json": JSON.stringify({ name: "@one/docs", version: api, private: true }),
    ".changeset/README.md": "",
    ".changeset/brave.md": "",
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path, file)), { recursive: true });
    writeFileSync(join(folder.path, file), text);
  }
  return folder;
}
