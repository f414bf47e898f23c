// Random schemas: Ajv accepts the valid variants and rejects the invalid ones; and a schema that has a value
// gets a sample.
// WAYBILL_SEED and WAYBILL_RUNS widen the search.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "waybill/description";
import { anySchema, shared, valueFor } from "../../../../../generators/test/targets/zod/arbitrary.ts";
import { isForAjv } from "../../../../../generators/test/targets/zod/for-ajv.ts";
import { isLong } from "../../../../../scripts/testing/long.ts";
import { arbitraryOf } from "../../src/values/arbitrary.ts";
import { sampleOf } from "../../src/values/places.ts";
import { variantId } from "../../src/values/variant.ts";
import { invalidVariants, validVariants } from "../../src/values/variants.ts";
import { type SchemaWithAjv, schemasWithAjv } from "./schema-with-ajv.ts";

const seed = Number(process.env["WAYBILL_SEED"] ?? 20251103);
const count = (isLong ? 640 : 80) * Number(process.env["WAYBILL_RUNS"] ?? 1);

describe("values for random schemas", () => {
  const schemas = fc.sample(anySchema, { seed, numRuns: count });
  const named = schemasWithAjv({
    ...shared,
    ...Object.fromEntries(schemas.map((schema, index) => [`Case${index}`, schema])),
  });
  const cases = schemas.map((text, index) => ({ text, checked: named(`Case${index}`) }));
  const counts = { samples: 0, variants: 0, missed: 0 };

  it("are valid or invalid as they claim", () => {
    for (const { text, checked } of cases) {
      const sample = sampleOf(checked.schema, { all: true });
      if (!sample.ok) continue;
      counts.samples += 1;
      for (const variant of claimsOf(checked, sample.value)) {
        counts.variants += 1;
        const said = isForAjv(text) ? verdictOf(checked, variant.value) : null;
        expect({ text, ...variant, said: said ?? variant.valid }).toEqual({ text, ...variant, said: variant.valid });
      }
    }
    expect(counts.samples).toBeGreaterThan(count / 3);
    expect(counts.variants).toBeGreaterThan(4 * count);
  });

  it("are found where there are any", () => {
    for (const { text, checked } of cases) {
      if (sampleOf(checked.schema).ok) continue;
      const values = fc.sample(valueFor(text), { seed, numRuns: 40 });
      const found = values.find((value) => isJson(value) && verdictOf(checked, value) === true);
      if (found !== undefined) counts.missed += 1;
    }
    process.stdout.write(
      `\n${counts.samples} samples, ${counts.variants} values, ${counts.missed} schemas whose values were missed\n`,
    );
    expect(counts.missed).toBeLessThan(count / 50);
  });
});

interface Claim {
  readonly id: string;
  readonly valid: boolean;
  readonly value: Json;
}

function claimsOf({ schema }: SchemaWithAjv, value: Json): Claim[] {
  const random = fc.sample(arbitraryOf(schema), { seed, numRuns: 6 });
  const of = (valid: boolean, id: string, other: Json): Claim => ({ id, valid, value: other });
  return [
    of(true, "sample", value),
    ...random.map((other) => of(true, "random", other)),
    ...validVariants(schema, value).map((variant) => of(true, variantId(variant), variant.value)),
    ...invalidVariants(schema, value).map((variant) => of(false, variantId(variant), variant.value)),
  ];
}

/**
 * Ajv 8.20 crashes on a few schemas, counting members that `false` has already refused, and with `multipleOfPrecision` it takes
 * a tiny fraction for a multiple of 1: no verdict.
 */
function verdictOf({ accepts }: SchemaWithAjv, value: Json): boolean | null {
  if (/\de-\d/.test(JSON.stringify(value))) return null;
  try {
    return accepts(value);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function isJson(value: unknown): value is Json {
  return value !== undefined;
}
