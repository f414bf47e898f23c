// Declarations as text: each kind with every member that is supported, and what is refused. That all output compiles is in the scenarios.
import { StructureKind as TsMorphKind } from "ts-morph";
import { describe, expect, it } from "vitest";
import { code, packageType } from "../../src/emit/code.ts";
import { type Declaration, StructureKind, VariableDeclarationKind } from "../../src/emit/declaration.ts";
import { printFile } from "../../src/emit/file.ts";
import { contextOf } from "../scenarios/generation.ts";

const docs = [{ description: "Words */ of the spec.", tags: [{ tagName: "see", text: "spec/a.yaml#/b" }] }] as const;
const typeParameters = [{ name: "Value", constraint: code`object`, default: code`${packageType("Some", "some")}` }];
const parameters = [
  { name: "first", hasQuestionToken: true, type: code`Value` },
  { name: "others", isRestParameter: true, type: code`readonly string[]` },
];
const property = { name: "a-b", isReadonly: true, hasQuestionToken: true, type: code`string` };
const method = { name: "größe", hasQuestionToken: true, typeParameters, parameters, returnType: code`void` };
const module = { kind: "generated", target: "types", path: "y.gen.ts" } as const;

const kinds: readonly (readonly [what: string, declaration: Declaration, text: string])[] = [
  [
    "an interface",
    {
      kind: StructureKind.Interface,
      isExported: true,
      name: "Shape",
      typeParameters,
      extends: [code`Base<Value>`, code`${packageType("Other", "some")}`],
      properties: [
        { ...property, docs },
        { ...property, name: "plain", isReadonly: false },
      ],
      methods: [{ ...method, docs }],
      members: [
        { kind: StructureKind.MethodSignature, ...method, name: "of" },
        { kind: StructureKind.PropertySignature, ...property, name: "last" },
      ],
      docs,
    },
    `import type { Other, Some } from "some";

/**
 * Words *\\/ of the spec.
 * @see spec/a.yaml#/b
 */
export interface Shape<Value extends object = Some> extends Base<Value>, Other {
  /**
   * Words *\\/ of the spec.
   * @see spec/a.yaml#/b
   */
  readonly "a-b"?: string;
  plain?: string;
  /**
   * Words *\\/ of the spec.
   * @see spec/a.yaml#/b
   */
  größe?<Value extends object = Some>(first?: Value, ...others: readonly string[]): void;
  of?<Value extends object = Some>(first?: Value, ...others: readonly string[]): void;
  readonly last?: string;
}`,
  ],
  ["an interface without members", { kind: StructureKind.Interface, name: "Nothing" }, "interface Nothing {\n}"],
  [
    "a type alias",
    { kind: StructureKind.TypeAlias, isExported: true, name: "Some", typeParameters, type: code`Value[]`, docs },
    `import type { Some as Some_some } from "some";

/**
 * Words *\\/ of the spec.
 * @see spec/a.yaml#/b
 */
export type Some<Value extends object = Some_some> = Value[];`,
  ],
  [
    "a constant",
    {
      kind: StructureKind.VariableStatement,
      isExported: true,
      declarationKind: VariableDeclarationKind.Const,
      declarations: [{ name: "one", type: code`number`, initializer: code`1` }],
      docs,
    },
    `/**
 * Words *\\/ of the spec.
 * @see spec/a.yaml#/b
 */
export const one: number = 1;`,
  ],
  [
    "a function",
    {
      kind: StructureKind.Function,
      name: "same",
      typeParameters,
      parameters,
      returnType: code`string`,
      statements: [code`const all = others;`, code`return all.join();`],
    },
    `import type { Some } from "some";

function same<Value extends object = Some>(first?: Value, ...others: readonly string[]): string {
  const all = others;
  return all.join();
}`,
  ],
  [
    "a function with overloads",
    {
      kind: StructureKind.Function,
      isExported: true,
      name: "same",
      parameters: [{ name: "value", type: code`unknown` }],
      returnType: code`unknown`,
      statements: [code`return value;`],
      overloads: [
        { typeParameters, parameters, returnType: code`string`, docs },
        { parameters: [{ name: "value", type: code`number` }], returnType: code`number` },
      ],
    },
    `import type { Some } from "some";

/**
 * Words *\\/ of the spec.
 * @see spec/a.yaml#/b
 */
export function same<Value extends object = Some>(first?: Value, ...others: readonly string[]): string;
export function same(value: number): number;
export function same(value: unknown): unknown {
  return value;
}`,
  ],
  [
    "an export of everything",
    { kind: StructureKind.ExportDeclaration, moduleSpecifier: module },
    'export * from "./y.gen.ts";',
  ],
  [
    "an export of types",
    { kind: StructureKind.ExportDeclaration, isTypeOnly: true, namedExports: ["A", "B"], moduleSpecifier: module },
    'export type { A, B } from "./y.gen.ts";',
  ],
  [
    "an export as a namespace",
    { kind: StructureKind.ExportDeclaration, namespaceExport: "all", moduleSpecifier: module },
    'export * as all from "./y.gen.ts";',
  ],
];

it.each(kinds)("a declaration is printed with every supported member: %s", (_, declaration, text) => {
  const file = { target: "types", path: "x.gen.ts", summary: "Everything.", declarations: [declaration] };
  expect(printFile(file, contextOf(null)).text).toBe(`// Generated by a test.\n// Everything.\n\n${text}\n`);
});

describe("what the printer does not support", () => {
  const shape = { kind: StructureKind.Interface, name: "Shape" } as const;

  it("is a type error, and an error where types are not checked", () => {
    // @ts-expect-error: a member of ts-morph's structure that is not supported.
    const called: Declaration = { ...shape, callSignatures: [] };
    // @ts-expect-error: a kind of ts-morph's that is not supported.
    const enumeration: Declaration = { kind: TsMorphKind.Enum, name: "Shape" };
    // @ts-expect-error: text where code belongs.
    const textual: Declaration = { ...shape, extends: ["Base"] };
    expect([called, enumeration, textual].map(errorOf)).toEqual([
      expect.stringMatching(
        /^"callSignatures" is not supported in a declaration; supported are kind, .*, methods, members$/,
      ),
      "declarations of kind 8 are not supported",
      expect.stringContaining("Base"),
    ]);
  });

  it.each<readonly [string, Declaration]>([
    ["isStatic", { ...shape, properties: [Object.assign({ isStatic: true }, property)] }],
    [
      "initializer",
      { ...shape, methods: [{ ...method, parameters: [Object.assign({ initializer: code`1` }, parameters[0])] }] },
    ],
    ["variance", { ...shape, typeParameters: [Object.assign({ variance: 1 }, typeParameters[0])] }],
  ])("throws for a nested member, %s", (name, declaration) => {
    expect(errorOf(declaration)).toContain(`"${name}" is not supported in a declaration`);
  });

  it("throws for an exported constant of a series without a type, in JavaScript", () => {
    const constant: Declaration = {
      kind: StructureKind.VariableStatement,
      isExported: true,
      declarationKind: VariableDeclarationKind.Const,
      declarations: [{ name: "one", initializer: code`1` }],
    };
    const file = {
      target: "types",
      path: "x.gen.ts",
      summary: "",
      declarations: { names: ["one"], each: () => [constant] },
    };
    expect(() => printFile(file, { ...contextOf(null), emission: "js" })).toThrow("the constant one is exported");
  });

  function errorOf(declaration: Declaration): string | null {
    try {
      printFile({ target: "types", path: "x.gen.ts", summary: "", declarations: [declaration] }, contextOf(null));
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
});
