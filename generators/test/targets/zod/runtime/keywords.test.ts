// The helpers by themselves: what they accept, where they say a problem is, and how they word it.
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { canonical } from "../../../../src/targets/zod/runtime/checks/equality.ts";
import { allOf, conditional, not, perType } from "../../../../src/targets/zod/runtime/schemas/combining.ts";
import { equalTo } from "../../../../src/targets/zod/runtime/schemas/constant.ts";
import { discriminatedUnion } from "../../../../src/targets/zod/runtime/schemas/discriminated.ts";
import { contains, uniqueItems } from "../../../../src/targets/zod/runtime/schemas/elements.ts";
import {
  dependentSchema,
  maxProperties,
  minProperties,
  propertyNames,
  requires,
} from "../../../../src/targets/zod/runtime/schemas/members.ts";
import { integer, multipleOf } from "../../../../src/targets/zod/runtime/schemas/numbers.ts";
import { objectWith, record } from "../../../../src/targets/zod/runtime/schemas/objects.ts";
import { tuple } from "../../../../src/targets/zod/runtime/schemas/tuple.ts";
import { unchanged } from "../../../../src/targets/zod/runtime/schemas/unchanged.ts";

/** `path: message` of each issue: how a service reports them. */
function problemsOf(schema: z.ZodType, value: unknown): string[] {
  const result = schema.safeParse(value);
  return result.success ? [] : result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
}

interface Row {
  readonly says: string;
  readonly schema: z.ZodType;
  readonly accepts: readonly unknown[];
  /** Values, each with all of its problems. */
  readonly rejects: readonly (readonly [value: unknown, ...problems: string[]])[];
}

const objects = z.record(z.string(), z.unknown());
const cat = z.looseObject({ kind: z.literal("cat"), lives: z.number() });
const dog = z.looseObject({ kind: z.literal("dog") });

