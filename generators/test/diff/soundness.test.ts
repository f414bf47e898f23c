// Changes that diff does not call breaking break no one: for random schemas that differ in one place, both validate each sent value.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Change } from "../../src/diff/change.ts";
import { Findings } from "../../src/diff/findings.ts";
import type { Json } from "../../src/model/schema.ts";
import { matches } from "../../src/model/values/matching.ts";
import { resourceOf, valueFor } from "../targets/zod/arbitrary.ts";
import type { JsonSchema } from "../targets/zod/judges.ts";
import { schemaPair, schemasOf } from "./mutation.ts";

/** DIFF_PAIRS=20000 looks at more. */
const pairs = fc.sample(schemaPair, { numRuns: Number(process.env["DIFF_PAIRS"] ?? 150) });
const base = schemasOf(pairs.map(([schema], index) => resourceOf(schema, index)));
const revision = schemasOf(pairs.map(([, schema], index) => resourceOf(schema, index)));

describe("random schemas that differ at one place", () => {
  it.each([
    // Every response of the revision has to be valid by the base.
    { direction: "response", sender: revision, receiver: base },
    // Of requests, what the base has told of has to be accepted.
    { direction: "request", sender: base, receiver: revision },
  ] as const)("as a $direction", ({ direction, sender, receiver }) => {
    const findings = new Findings();
    for (const [index, before] of base.entries()) {
      const after = revision[index];
      if (before === null || after === null || after === undefined) continue;
      findings.compareSchemas({ direction, where: String(index) }, before, after, {
        base: before.at,
        revision: after.at,
      });
    }
    const changes = byUse(findings.changes());
    let judged = 0;
    for (const [index, pair] of pairs.entries()) {
      const [sent, received] = [sender[index], receiver[index]];
      const found = changes.get(String(index)) ?? [];
      if (sent == null || received == null || found.some(({ bump }) => bump === "major") || isBeyond(found, pair))
        continue;
      for (const value of valuesOf(pair)) {
        if (!matches(sent, value)) continue;
        judged += 1;
        if (!matches(received, value)) expect.fail(words({ pair, value, found }));
      }
    }
    expect(judged).toBeGreaterThan(pairs.length);
  });
});

/** By use: what is found of a pair, whichever others have it too. */
function byUse(changes: readonly Change[]): Map<string, { rule: string; bump: string }[]> {
  const found = new Map<string, { rule: string; bump: string }[]>();
  for (const { rule, uses } of changes)
    for (const { where, bump } of uses) found.set(where, [...(found.get(where) ?? []), { rule, bump }]);
  return found;
}

/**
 * docs/diff.md lists what is not detected: undescribed members, which count as never sent, and alternatives of `oneOf` that
 * match the same value.
 */
function isBeyond(found: readonly { rule: string }[], pair: readonly JsonSchema[]): boolean {
  return found.some(({ rule }) => undescribed.has(rule)) || JSON.stringify(pair).includes('"oneOf"');
}

const undescribed: ReadonlySet<string> = new Set(["property-added", "undescribed-members-refused"]);

function valuesOf(pair: readonly JsonSchema[]): Json[] {
  return pair.flatMap((schema) => fc.sample(valueFor(schema), { seed: 12, numRuns: 15 })).filter(isJson);
}

function isJson(value: unknown): value is Json {
  return value !== undefined;
}

function words({
  pair: [before, after],
  value,
  found,
}: {
  pair: readonly JsonSchema[];
  value: Json;
  found: unknown;
}): string {
  return [before, after, value, found].map((each) => JSON.stringify(each)).join("\n");
}
