// What a schema says in other words is no change: each rewrite of the table, alone and inside others, both ways round.
import { describe, expect, it } from "vitest";
import { Findings } from "../../src/diff/findings.ts";
import type { Schema } from "../../src/model/schema.ts";
import { readFiles } from "../source/memory-files.ts";
import { shared } from "../zod/arbitrary.ts";
import type { JsonSchema } from "../zod/judges.ts";
import { rewrites } from "./rewrites.ts";

describe("what means the same needs a patch at most", () => {
  const ones = schemasOf(rewrites.map(([, one]) => one));
  const others = schemasOf(rewrites.map(([, , other]) => other));
  const there = foundIn(ones, others);
  const back = foundIn(others, ones);
  it.each(rewrites.map(([words], index) => [words, index] as const))("%s", (_, index) => {
    expect({ there: there(index), back: back(index) }).toEqual({ there: [], back: [] });
  });
});

function foundIn(base: readonly (Schema | null)[], revision: readonly (Schema | null)[]): (index: number) => string[] {
  const findings = new Findings();
  for (const direction of ["request", "response"] as const)
    for (const [index, before] of base.entries()) {
      const after = revision[index] ?? null;
      if (before === null || after === null) throw new Error(`unreadable: ${rewrites[index]?.[0]}`);
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

function schemasOf(schemas: readonly JsonSchema[]): (Schema | null)[] {
  const cases = Object.fromEntries(schemas.map((schema, index) => [`Case${index}`, schema]));
  const document = {
    openapi: "3.1.1",
    info: { title: "T", version: "1" },
    paths: {},
    components: { schemas: { ...shared, ...cases } },
  };
  const { api } = readFiles({ "openapi.json": JSON.stringify(document) });
  const named = new Map(api?.schemas.map((schema) => [schema.name, schema.schema]));
  return schemas.map((_, index) => named.get(`Case${index}`) ?? null);
}
