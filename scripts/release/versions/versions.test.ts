// Places that state a version: a stale one is reported, and every one follows the packages.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { copyFiles } from "../../stories/harness/checkout-copy.ts";
import { freshFolder } from "../../stories/harness/fresh-folder.ts";
import { checkAgreement } from "./agreement.ts";
import { follow } from "./follow.ts";
import { apiVersion, readPlaces } from "./places.ts";
import { linesOf } from "./problem.ts";

const root = path.resolve(import.meta.dirname, "../../..");

test("a raised version is reported in every place that does not follow, and follows everywhere", () => {
  using copy = freshFolder("versions");
  copyFiles(root, copy.path);
  const was = apiVersion(root);
  const manifest = path.join(copy.path, "spec/package.json");
  writeFileSync(manifest, readFileSync(manifest, "utf8").replace(`"version": "${was}"`, '"version": "7.8.9"'));
  const lines = checkAgreement(copy.path).map(linesOf);
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^spec\/asyncapi\.yaml:4:12 error stale-version: \S+ is stated here, 7\.8\.9 in spec\/package\.json\nhint: run pnpm release follow/,
    ),
  );
  expect(lines).toContainEqual(expect.stringContaining("error unrecorded-release"));
  follow(copy.path, "2030-01-02");
  expect(readPlaces(copy.path).filter(({ stated, version }) => stated !== version)).toEqual([]);
  expect(JSON.parse(readFileSync(path.join(copy.path, "docs/versions.json"), "utf8"))).toMatchObject({
    current: "7.8.9",
    versions: [{ version: "7.8.9", path: "/", note: "current", date: "2030-01-02" }, { path: `/${was}/` }],
  });
  expect(follow(copy.path)).toEqual([]);
});
