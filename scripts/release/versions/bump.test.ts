// The bump gate: which changes of the description the pending changesets do not cover, and the report of them.
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { isUncovered, type Pending, readBumpNeed, readPending } from "./bump.ts";
import { checkBump, explanationOf } from "./bump-gate.ts";
import { trialCheckout } from "./checkout.ts";
import { linesOf } from "./problem.ts";
import { lastRelease } from "./releases.ts";

const root = path.resolve(import.meta.dirname, "../../..");

test("a change is reported with its places until a changeset has its bump", async () => {
  using checkout = trialCheckout({ withDescription: true });
  const { folder } = lastRelease(root);
  cpSync(path.join(root, folder), path.join(checkout.path, folder), { recursive: true });
  for (const document of ["openapi", "asyncapi"]) {
    const from = path.join(checkout.path, folder, `${document}.json`);
    writeFileSync(from, readFileSync(from, "utf8").replace('"maxLength": 254', '"maxLength": 253'));
  }
  const need = await readBumpNeed(checkout.path);
  const raised = need.changes.find(({ rule }) => rule === "max-length-raised");
  expect(raised?.message).toBe("ShipTo.email: maximum number of characters: 253 before, 254 now");
  const onlyThis = { ...need, changes: raised === undefined ? [] : [raised], needed: raised?.bump ?? null };
  expect(checkBump({ ...onlyThis, pending: none }).map(linesOf)).toEqual([
    expect.stringMatching(
      /^spec\/schemas\/ship-to\.yaml:\d+:5 error needs-minor: ShipTo\.email: [\s\S]*\n {2}was spec\/rel/,
    ),
  ]);
  expect(explanationOf({ ...onlyThis, pending: none })).toContain('---\n"@fulfillment/spec": minor\n---');
  const patch = { given: "patch", next: "1.0.1", files: [".changeset/a.md"] } as const;
  expect(explanationOf({ ...onlyThis, pending: patch })).toContain("and .changeset/a.md give a patch one");
  const major = { given: "major", next: "2.0.0", files: [".changeset/a.md"] } as const;
  expect(checkBump({ ...onlyThis, pending: major })).toEqual([]);
  expect(explanationOf({ ...onlyThis, pending: major })).toMatch(
    /^1 change since \S+, which ask for a minor version; .*2\.0\.0 is a major one$/,
  );
});

const none: Pending = { given: null, next: null, files: [] };

test("what any package of the group is raised by counts, and what the toolkit is raised by does not", async () => {
  using checkout = trialCheckout();
  const write = (name: string, text: string): void => writeFileSync(path.join(checkout.path, ".changeset", name), text);
  write("tools.md", '---\n"waybill": major\n---\n\nx\n');
  expect(await readPending(checkout.path)).toEqual(none);
  write("client.md", '---\n"@fulfillment/client": minor\n---\n\nx\n');
  write("types.md", '---\n"@fulfillment/types": patch\n---\n\nx\n');
  expect(await readPending(checkout.path)).toMatchObject({
    given: "minor",
    files: [".changeset/client.md", ".changeset/types.md"],
  });
  write("unknown.md", '---\n"@fulfillment/nothing": minor\n---\n\nx\n');
  await expect(readPending(checkout.path)).rejects.toThrow("@fulfillment/nothing");
});

test.each([
  ["major", "minor", true],
  ["minor", "minor", false],
  ["patch", "major", false],
  ["patch", null, true],
] as const)("a %s change with a %s changeset is uncovered: %s", (bump, given, expected) => {
  expect(isUncovered(bump, given)).toBe(expected);
});
