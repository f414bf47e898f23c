// Schemas for zod/mini are taken by its functions as its own objects are: at run time, in types, and without losing a rule in silence.
// @module-tag compilers
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { compilerErrorsOf, testedCompilers } from "../../scenarios/compile.ts";
import { temporaryDirectory } from "../../scenarios/generation.ts";
import { judgesOf, miniSchemasOf } from "./judges.ts";

const { directory, dispose } = temporaryDirectory();
afterAll(dispose);

const id = { type: "string", minLength: 1 };
const schemas = {
  Order: {
    type: "object",
    required: ["id"],
    properties: {
      id,
      note: { type: "string" },
      at: { type: "string", format: "date-time" },
      parent: { $ref: "#/components/schemas/Order" },
    },
  },
  Either: { type: "object", properties: { a: id, b: id }, minProperties: 1, dependentRequired: { a: ["b"] } },
  List: { type: "array", items: { $ref: "#/components/schemas/Order" }, uniqueItems: true },
  Left: { type: "object", required: ["kind"], properties: { kind: { const: "left" } } },
  Right: { type: "object", required: ["kind"], properties: { kind: { const: "right" } } },
};

let schemaOf: (name: string) => z.ZodMiniType;
beforeAll(async () => {
  const { api } = await judgesOf(schemas, path.join(directory, "classic"));
  schemaOf = await miniSchemasOf(api, path.join(directory, "mini"));
});

function objectOf(name: keyof typeof schemas): z.ZodMiniObject {
  const schema = schemaOf(`${name}Schema`);
  if (schema instanceof z.ZodMiniObject) return schema;
  throw new Error(`${name} is no object`);
}

describe("the schema of an object", () => {
  it("can be extended, picked from and made partial", () => {
    const extended = z.extend(objectOf("Order"), { extra: z.int() });
    expect(extended.safeParse({ id: "a", extra: 1 }).success).toBe(true);
    expect(extended.safeParse({ id: "a" }).success).toBe(false);
    expect(z.pick(objectOf("Order"), { note: true }).safeParse({}).success).toBe(true);
    expect(z.omit(objectOf("Order"), { id: true }).safeParse({}).success).toBe(true);
    expect(z.partial(objectOf("Order")).safeParse({}).success).toBe(true);
    expect(z.catchall(objectOf("Order"), z.int()).safeParse({ id: "a", other: "b" }).success).toBe(false);
    expect(z.keyof(objectOf("Order")).options).toEqual(["id", "note", "at", "parent"]);
  });

  it("returns the value itself, with further checks too, and what is derived from it a changed copy", () => {
    const value = JSON.parse('{ "other": 1, "id": "a", "__proto__": 1 }');
    const order = objectOf("Order");
    const checked = order.check(z.refine(() => true));
    for (const schema of [order, checked, checked.check(z.refine(() => true)), order.clone()])
      expect(schema.parse(value)).toBe(value);
    const trimmed = z.extend(order, { id: z.string().check(z.trim()) });
    expect(trimmed.parse({ id: " a " })["id"]).toBe("a");
    expect(trimmed.check(z.refine(() => true)).parse({ id: " a " })["id"]).toBe("a");
    expect(order.check(z.refine(() => false)).safeParse(value).success).toBe(false);
  });

  it("keeps the rules for the object as a whole, or throws", () => {
    const either = objectOf("Either");
    expect(either.safeParse({}).error?.issues).toHaveLength(1);
    expect(either.check(z.refine(() => false)).safeParse({}).error?.issues).toHaveLength(2);
    expect(z.extend(either, { c: z.optional(z.int()) }).safeParse({ a: "x" }).success).toBe(false);
    for (const derive of [
      () => z.pick(either, { a: true }),
      () => z.omit(either, { a: true }),
      () => z.partial(either),
    ])
      expect(derive).toThrow("refinements");
  });

  it("counts in unions that a member distinguishes", () => {
    const schema = z.discriminatedUnion("kind", [objectOf("Left"), objectOf("Right")]);
    expect(schema.safeParse({ kind: "right" }).success).toBe(true);
    expect(schema.safeParse({ kind: "up" }).success).toBe(false);
  });
});

it("issues that Zod has no words for have the same ones", () => {
  const [issue] = schemaOf("ListSchema").safeParse([{ id: "a" }, { id: "a" }]).error?.issues ?? [];
  expect(issue?.message).toBe("Duplicate: the same as element 0");
});

const program = `
import * as z from "zod/mini";
import type { Order } from "./mini/types/index.gen.ts";
import { LeftSchema, ListSchema, OrderSchema, RightSchema } from "./mini/zod/index.gen.ts";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

export const output: Same<z.infer<typeof OrderSchema>, Order> = true;
export const input: Same<z.input<typeof OrderSchema>, Order> = true;
export const asType: z.ZodMiniType<Order> = OrderSchema;
export const asObject: z.ZodMiniObject = OrderSchema;

export const extended: { id: string; extra: number; note?: string | undefined } = z.extend(OrderSchema, { extra: z.int() }).parse({});
export const replaced: { id: number } = z.extend(OrderSchema, { id: z.int() }).parse({});
export const picked: string = z.pick(OrderSchema, { id: true }).parse({}).id;
export const omitted: string | undefined = z.omit(OrderSchema, { id: true }).parse({}).note;
export const partial: { id?: string | undefined } = z.partial(OrderSchema).parse({});
export const member: string = OrderSchema.shape.id.parse("a");
export const optional: string | undefined = OrderSchema.shape.note.parse("a");
export const key: "id" | "note" | "at" | "parent" = z.keyof(OrderSchema).parse("id");
export const choice: "left" | "right" = z.discriminatedUnion("kind", [LeftSchema, RightSchema]).parse({}).kind;
export const checked: string = OrderSchema.check(z.refine((order) => order.id.length > 1)).parse({}).id;
export const inside: string | undefined = z.object({ orders: z.optional(ListSchema) }).parse({}).orders?.[0]?.id;

// @ts-expect-error
z.pick(OrderSchema, { typo: true });
// @ts-expect-error
OrderSchema.shape.typo;
// @ts-expect-error
OrderSchema.optional();
`;

it.each(testedCompilers)("the functions are typed, as %s sees it", async (compiler) => {
  writeFileSync(path.join(directory, "program.ts"), program);
  expect(await compilerErrorsOf(compiler, directory, ["program.ts"])).toBe("");
});