// biome-ignore format: a table is read by the row
const table: readonly Row[] = [
  { says: "integer", schema: integer().min(1), accepts: [1, 1e300, 2 ** 53], rejects: [[1.5, ": Invalid input: expected int, received number"], [0, ": Too small: expected number to be >=1"], ["1", ": Invalid input: expected number, received string"]] },
  { says: "multipleOf", schema: z.number().check(multipleOf(0.01)), accepts: [0, -0, 0.07, 1e300, 4.35, -1.1], rejects: [[0.075, ": Invalid number: must be a multiple of 0.01"], [1e-300, ": Invalid number: must be a multiple of 0.01"]] },
  { says: "multipleOf a large number", schema: z.number().check(multipleOf(1e21)), accepts: [0, 3e21], rejects: [[1, ": Invalid number: must be a multiple of 1e+21"]] },
  { says: "multipleOf the smallest number", schema: z.number().check(multipleOf(5e-324)), accepts: [5e-324, 1, 1.7976931348623157e308], rejects: [] },
  { says: "uniqueItems", schema: z.array(z.unknown()).check(uniqueItems()), accepts: [[], [1, "1"], [{ a: 1 }, { b: 1 }]], rejects: [[[{ a: 1, b: 2 }, 3, { b: 2, a: 1 }, 3], "2: Duplicate: the same as element 0", "3: Duplicate: the same as element 1"]] },
  { says: "contains", schema: z.array(z.unknown()).check(contains(z.string())), accepts: [["a"], [1, "a", "b"]], rejects: [[[1], ": Invalid input: expected at least 1 matching elements, found 0"]] },
  { says: "contains, bounded", schema: z.array(z.unknown()).check(contains(z.string(), { min: 0, max: 1 })), accepts: [[], ["a"]], rejects: [[["a", "b"], ": Invalid input: expected at most 1 matching elements, found 2"]] },
  { says: "minProperties", schema: objects.check(minProperties(1)), accepts: [{ a: 1 }], rejects: [[{}, ": Too small: expected object to have >=1 members"]] },
  { says: "maxProperties", schema: objects.check(maxProperties(1)), accepts: [{ a: 1 }], rejects: [[{ a: 1, b: 1 }, ": Too big: expected object to have <=1 members"]] },
  { says: "propertyNames", schema: objects.check(propertyNames(z.string().max(1))), accepts: [{ a: 1 }], rejects: [[{ a: 1, bcd: 1 }, "bcd: Invalid name: Too big: expected string to have <=1 characters"]] },
  { says: "requires", schema: objects.check(requires("card", "name", "billing")), accepts: [{}, { card: 1, name: 1, billing: 1 }, { card: undefined }], rejects: [[{ card: 1, name: 1 }, 'billing: Invalid input: expected a value beside "card", received undefined']] },
  { says: "dependentSchema", schema: objects.check(dependentSchema("a", z.looseObject({ b: z.string() }))), accepts: [{}, { b: 1 }, { a: 1, b: "x" }], rejects: [[{ a: 1, b: 1 }, "b: Invalid input: expected string, received number"]] },
  { says: "objectWith", schema: objectWith({ a: z.string(), b: z.unknown(), c: z.number().optional() }, { patterns: [[/^a|^x/u, z.string().max(2)]], rest: z.boolean() }), accepts: [{ a: "ab", b: null }, { a: "", b: 1, c: 1, x: "", other: true }, { a: "", b: 1, c: undefined }], rejects: [[{ a: "abc" }, "b: Invalid input: expected nonoptional, received undefined", "a: Too big: expected string to have <=2 characters"], [{ b: 1, other: 1 }, "a: Invalid input: expected string, received undefined", "other: Invalid input: expected boolean, received number"], [[], ": Invalid input: expected object, received array"], [null, ": Invalid input: expected object, received null"]] },
  { says: "objectWith, closed", schema: objectWith({ constructor: z.string().optional() }, { rest: z.never() }), accepts: [{}, { constructor: "x" }], rejects: [[{ toString: 1, x: 2 }, ': Unrecognized keys: "toString", "x"'], [JSON.parse('{"__proto__":1}'), ': Unrecognized key: "__proto__"']] },
  { says: "record", schema: record(z.number()), accepts: [{}, { a: 1 }, JSON.parse('{"__proto__":1}')], rejects: [[JSON.parse('{"__proto__":"x"}'), "__proto__: Invalid input: expected number, received string"], [[1], ": Invalid input: expected object, received array"]] },
  { says: "tuple", schema: tuple({ required: [z.string()], optional: [z.number()], rest: z.boolean() }), accepts: [["a"], ["a", 1], ["a", 1, true, false]], rejects: [[[], ": Too small: expected array to have >=1 items"], [["a", "b", 1], "1: Invalid input: expected number, received string", "2: Invalid input: expected boolean, received number"], [{}, ": Invalid input: expected array, received object"]] },
  { says: "tuple, closed", schema: tuple({ optional: [z.unknown()] }), accepts: [[], [null]], rejects: [[[1, 2], ": Too big: expected array to have <=1 items"]] },
  { says: "allOf", schema: allOf(z.looseObject({ a: z.string() }), z.looseObject({ a: z.string().min(1), b: z.number() })), accepts: [{ a: "x", b: 1, c: 2 }], rejects: [[{}, "a: Invalid input: expected string, received undefined", "b: Invalid input: expected number, received undefined"], [1, ": Invalid input: expected object, received number"]] },
  { says: "allOf of closed objects", schema: allOf(z.strictObject({ a: z.unknown().optional() }), z.strictObject({ b: z.unknown().optional() })), accepts: [{}], rejects: [[{ a: 1, b: 1 }, ': Unrecognized key: "b"', ': Unrecognized key: "a"']] },
  { says: "not", schema: not(z.string()), accepts: [1, null], rejects: [["a", ": Invalid input: matches what is excluded"]] },
  { says: "conditional", schema: conditional(z.string(), z.string().min(2), z.number()), accepts: ["ab", 1], rejects: [["a", ": Too small: expected string to have >=2 characters"], [null, ": Invalid input: expected number, received null"]] },
  { says: "perType", schema: perType({ string: z.string().min(1), object: z.looseObject({ a: z.string() }) }), accepts: ["a", 1, null, [], { a: "x" }, true], rejects: [["", ": Too small: expected string to have >=1 characters"], [{ a: 1 }, "a: Invalid input: expected string, received number"], [undefined, ": Invalid input: expected nonoptional, received undefined"]] },
  { says: "discriminatedUnion", schema: discriminatedUnion("kind", { cat, dog }), accepts: [{ kind: "cat", lives: 9 }, { kind: "dog" }], rejects: [[{ kind: "cat" }, "lives: Invalid input: expected number, received undefined"], [{ kind: "cow" }, 'kind: Invalid option: expected one of "cat"|"dog"'], [{}, 'kind: Invalid option: expected one of "cat"|"dog"'], [null, ": Invalid input: expected object, received null"], [{ kind: "toString" }, 'kind: Invalid option: expected one of "cat"|"dog"']] },
  { says: "equalTo", schema: equalTo({ a: [1], b: null }, "x"), accepts: [{ b: null, a: [1] }, "x"], rejects: [[{ a: [1] }, ': Invalid input: expected {"a":[1],"b":null} or "x"'], [undefined, ': Invalid input: expected {"a":[1],"b":null} or "x"']] },
  { says: "unchanged", schema: unchanged(z.looseObject({ a: z.string() })), accepts: [{ b: 1, a: "x" }, JSON.parse('{"__proto__":{"c":1},"a":"x"}')], rejects: [[{ a: 1 }, "a: Invalid input: expected string, received number"]] },
];

