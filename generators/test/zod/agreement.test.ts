// Random schemas and values: Ajv and the generated Zod schema say the same of every pair, and what is accepted comes out as
// it went in. The seed is fixed; WAYBILL_SEED and WAYBILL_RUNS widen the search.
import path from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { complaintsOf } from "../scenarios/compile.ts";
import { temporaryDirectory } from "../scenarios/generation.ts";
import { anySchema, shared, valueFor } from "./arbitrary.ts";
import { type JsonSchema, judgesOf, zodAccepts } from "./judges.ts";

const seed = Number(process.env["WAYBILL_SEED"] ?? 20251103);
const batches = Number(process.env["WAYBILL_RUNS"] ?? 4);
const schemasOfBatch = 100;
const valuesOfSchema = 40;
const { directory, dispose } = temporaryDirectory();
const verdicts = { accepted: 0, rejected: 0 };

afterAll(dispose);

describe("Ajv and Zod", () => {
  it.each(Array.from({ length: batches }, (_, batch) => batch))(
    "agree on batch %i of random schemas",
    async (batch) => {
      const folder = path.join(directory, String(batch));
      const schemas = fc.sample(anySchema, { seed: seed + batch, numRuns: schemasOfBatch });
      const judges = await judgesOf(
        { ...shared, ...Object.fromEntries(schemas.map((schema, index) => [`Case${index}`, schema])) },
        folder,
      );
      for (const [index, schema] of schemas.entries()) {
        const zod = judges.zod(`Case${index}`);
        const ajv = judges.ajv(`Case${index}`);
        check(schema, (value) => {
          const expected = verdictOf(ajv, value);
          if (expected === null) return;
          verdicts[expected ? "accepted" : "rejected"] += 1;
          expect({ value, verdict: zodAccepts(zod, value) }).toEqual({ value, verdict: expected });
        });
      }
      expect(await complaintsOf("typescript-7.0", folder, ["**/*.gen.ts"])).toBe("");
    },
    120_000,
  );

  it("both accepted and rejected a good part", () => {
    const share = verdicts.accepted / (verdicts.accepted + verdicts.rejected);
    process.stdout.write(`\n${verdicts.accepted} accepted, ${verdicts.rejected} rejected\n`);
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.8);
  });
});

/** Ajv 8.20 crashes on a few schemas it has compiled, counting members that `false` has already refused: no verdict. */
function verdictOf(ajv: (value: unknown) => boolean, value: unknown): boolean | null {
  try {
    return ajv(value);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** On a difference: the schema, and the smallest value that shows it. */
function check(schema: JsonSchema, judge: (value: unknown) => void): void {
  try {
    fc.assert(fc.property(valueFor(schema), judge), { seed, numRuns: valuesOfSchema });
  } catch (error) {
    throw new Error(`${JSON.stringify(schema, null, 1)}\n${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
