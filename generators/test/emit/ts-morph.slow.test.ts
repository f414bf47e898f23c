// Declarations are ts-morph's structures: what our printer makes of each file is, as a syntax tree, what ts-morph makes of it.

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { StructureKind as TsMorphKind, ts } from "ts-morph";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { code, packageType } from "../../src/emit/code.ts";
import { type Declaration, type FileSpec, StructureKind, VariableDeclarationKind } from "../../src/emit/declaration.ts";
import { FileText, namesOf, type PrintContext, printFile } from "../../src/emit/file.ts";
import { targetNames } from "../../src/targets/built-in-targets.ts";
import { generateConfigured } from "../scenarios/configured.ts";
import { contextOf, generate, generateFrom, temporaryDirectory } from "../scenarios/generation.ts";
import { parseScenario, targetsOf } from "../scenarios/scenario.ts";
import { treeOf } from "./syntax-tree.ts";
import { type Listed, printedByTsMorph } from "./ts-morph-print.ts";

interface Printed extends Listed {
  readonly context: PrintContext;
  readonly text: string;
}

const home = path.join(import.meta.dirname, "../scenarios");
const root = path.join(import.meta.dirname, "../../..");
const scenarios = readdirSync(home, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md") && name !== "README.md")
  .map((name) => name.replaceAll("\\", "/"))
  .sort();
const all = targetNames;
const { directory, dispose } = temporaryDirectory();

/** Without an event, the target `webhooks` has only a warning. */
function hasEvents(inputs: ReadonlyMap<string, string>): boolean {
  return inputs.has("asyncapi.yaml") || [...inputs.values()].some((text) => text.includes("x-waybill-signature"));
}

/** Everything that is printed from declarations; hand-written runtime files and those of other tools are not. */
const recorded: Printed[] = [];

beforeAll(async () => {
  const add = vi.spyOn(FileText.prototype, "add");
  const whole = vi.spyOn(FileText.prototype, "whole");
  for (const name of scenarios) {
    const scenario = parseScenario(readFileSync(path.join(home, name), "utf8"), name);
    const { inputs, config } = scenario;
    const folder = path.join(directory, name.replace(/\.md$/, ""));
    // Configured targets refuse some inputs, and openapi-typescript cannot read some: its index file comes from our own spec.
    if (config !== null) await generateConfigured(inputs, config, targetsOf(scenario), folder);
    else await generate(inputs, hasEvents(inputs) ? all : all.filter((target) => target !== "webhooks"), folder);
  }
  const own = { cwd: root, openapi: "spec/openapi.yaml", asyncapi: "spec/asyncapi.yaml" };
  await generateFrom(own, targetNames, path.join(directory, "own"));
  const added = Map.groupBy(add.mock.calls.entries(), ([at]) => add.mock.contexts[at]);
  const texts = whole.mock.contexts.filter((text) => text instanceof FileText);
  texts.forEach((text, at) => {
    const declarations = (added.get(text) ?? []).map(([, [declaration]]) => declaration);
    recorded.push({ ...text.toPrint, declarations, text: String(whole.mock.results[at]?.value) });
  });
  add.mockRestore();
  whole.mockRestore();
});

afterAll(dispose);

it("every generated file has the syntax tree that ts-morph prints from its declarations", () => {
  expect(recorded.length).toBeGreaterThanOrEqual(scenarios.length);
  expect(new Set(recorded.map(({ file }) => file.target))).toEqual(new Set(targetNames));
  for (const printed of recorded) expectSameTree(printed);
});

const docs = [{ description: "Words */ of the spec.", tags: [{ tagName: "see", text: "spec/a.yaml#/b" }] }] as const;
const typeParameters = [{ name: "Value", constraint: code`object`, default: code`${packageType("Some", "some")}` }];
const parameters = [
  { name: "first", hasQuestionToken: true, type: code`Value` },
  { name: "others", isRestParameter: true, type: code`readonly string[]` },
];
const property = { name: "a-b", isReadonly: true, hasQuestionToken: true, type: code`string`, docs };
const method = { name: "größe", hasQuestionToken: true, typeParameters, parameters, returnType: code`void`, docs };
const module = { kind: "generated", target: "types", path: "y.gen.ts" } as const;

const kinds: readonly (readonly [string, Declaration])[] = [
  [
    "an interface with every supported member",
    {
      kind: StructureKind.Interface,
      isExported: true,
      name: "Shape",
      typeParameters,
      extends: [code`Base<Value>`, code`${packageType("Other", "some")}`],
      properties: [property, { ...property, name: "plain", isReadonly: false }],
      methods: [method],
      members: [
        { kind: StructureKind.MethodSignature, ...method, name: "of" },
        { kind: StructureKind.PropertySignature, ...property, name: "last" },
      ],
      docs,
    },
  ],
  ["an interface without members", { kind: StructureKind.Interface, name: "Nothing" }],
  [
    "a type alias with every supported member",
    { kind: StructureKind.TypeAlias, isExported: true, name: "Some", typeParameters, type: code`Value[]`, docs },
  ],
  [
    "a constant with every supported member",
    {
      kind: StructureKind.VariableStatement,
      isExported: true,
      declarationKind: VariableDeclarationKind.Const,
      declarations: [{ name: "one", type: code`number`, initializer: code`1` }],
      docs,
    },
  ],
  [
    "a function with every supported member",
    {
      kind: StructureKind.Function,
      isExported: true,
      name: "same",
      typeParameters,
      parameters,
      returnType: code`string`,
      statements: [code`const all = others;`, code`return all.join();`],
      docs,
    },
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
  ],
  ["an export of everything", { kind: StructureKind.ExportDeclaration, moduleSpecifier: module }],
  [
    "an export of types",
    { kind: StructureKind.ExportDeclaration, isTypeOnly: true, namedExports: ["A", "B"], moduleSpecifier: module },
  ],
  [
    "an export as a namespace",
    { kind: StructureKind.ExportDeclaration, namespaceExport: "all", moduleSpecifier: module },
  ],
];

it.each(kinds)("a printed declaration has the syntax tree that ts-morph prints: %s", (_, declaration) => {
  const file: FileSpec = { target: "types", path: "x.gen.ts", summary: "Everything.", declarations: [declaration] };
  const context = contextOf(null);
  const { text } = printFile(file, context);
  expectSameTree({ file, names: namesOf([declaration]), declarations: [declaration], context, text });
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

function expectSameTree({ context, text, ...listed }: Printed): void {
  const name = `${listed.file.target}/${listed.file.path}`;
  const ours = treeOf(ts.createSourceFile("file.ts", text, ts.ScriptTarget.ESNext, true));
  const source = printedByTsMorph(listed, context);
  expect({ name, tree: ours }).toEqual({ name, tree: treeOf(source.compilerNode) });
  source.forget();
}