describe.each(table)("the helper $says", ({ schema, accepts, rejects }) => {
  it("accepts, and returns the value itself", () => {
    for (const value of accepts) {
      expect(problemsOf(schema, value)).toEqual([]);
      expect(JSON.stringify(schema.parse(value))).toBe(JSON.stringify(value));
    }
  });

  it("rejects, and says where and why", () => {
    for (const [value, ...problems] of rejects) expect(problemsOf(schema, value)).toEqual(problems);
  });

  it("says where inside of other schemas, too", () => {
    const outer = z.looseObject({ list: z.array(z.union([schema, z.literal("never")])) });
    for (const [value, ...problems] of rejects) {
      const found = problemsOf(z.looseObject({ list: z.array(schema) }), { list: [value] });
      expect(found).toEqual(problems.map((problem) => `list.0${problem.startsWith(":") ? "" : "."}${problem}`));
      expect(outer.safeParse({ list: [value] }).success).toBe(false);
    }
  });
});

describe("unchanged", () => {
  it("keeps what Zod's own would lose", () => {
    const value: unknown = JSON.parse('{"z":1,"__proto__":{"x":1},"a":"b"}');
    const own = z.looseObject({ a: z.string() });
    expect(JSON.stringify(own.parse(value))).not.toBe(JSON.stringify(value));
    expect(unchanged(own).parse(value)).toBe(value);
  });

  it("stays so under refinements and inside of arrays", () => {
    const value: unknown = JSON.parse('{"z":1,"__proto__":{"x":1},"a":"b"}');
    const schema = unchanged(z.looseObject({ a: z.string() })).refine(() => true);
    expect(z.array(schema).parse([value])[0]).toBe(value);
  });
});

describe("canonical text", () => {
  it.each([
    [
      [
        { a: 1, b: [2, null] },
        { b: [2, null], a: 1 },
      ],
      true,
    ],
    [[0, -0], true],
    [[1, "1"], false],
    [[[], {}], false],
    [[{ "a:1,b": 2 }, { a: 1, b: 2 }], false],
    [[JSON.parse('{"__proto__":1}'), {}], false],
    [["\ud800", "\ufffd"], false],
    [
      [
        [1, [2]],
        [1, 2],
      ],
      false,
    ],
  ] as const)("is equal for equal values only: %j, %s", ([left, right], same) => {
    expect(canonical(left) === canonical(right)).toBe(same);
  });
});

describe("the runtime", () => {
  it("reads schemas that are declared further down", () => {
    type Tree = { value: string; children?: { [name: string]: Tree } | undefined };
    const tree: z.ZodType<Tree> = objectWith(
      {
        value: z.string(),
        get children() {
          return record(tree).optional();
        },
      },
      { rest: z.unknown() },
    );
    expect(problemsOf(tree, { value: "a", children: { b: { value: 1 } } })).toEqual([
      "children.b.value: Invalid input: expected string, received number",
    ]);
  });

  it("reports a great many problems", () => {
    const values = Array.from({ length: 200_000 }, () => 1);
    expect(problemsOf(unchanged(z.array(z.string())), values)).toHaveLength(values.length);
  });
});
