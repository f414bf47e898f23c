// The JSON Schema Test Suite, and random schemas: no value a schema accepts is outside of the type made from it, and none is inside that
// the expressible part of the schema rejects. The compiler judges. The seed of the random ones is that of the validators' test.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { isLong } from "../../../../scripts/testing/long.ts";
import { describeWithCorpus } from "../../../../scripts/testing/shared-corpus.ts";
import { readApi } from "../../../src/checks/model-checks.ts";
import { Report } from "../../../src/diagnostics/index.ts";
import { layOut } from "../../../src/emit/layout.ts";
import type { Json, NamedSchema } from "../../../src/model/schema.ts";
import { matches } from "../../../src/model/values/matching.ts";
import { typeOf } from "../../../src/targets/types/index.ts";
import { valueNodeOf } from "../../../src/targets/types/schema-type.ts";
import { codeOf } from "../../../src/targets/types/type-code.ts";
import { compilerErrorsOf } from "../../scenarios/compile.ts";
import { temporaryDirectory } from "../../scenarios/generation.ts";
import { anySchema, resourceOf, shared, valueFor } from "../zod/arbitrary.ts";
import type { JsonSchema } from "../zod/judges.ts";
import { mutationsOf } from "../zod/mutation.ts";
import { groupFilesOf, suiteFolder } from "../zod/suite.ts";
import { Expressible } from "./expressible.ts";

const { directory, dispose } = temporaryDirectory();
afterAll(dispose);

/** Every object inherits `constructor` and `toString`, and TypeScript counts them as members: these names it cannot say. */
const inherited = /properties whose names are Javascript object property names$/;

/** `Open`: TypeScript rejects an object that has none of the members of a type of optional members, sound or not. */
const prelude = `type Open<T> = T extends readonly unknown[] ? { [K in keyof T]: Open<T[K]> } : T extends object ? { [K in keyof T]: Open<T[K]> } & { [key: string]: unknown } : T;
type Is<V, T> = [V] extends [T] ? true : false;
type Fits<V, T> = [V] extends [T] ? true : [V] extends [Open<T>] ? true : false;
`;

describeWithCorpus("a value of the JSON Schema Test Suite", () => {
  it("is of the type of a schema exactly if the expressible part of the schema accepts it", async () => {
    const groups = groupFilesOf(suiteFolder).flatMap(({ keyword, groups: own }) =>
      own.map((group) => ({ keyword, group })),
    );
    const blocks = groups
      .filter(({ group }) => !inherited.test(group.description))
      .flatMap(({ keyword, group }, index) => {
        const values = group.tests.map(({ data }) => data as Json);
        return blockOf({ schema: group.schema, values }, `Case${index} /* ${keyword}: ${group.description} */`) ?? [];
      });
    expect(blocks.length).toBeGreaterThan(200);
    expect(await complaintsAbout("suite", blocks)).toBe("");
  });
});

/** `WAYBILL_RUNS=50` widens the search. Some hundred batches find an object with optional members alone that TypeScript takes a text for. */
const seed = Number(process.env["WAYBILL_SEED"] ?? 20251103);
const batches = Number(process.env["WAYBILL_RUNS"] ?? (isLong ? 4 : 1));

it("a random value is of the type of a random schema exactly if the expressible part of the schema accepts it", async () => {
  for (let batch = 0; batch < batches; batch += 1) {
    const schemas = fc
      .sample(anySchema, { seed: seed + batch, numRuns: 100 })
      .map(resourceOf)
      .map(withoutInherited);
    const blocks = schemas.flatMap((schema, index) => {
      const close = fc.oneof(valueFor(schema), valueFor(schema).chain(mutationsOf));
      const values = fc.sample(close, { seed, numRuns: 20 }) as Json[];
      return (
        blockOf(
          { schema, values, others: shared },
          `Case${index} /* ${JSON.stringify(schema).replaceAll("*/", "")} */`,
        ) ?? []
      );
    });
    expect(await complaintsAbout(`random${batch}`, blocks)).toBe("");
  }
});

function withoutInherited<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replaceAll("propertyIsEnumerable", "enumerable"));
}

async function complaintsAbout(folder: string, blocks: readonly string[]): Promise<string> {
  mkdirSync(path.join(directory, folder), { recursive: true });
  writeFileSync(path.join(directory, folder, "values.ts"), `${prelude}${blocks.join("\n")}`);
  return await compilerErrorsOf("typescript-7.0", directory, [folder], {
    noUnusedLocals: false,
    erasableSyntaxOnly: false,
  });
}

interface Case {
  readonly schema: JsonSchema;
  readonly values: readonly Json[];
  /** Schemas that it refers to, by name. */
  readonly others?: Readonly<Record<string, JsonSchema>>;
}

/** The types of the schema's definitions and one constant for each value; nothing when the schema is refused. */
function blockOf({ schema, values, others = {} }: Case, name: string): string | null {
  const schemas = { Subject: { $ref: "./case.json" }, ...others };
  const text = JSON.stringify({
    openapi: "3.1.1",
    info: { title: "T", version: "1" },
    paths: {},
    components: { schemas },
  });
  const report = new Report();
  const readText = (file: string): string => (file.endsWith("case.json") ? JSON.stringify(schema) : text);
  const { api } = readApi({ cwd: "/suite", openapi: "openapi.json", readText }, report);
  const subject = api?.schemas.find((named) => named.name === "Subject");
  if (api === null || subject === undefined || report.hasErrors) return null;
  const types = api.schemas.map(
    (named) => `  export type ${named.name} = ${layOut(typeOf(named.schema), ({ name: used }) => used)};`,
  );
  const lines = values.flatMap((value, index) => {
    const isInside = verdictOn(subject, value);
    if (isInside === null) return [];
    const literal = layOut(codeOf(valueNodeOf(value)), ({ name: used }) => used).replaceAll(
      "{ [key: string]: never }",
      "{}",
    );
    return [`  export const v${index}: ${isInside ? "Fits" : "Is"}<${literal}, Subject> = ${isInside};`];
  });
  return `export namespace ${name} {\n${[...types, ...lines].join("\n")}\n}`;
}

/** `null`: the schema rejects it, but by keywords that types cannot express. */
function verdictOn({ schema }: NamedSchema, value: Json): boolean | null {
  if (matches(schema, value)) return true;
  return matches(new Expressible().of(schema), value) ? null : false;
}
