// What a schema says in other words is no change: each rewrite of the table, alone and at random places of random schemas, both ways round.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Findings } from "../../src/diff/findings.ts";
import type { Schema } from "../../src/model/schema.ts";
import { anySchema } from "../targets/zod/arbitrary.ts";
import type { JsonSchema } from "../targets/zod/judges.ts";
import { placesIn, schemasOf } from "./mutation.ts";
import { rewrites } from "./rewrites.ts";

describe("a schema that means the same needs a patch at most", () => {
  const ones = schemasOf(rewrites.map(([, one]) => one));
  const others = schemasOf(rewrites.map(([, , other]) => other));
  const there = foundIn(ones, others);
  const back = foundIn(others, ones);
  it("every row is readable", () => expect([...ones, ...others]).not.toContain(null));

  it.each(rewrites.map(([words], index) => [words, index] as const))("where the difference is %s", (_, index) => {
    expect({ there: there(index), back: back(index) }).toEqual({ there: [], back: [] });
  });

  it("at random places of random schemas", () => {
    const pairs = fc.sample(rewrittenPair, { numRuns: Number(process.env["DIFF_PAIRS"] ?? 150) });
    const [before, after] = [schemasOf(pairs.map(({ one }) => one)), schemasOf(pairs.map(({ other }) => other))];
    const [forth, reverse] = [foundIn(before, after), foundIn(after, before)];
    const wrong = pairs.flatMap((pair, index) => {
      const isRead = before[index] != null && after[index] != null && !isBeyond(pair.one);
      const found = isRead ? [...forth(index), ...reverse(index)] : [];
      return found.length === 0 ? [] : [{ ...pair, found }];
    });
    // Two rewrites that meet can still be called a change: at most one pair in fifty.
    expect(wrong.length > pairs.length / 50 ? wrong.slice(0, 3).map((each) => JSON.stringify(each)) : []).toEqual([]);
    expect(before.filter((schema, index) => schema !== null && after[index] !== null).length).toBeGreaterThan(
      pairs.length / 2,
    );
  });
});

/**
 * Rewrites in `not` and `if`, and beside `unevaluatedProperties` and `unevaluatedItems`, are compared as they are written; docs/diff.md
 * lists that. So are several lists of alternatives of one value.
 */
function isBeyond(schema: JsonSchema): boolean {
  const text = JSON.stringify(schema);
  return /"(?:not|if|unevaluated\w+)":/.test(text) || (text.match(/"(?:anyOf|oneOf)":/g) ?? []).length > 2;
}

/** A random schema with a rewrite in it, as both sides of the row. */
const rewrittenPair = fc
  .tuple(anySchema, fc.nat(), fc.constantFrom(...rewrites))
  .map(([schema, at, [words, one, other]]) => {
    const places = placesIn({ schema, replace: (replaced) => replaced });
    const place = places[at % places.length];
    return { words, one: place?.replace(one) ?? one, other: place?.replace(other) ?? other };
  });

function foundIn(base: readonly (Schema | null)[], revision: readonly (Schema | null)[]): (index: number) => string[] {
  const findings = new Findings();
  for (const direction of ["request", "response"] as const)
    for (const [index, before] of base.entries()) {
      const after = revision[index] ?? null;
      if (before === null || after === null) continue;
      findings.compareSchemas({ direction, where: `${index}` }, before, after, { base: before.at, revision: after.at });
    }
  const changes = findings.changes();
  return (index) =>
    changes.flatMap(({ rule, message, uses }) =>
      uses
        .filter(({ where, bump }) => where === `${index}` && bump !== "patch")
        .map(({ direction, bump }) => `${direction} ${bump} ${rule}: ${message}`),
    );
}
