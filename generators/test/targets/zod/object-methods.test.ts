// Schemas of objects have the methods of Zod's objects: at run time, in types, and without losing a rule in silence.
// @module-tag compilers
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { compilerErrorsOf, testedCompilers } from "../../scenarios/compile.ts";
import { temporaryDirectory } from "../../scenarios/generation.ts";
import { type Judges, judgesOf } from "./judges.ts";

const { directory, dispose } = temporaryDirectory();
afterAll(dispose);

const id = { type: "string", minLength: 1 };
const schemas = {
  Order: {
    type: "object",
    required: ["id", "lines"],
    properties: {
      id,
      note: { type: "string" },
      lines: { type: "array", items: { $ref: "#/components/schemas/Line" } },
    },
  },
  Line: {
    type: "object",
    additionalProperties: false,
    required: ["sku"],
    properties: { sku: id, order: { $ref: "#/components/schemas/Order" } },
  },
  Express: {
    allOf: [{ $ref: "#/components/schemas/Order" }, { type: "object", required: ["by"], properties: { by: id } }],
  },
  Tree: {
    type: "object",
    required: ["name"],
    properties: { name: id, children: { type: "array", items: { $ref: "#/components/schemas/Tree" } } },
  },
  Either: { type: "object", properties: { a: id, b: id }, minProperties: 1, dependentRequired: { a: ["b"] } },
  Named: { type: "object", required: ["name"], properties: { name: id }, additionalProperties: true },
  Left: { type: "object", required: ["kind"], properties: { kind: { const: "left" } } },
  Right: { type: "object", required: ["kind"], properties: { kind: { const: "right" } } },
  Free: { type: "object" },
  Map: { type: "object", additionalProperties: { type: "integer" } },
  Patterned: { type: "object", properties: { a: id }, patternProperties: { "^x-": { type: "string" } } },
};

let judges: Judges;
beforeAll(async () => {
  judges = await judgesOf(schemas, directory);
});

function objectOf(name: keyof typeof schemas): z.ZodObject {
  const schema = judges.zod(name);
  if (schema instanceof z.ZodObject) return schema;
  throw new Error(`${name} is no object`);
}

describe("the schema of an object", () => {
  it("has the schemas of its members", () => {
    expect(Object.keys(objectOf("Order").shape)).toEqual(["id", "note", "lines"]);
    expect(objectOf("Order").keyof().options).toEqual(["id", "note", "lines"]);
    expect(objectOf("Order").shape["id"]?.safeParse("").success).toBe(false);
    expect(Object.keys(objectOf("Express").shape)).toEqual(["id", "note", "lines", "by"]);
    expect(Object.keys(objectOf("Free").shape)).toEqual([]);
  });

  it("can be extended, picked from and made partial", () => {
    const extended = objectOf("Order").extend({ extra: z.int() });
    expect(extended.safeParse({ id: "a", lines: [{ sku: "b" }], extra: 1 }).success).toBe(true);
    expect(extended.safeParse({ id: "a", lines: [{ sku: "b" }] }).success).toBe(false);
    expect(extended.safeParse({ id: "", lines: [], extra: 1 }).success).toBe(false);
    expect(objectOf("Order").pick({ id: true }).safeParse({ id: "a" }).success).toBe(true);
    expect(objectOf("Express").omit({ lines: true }).safeParse({ id: "a", by: "b" }).success).toBe(true);
    expect(objectOf("Order").partial().safeParse({ note: "a" }).success).toBe(true);
    expect(objectOf("Order").partial().required().safeParse({ note: "a" }).success).toBe(false);
    expect(
      objectOf("Tree")
        .extend({ name: z.int() })
        .safeParse({ name: 1, children: [{ name: "a" }] }).success,
    ).toBe(true);
  });

  it("stays open or closed when it is extended, unless a method changes that", () => {
    const more = { sku: "a", extra: 1, other: 2 };
    expect(objectOf("Line").extend({ extra: z.int() }).safeParse(more).success).toBe(false);
    expect(objectOf("Line").extend({ extra: z.int() }).loose().safeParse(more).success).toBe(true);
    expect(objectOf("Line").loose().safeParse(more).success).toBe(true);
    expect(objectOf("Order").strict().safeParse({ id: "a", lines: [], other: 1 }).success).toBe(false);
    expect(objectOf("Order").strip().parse({ id: "a", lines: [], other: 1 })).toEqual({ id: "a", lines: [] });
    expect(objectOf("Order").catchall(z.int()).safeParse({ id: "a", lines: [], other: "b" }).success).toBe(false);
  });

  it("returns the value itself, and what is derived from it a changed copy", () => {
    const value = JSON.parse('{ "lines": [], "other": 1, "id": "a", "__proto__": 1 }');
    for (const schema of [
      objectOf("Order"),
      objectOf("Order").describe("words"),
      objectOf("Order").refine(() => true),
    ]) {
      expect(schema.parse(value)).toBe(value);
    }
    const dated = objectOf("Order").extend({ at: z.coerce.date() });
    expect(dated.parse({ id: "a", lines: [], at: "2026-01-02" })["at"]).toBeInstanceOf(Date);
    expect(objectOf("Order").extend({ id: z.string().trim() }).parse({ id: " a ", lines: [] })["id"]).toBe("a");
  });

  it("counts in unions that a member distinguishes", () => {
    const schema: z.ZodType = z.discriminatedUnion("kind", [objectOf("Left"), objectOf("Right")]);
    expect(schema.safeParse({ kind: "right" }).success).toBe(true);
    expect(schema.safeParse({ kind: "up" }).success).toBe(false);
  });

  it("becomes JSON Schema with its members", () => {
    expect(z.toJSONSchema(objectOf("Named"))).toMatchObject({
      type: "object",
      required: ["name"],
      properties: { name: { minLength: 1 } },
    });
  });
});

