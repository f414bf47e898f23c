// The JSON Schema Test Suite: no value a schema accepts may be outside of the type made from it. The compiler judges.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { describeWithCorpus } from "../../../scripts/testing/shared-corpus.ts";
import { Report } from "../../src/diagnostics/index.ts";
import { layOut } from "../../src/emit/layout.ts";
import type { Json } from "../../src/model/schema.ts";
import { readApi } from "../../src/read.ts";
import { typeOf } from "../../src/targets/types/index.ts";
import { valueNodeOf } from "../../src/targets/types/schema-type.ts";
import { codeOf } from "../../src/targets/types/type-code.ts";
import { compilerErrorsOf } from "../scenarios/compile.ts";
import { temporaryDirectory } from "../scenarios/generation.ts";
import { type Group, groupFilesOf, suiteFolder } from "../zod/suite.ts";

const { directory, dispose } = temporaryDirectory();
afterAll(dispose);

/** Every object inherits `constructor` and `toString`, and TypeScript counts them as members: these names it cannot say. */
const inherited = "properties whose names are Javascript object property names";

/** `Open`: TypeScript rejects an object that has none of the members of a type of optional members, sound or not. */
const prelude = `type Open<T> = T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]: Open<T[K]> } & { [key: string]: unknown } : T;
type Fits<V, T> = [V] extends [T] ? true : [V] extends [Open<T>] ? true : false;
`;

describeWithCorpus("every value that a schema accepts", () => {
  it("is of its type", async () => {
    const groups = groupFilesOf(suiteFolder).flatMap(({ keyword, groups: own }) =>
      own.map((group) => ({ keyword, group })),
    );
    const blocks = groups
      .filter(({ group }) => group.description !== inherited)
      .flatMap(({ keyword, group }, index) => blockOf(group, `Case${index} /* ${keyword} */`) ?? []);
    expect(blocks.length).toBeGreaterThan(200);
    mkdirSync(path.join(directory, "suite"), { recursive: true });
    writeFileSync(path.join(directory, "suite/values.ts"), `${prelude}${blocks.join("\n")}`);
    expect(
      await compilerErrorsOf("typescript-7.0", directory, ["suite"], {
        noUnusedLocals: false,
        erasableSyntaxOnly: false,
      }),
    ).toBe("");
  });
});

/** The types of the schema's definitions and one constant for each value it accepts; nothing when the schema is refused. */
function blockOf({ schema, tests, description }: Group, name: string): string | null {
  const text = JSON.stringify({
    openapi: "3.1.1",
    info: { title: "T", version: "1" },
    paths: {},
    components: { schemas: { Subject: { $ref: "./case.json" } } },
  });
  const report = new Report();
  const readText = (file: string): string => (file.endsWith("case.json") ? JSON.stringify(schema) : text);
  const { api } = readApi({ cwd: "/suite", openapi: "openapi.json", readText }, report);
  if (api === null || report.hasErrors) return null;
  const types = api.schemas.map(
    (named) => `  export type ${named.name} = ${layOut(typeOf(named.schema), (symbol) => symbol.name)};`,
  );
  const values = tests
    .filter(({ valid }) => valid)
    .map(({ data, description: words }, index) => {
      const value = layOut(codeOf(valueNodeOf(data as Json)), (symbol) => symbol.name).replaceAll(
        "{ [key: string]: never }",
        "{}",
      );
      return `  export const v${index}: Fits<${value}, Subject> = true; // ${JSON.stringify(`${description}: ${words}`)}`;
    });
  return `export namespace ${name} {\n${[...types, ...values].join("\n")}\n}`;
}
