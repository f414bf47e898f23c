// Each thing a keyword says: what the schema accepts and rejects, as the table, Ajv, the generated Zod schema and the guard see it.
// @module-tag compilers
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compilerErrorsOf, testedCompilers } from "../../scenarios/compile.ts";
import { temporaryDirectory } from "../../scenarios/generation.ts";
import { cases, isObject } from "./cases.ts";
import { type Judges, judgesOf, zodAccepts } from "./judges.ts";

const { directory, dispose } = temporaryDirectory();
const nameOf = (index: number): string => `Case${index}`;
let judges: Judges;

beforeAll(async () => {
  const numbered = Object.fromEntries(cases.map(({ schema }, index) => [nameOf(index), schema]));
  judges = await judgesOf(
    { ...numbered, Open: { type: "object", properties: { base: { type: "integer" } } } },
    directory,
  );
});

afterAll(dispose);

describe.each(cases.map((each, index) => ({ ...each, name: nameOf(index) })))(
  "a schema with $says",
  ({ name, accepts, rejects, ajvErrs }) => {
    const rows = [
      ...accepts.map((value) => ({ value, verdict: true })),
      ...rejects.map((value) => ({ value, verdict: false })),
    ];

    it("is what Zod says", () => {
      const schema = judges.zod(name);
      expect(rows.map(({ value }) => ({ value, verdict: zodAccepts(schema, value) }))).toEqual(rows);
    });

    it("is what the guard says", () => {
      const guard = judges.guard(name);
      expect(rows.map(({ value }) => ({ value, verdict: guard(value) }))).toEqual(rows);
    });

    it.skipIf(ajvErrs === true)("is what Ajv says", () => {
      const validate = judges.ajv(name);
      expect(rows.map(({ value }) => ({ value, verdict: validate(value) }))).toEqual(rows);
    });

    it("returns the value itself", () => {
      for (const value of accepts.filter(isObject)) expect(judges.zod(name).parse(value)).toBe(value);
    });
  },
);

describe("the output for all cases", () => {
  it.each(testedCompilers)("compiles with %s", async (compiler) => {
    expect(await compilerErrorsOf(compiler, directory, ["**/*.gen.ts"])).toBe("");
  });
});
