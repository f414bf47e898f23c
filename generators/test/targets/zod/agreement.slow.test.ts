// Random schemas and values: the generated Zod schema, the one for zod/mini, the guard, the interpreter of the model and, where it is
// known to be right, Ajv agree on every pair, both schemas with the same issues, and what is accepted comes out as it went in. The
// seed is fixed; WAYBILL_SEED and WAYBILL_RUNS widen the search (`WAYBILL_RUNS=50`: 200,000 pairs).
import path from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { isLong } from "../../../../scripts/testing/long.ts";
import type { Json } from "../../../src/model/schema.ts";
import { matches } from "../../../src/model/values/matching.ts";
import { compilerErrorsOf } from "../../scenarios/compile.ts";
import { temporaryDirectory } from "../../scenarios/generation.ts";
import { anySchema, resourceOf, shared, valueFor } from "./arbitrary.ts";
import { isForAjv } from "./for-ajv.ts";
import { type JsonSchema, judgesOf, miniSchemasOf, zodAccepts } from "./judges.ts";
import { mutationsOf } from "./mutation.ts";

const seed = Number(process.env["WAYBILL_SEED"] ?? 20251103);
const batches = Number(process.env["WAYBILL_RUNS"] ?? (isLong ? 4 : 1));
const schemasOfBatch = 100;
const valuesOfSchema = 40;
const { directory, dispose } = temporaryDirectory();
const verdicts = { accepted: 0, rejected: 0, judgedByAjv: 0 };

afterAll(dispose);

describe("Ajv, Zod and the guards", () => {
  it.each(Array.from({ length: batches }, (_, batch) => batch))(
    "agree on batch %i of random schemas",
    async (batch) => {
      const folder = path.join(directory, String(batch));
      const schemas = fc.sample(anySchema, { seed: seed + batch, numRuns: schemasOfBatch }).map(resourceOf);
      const judges = await judgesOf(
        { ...shared, ...Object.fromEntries(schemas.map((schema, index) => [`Case${index}`, schema])) },
        folder,
      );
      const mini = await miniSchemasOf(judges.api, path.join(folder, "mini"));
      for (const [index, schema] of schemas.entries()) {
        const zod = judges.zod(`Case${index}`);
        const ajv = isForAjv(schema) ? judges.ajv(`Case${index}`) : null;
        const guard = judges.guard(`Case${index}`);
        const functions = mini(`Case${index}Schema`);
        const model = judges.api.schemas.find(({ name }) => name === `Case${index}`)?.schema;
        if (model === undefined) throw new Error(`the model has no Case${index}`);
        check(schema, (value) => {
          const expected = matches(model, value as Json);
          verdicts[expected ? "accepted" : "rejected"] += 1;
          expect({ value, verdict: zodAccepts(zod, value) }).toEqual({ value, verdict: expected });
          expect({ value, issues: issuesOf(functions, value) }).toEqual({ value, issues: issuesOf(zod, value) });
          expect({ value, guard: guard(value) }).toEqual({ value, guard: expected });
          const second = ajv === null ? null : verdictOf(ajv, value);
          if (second === null) return;
          verdicts.judgedByAjv += 1;
          expect({ value, ajv: second }).toEqual({ value, ajv: expected });
        });
      }
      if (batch === 0) expect(await compilerErrorsOf("typescript-7.0", folder, ["**/*.gen.ts"])).toBe("");
    },
  );

  it("both accepted and rejected a good part", () => {
    const share = verdicts.accepted / (verdicts.accepted + verdicts.rejected);
    const { accepted, rejected, judgedByAjv } = verdicts;
    process.stdout.write(
      `\n${accepted} accepted, ${rejected} rejected, ${judgedByAjv} of them judged by Ajv as well\n`,
    );
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.8);
  });
});

/** The issues of a rejected value; none without a copy of what is accepted. */
function issuesOf(schema: z.core.$ZodType, value: unknown): unknown {
  const result = z.core.safeParse(schema, value);
  return result.success ? result.data === value : result.error.issues;
}

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
    fc.assert(fc.property(closeTo(schema), judge), { seed, numRuns: valuesOfSchema });
  } catch (error) {
    throw new Error(`${JSON.stringify(schema, null, 1)}\n${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** Made after the schema, and now and then changed somewhere. */
function closeTo(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 2, arbitrary: valueFor(schema) },
    { weight: 1, arbitrary: valueFor(schema).chain(mutationsOf) },
  );
}