describe("rules for an object as a whole", () => {
  it.each([{}, { a: "x" }, { c: 1 }, { b: "x" }, { a: "x", b: "y" }, null, []])("judge %j as Ajv does", (value) => {
    const verdict = judges.ajv("Either")(value);
    expect(judges.zod("Either").safeParse(value).success).toBe(verdict);
    expect(objectOf("Either").describe("words").safeParse(value).success).toBe(verdict);
  });

  it("are checked once", () => {
    expect(judges.zod("Either").safeParse({}).error?.issues).toHaveLength(1);
    expect(objectOf("Either").describe("words").safeParse({}).error?.issues).toHaveLength(1);
    expect(
      objectOf("Either")
        .refine(() => false)
        .safeParse({}).error?.issues,
    ).toHaveLength(2);
  });

  it("stay when members are added", () => {
    const extended = objectOf("Either").extend({ c: z.int().optional() });
    expect(extended.safeParse({}).success).toBe(false);
    expect(extended.safeParse({ a: "x" }).success).toBe(false);
    expect(extended.safeParse({ c: 1 }).success).toBe(true);
    expect(objectOf("Either").safeExtend({ a: z.string() }).safeParse({ a: "x" }).success).toBe(false);
  });

  it("are never dropped in silence", () => {
    const either = objectOf("Either");
    expect(() => either.extend({ a: z.string() })).toThrow("refinements");
    expect(() => either.pick({ a: true })).toThrow("refinements");
    expect(() => either.omit({ a: true })).toThrow("refinements");
    expect(() => either.partial()).toThrow("refinements");
  });
});

it("what is no object in Zod has no such methods", () => {
  for (const name of ["Map", "Patterned"]) expect(judges.zod(name)).not.toBeInstanceOf(z.ZodObject);
});

const program = `
import * as z from "zod";
import type { Named, Order, Tree } from "./types/index.gen.ts";
import { ExpressSchema, FreeSchema, LeftSchema, LineSchema, NamedSchema, OrderSchema, RightSchema, TreeSchema } from "./zod/index.gen.ts";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

export const output: Same<z.output<typeof OrderSchema>, Order> = true;
export const input: Same<z.input<typeof TreeSchema>, Tree> = true;
export const named: Same<z.infer<typeof NamedSchema>, Named> = true;
export const asType: z.ZodType<Order> = OrderSchema;
export const asObject: z.ZodObject = OrderSchema;

export const extended: { id: string; extra: number; note?: string | undefined } = OrderSchema.extend({ extra: z.int() }).parse({});
export const replaced: { id: number } = OrderSchema.extend({ id: z.int() }).parse({});
export const picked: Same<keyof z.infer<ReturnType<typeof pick>>, "id" | "note"> = true;
function pick() { return OrderSchema.pick({ id: true, note: true }); }
export const omitted: { by: string } = ExpressSchema.omit({ lines: true }).parse({});
export const partial: { id?: string | undefined } = OrderSchema.partial().parse({});
export const member: string = OrderSchema.shape.id.parse("a");
export const optional: string | undefined = OrderSchema.shape.note.parse("a");
export const key: "sku" | "order" = LineSchema.keyof().parse("sku");
export const children: Tree[] | undefined = TreeSchema.shape.children.parse([]);
export const open: unknown = NamedSchema.extend({ more: z.int() }).parse({})["anything"];
export const free: Record<string, unknown> = FreeSchema.extend({ more: z.int() }).parse({});
export const choice: "left" | "right" = z.discriminatedUnion("kind", [LeftSchema, RightSchema]).parse({}).kind;
export const described: Order = OrderSchema.describe("words").refine((order) => order.id.length > 1).parse({});
export const inside: Order | undefined = z.object({ order: OrderSchema.optional() }).parse({}).order;

// @ts-expect-error
OrderSchema.pick({ typo: true });
// @ts-expect-error
OrderSchema.shape.typo;
`;

it.each(testedCompilers)("the methods are typed, as %s sees it", async (compiler) => {
  writeFileSync(
    path.join(directory, "program.ts"),
    program.replace(
      "function pick() {",
      "function pick(): z.ZodObject<Pick<typeof OrderSchema.shape, 'id' | 'note'>> {",
    ),
  );
  expect(await compilerErrorsOf(compiler, directory, ["program.ts"])).toBe("");
});
