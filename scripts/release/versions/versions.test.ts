// Versions: how changesets raise them, what follows, and the report when something does not.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { getReleasePlan } from "@changesets/get-release-plan";
import { expect, test } from "vitest";
import { checkAgreement } from "./agreement.ts";
import { trialCheckout } from "./checkout.ts";
import { follow } from "./follow.ts";
import { apiVersion, readGroups, readPlaces } from "./places.ts";
import { linesOf } from "./problem.ts";
import { lastRelease, readRecorded, releaseOf } from "./releases.ts";

const root = path.resolve(import.meta.dirname, "../../..");

test("this checkout's places agree", () => {
  expect(checkAgreement(root).map(linesOf)).toEqual([]);
  expect(lastRelease(root).version).toBe(apiVersion(root));
});

test.each([
  ["@fulfillment/types", "minor", /^(?:@fulfillment\/)/],
  ["@fulfillment/validators", "minor", /^(?:@fulfillment\/)/],
  ["@waybill/conformance", "minor", /^(?:waybill$|@waybill\/)/],
  ["waybill", "patch", /^(?:waybill$|@waybill\/)/],
] as const)("a changeset of %s raises its whole group by a %s, and no other package", async (name, bump, group) => {
  using checkout = trialCheckout();
  writeFileSync(path.join(checkout.path, ".changeset/brave-boats-sing.md"), `---\n"${name}": ${bump}\n---\n\nx\n`);
  const { releases } = await getReleasePlan(checkout.path);
  const raised = releases.filter(({ type }) => type !== "none");
  const [leader] = readGroups(root).flatMap(({ leader: manifest, followers }) =>
    group.test("waybill") === (manifest === "generators/package.json") ? [followers] : [],
  );
  expect(raised.filter((release) => !group.test(release.name))).toEqual([]);
  expect(new Set(raised.map(({ type }) => type))).toEqual(new Set([bump]));
  expect(raised).toHaveLength((leader?.length ?? 0) + 1);
});

test("every place follows the packages, and nothing around it changes", () => {
  using checkout = trialCheckout();
  const before = textsOf(checkout.path);
  const was = apiVersion(root);
  replaceIn(path.join(checkout.path, "spec/package.json"), `"version": "${was}"`, '"version": "7.8.9"');
  mkdirSync(path.join(checkout.path, releaseOf("7.8.9").folder), { recursive: true });
  expect(checkAgreement(checkout.path).map(({ code }) => code)).toContain("stale-version");
  follow(checkout.path, "2030-01-02");
  expect(readPlaces(checkout.path).filter(({ stated, version }) => stated !== version)).toEqual([]);
  for (const [file, text] of textsOf(checkout.path)) {
    if (file !== "docs/versions.json") expect(text.replace("7.8.9", was), file).toBe(before.get(file));
  }
  expect(JSON.parse(readFileSync(path.join(checkout.path, "docs/versions.json"), "utf8"))).toMatchObject({
    current: "7.8.9",
    versions: [
      { version: "7.8.9", path: "/", note: "current", date: "2030-01-02" },
      { version: was, path: `/${was}/`, date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    ],
  });
  expect(follow(checkout.path)).toEqual([]);
});

test("a forgotten place is reported with its line and the command that fixes it", () => {
  using checkout = trialCheckout();
  const version = apiVersion(root);
  replaceIn(path.join(checkout.path, "spec/asyncapi.yaml"), `  version: ${version}`, "  version: 0.0.1");
  expect(checkAgreement(checkout.path).map(linesOf)).toEqual([
    expect.stringMatching(
      /^spec\/asyncapi\.yaml:4:12 error stale-version: 0\.0\.1 is stated here, \S+ in spec\/package\.json\nhint: run pnpm release follow/,
    ),
    expect.stringMatching(/error unrecorded-release: there is no spec\/releases\/\S+\/openapi\.json/),
    expect.stringMatching(/error unrecorded-release: there is no spec\/releases\/\S+\/asyncapi\.json/),
  ]);
});

test("a release of a version that the packages do not have is reported", () => {
  using checkout = trialCheckout();
  for (const version of ["9.10.0", "9.9.0"]) {
    mkdirSync(path.join(checkout.path, releaseOf(version).folder), { recursive: true });
  }
  expect(readRecorded(checkout.path).map(({ version }) => version)).toEqual(["9.9.0", "9.10.0"]);
  expect(checkAgreement(checkout.path).map(linesOf)).toContainEqual(
    expect.stringMatching(/error unknown-release: spec\/releases has 9\.10\.0/),
  );
});

function textsOf(folder: string): ReadonlyMap<string, string> {
  const files = new Set(readPlaces(folder).map(({ file }) => file));
  return new Map([...files].map((file) => [file, readFileSync(path.join(folder, file), "utf8")]));
}

function replaceIn(file: string, from: string, to: string): void {
  writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
}
