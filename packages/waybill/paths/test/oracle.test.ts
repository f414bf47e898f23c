// The types of the target beside those of openapi-typescript: each schema and each body is assignable in both directions, or is listed here,
// where openapi-typescript is wrong by the standard.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { afterAll, expect, it } from "vitest";
import { parse } from "yaml";
import { generate, temporaryDirectory } from "../../../../generators/test/scenarios/generation.ts";
import paths from "../src/index.ts";
import { defaults } from "../src/style.ts";

const { directory, dispose } = temporaryDirectory();
afterAll(dispose);

const fixtures = path.join(import.meta.dirname, "../../../../generators/test/cases/fixtures");

/** The file, and what differs with the reason. */
const descriptions: readonly (readonly [file: string, different: Readonly<Record<string, string>>])[] = [
  ["codegen/shop.yaml", {}],
  ["codegen/library.yaml", {}],
  ["codegen/pay-webhooks.yaml", {}],
  [
    "codegen/base-discriminator.yaml",
    {
      'components["schemas"]["Dog"]': "the mapping names a value for it, which its schema does not require",
      'components["schemas"]["Cat"]': "the same",
    },
  ],
  ["codegen/required-allof.yaml", {}],
  ["codegen/required-beside-allof.yaml", {}],
  ["codegen/schemars-nullable.yaml", {}],
  ["codegen/open-enum.yaml", {}],
  ["codegen/hal-pagination.yaml", {}],
  ["codegen/aspnet-media.yaml", {}],
  ["codegen/no-type-pageable.yaml", {}],
  ["codegen/l5-swagger-opid.yaml", {}],
];

it.each(descriptions)(
  "the types of %s are those of openapi-typescript, but for what it gets wrong",
  async (file, different) => {
    const text = readFileSync(path.join(fixtures, file), "utf8").replaceAll("itemSchema:", "schema:");
    const folder = path.join(directory, file);
    const { diagnostics } = await generate(new Map([["openapi.yaml", text]]), [paths.with(defaults)], folder);
    expect(diagnostics).not.toContain("error");
    mkdirSync(folder, { recursive: true });
    const theirs = await openapiTS(parse(text), { silent: true });
    writeFileSync(path.join(folder, "theirs.ts"), astToString(theirs));
    expect(differencesIn(folder)).toEqual(Object.keys(different));
  },
);

/** The types that are not assignable to each other, of those that openapi-typescript has. */
function differencesIn(folder: string): string[] {
  const names = typesIn(
    ts.createSourceFile("theirs.ts", readFileSync(path.join(folder, "theirs.ts"), "utf8"), ts.ScriptTarget.Latest),
  );
  const lines = names.flatMap((name) => [
    `export const a = (value: Ours.${name}): Theirs.${name} => value;`,
    `export const b = (value: Theirs.${name}): Ours.${name} => value;`,
  ]);
  const file = path.join(folder, "compared.ts");
  const imports = 'import type * as Ours from "./paths/paths.gen.ts";\nimport type * as Theirs from "./theirs.ts";\n';
  writeFileSync(file, `${imports}${lines.map((line, at) => `namespace N${at} { ${line} }`).join("\n")}\n`);
  const program = ts.createProgram([file], {
    // The types have nothing of a browser or of later versions.
    ...{
      strict: true,
      noEmit: true,
      types: [],
      lib: ["lib.es5.d.ts"],
      allowImportingTsExtensions: true,
      skipLibCheck: true,
    },
    ...{
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    },
  });
  const source = program.getSourceFile(file);
  const found = program.getSemanticDiagnostics(source).map(({ start = 0 }) => {
    const { line } = source?.getLineAndCharacterOfPosition(start) ?? { line: 0 };
    return names[Math.floor((line - 2) / 2)] ?? `line ${line}`;
  });
  return [...new Set(found)];
}

/** `components["schemas"]["Order"]`, `operations["get"]["responses"][200]["content"]`. */
function typesIn(source: ts.SourceFile): string[] {
  return source.statements.flatMap((statement) => {
    if (!ts.isInterfaceDeclaration(statement)) return [];
    const { text } = statement.name;
    if (text === "components")
      return membersOf(statement)
        .filter(([name]) => name === '"schemas"')
        .flatMap(([name, type]) => membersOf(type).map(([schema]) => `components[${name}][${schema}]`));
    if (text !== "operations") return [];
    return membersOf(statement).flatMap(([operation, type]) =>
      membersOf(type)
        .filter(([name]) => name === '"responses"')
        .flatMap(([, responses]) => membersOf(responses))
        .filter(([, response]) => membersOf(response).some(([name]) => name === '"content"'))
        .map(([status]) => `operations[${operation}]["responses"][${status}]["content"]`),
    );
  });
}

/** Each as a key in a type, and its type. */
function membersOf(node: ts.Node | undefined): [string, ts.TypeNode | undefined][] {
  if (node === undefined || !(ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node))) return [];
  return node.members.flatMap((member): [string, ts.TypeNode | undefined][] => {
    if (!ts.isPropertySignature(member)) return [];
    const { name, type } = member;
    if (ts.isNumericLiteral(name)) return [[name.text, type]];
    return ts.isIdentifier(name) || ts.isStringLiteral(name) ? [[JSON.stringify(name.text), type]] : [];
  });
}
