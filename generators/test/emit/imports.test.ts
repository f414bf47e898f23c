// Symbols in declarations -> the imports of the file that declares them.
import { expect, test } from "vitest";
import {
  type CodeSymbol,
  code,
  generatedSymbol,
  generatedType,
  namespaceSymbol,
  printFile,
  StructureKind,
  VariableDeclarationKind,
} from "../../src/emit/index.ts";

const z = namespaceSymbol("z", "zod");

test("a namespace is imported whole, once, in the order of the modules", () => {
  const used = [generatedSymbol("last", "zod", "y.ts"), z, z, namespaceSymbol("core", "zod/v4/core")];
  expect(
    importsOf({ used: [...used, generatedSymbol("first", "zod", "a.ts"), generatedType("Type", "zod", "y.ts")] }),
  ).toBe(`import type { Type } from "./zod/y.ts";
import { first } from "./zod/a.ts";
import { last } from "./zod/y.ts";
import * as z from "zod";
import * as core from "zod/v4/core";`);
});

test.each([
  ["declares its name itself", { used: [z], declared: "z" }, 'import * as z_zod from "zod";'],
  [
    "has imported its name from elsewhere",
    { used: [generatedSymbol("z", "types", "a.ts"), z], declared: "a" },
    'import { z } from "./types/a.ts";\nimport * as z_zod from "zod";',
  ],
  [
    "imports its name from elsewhere later on",
    { used: [z, generatedSymbol("z", "types", "a.ts")], declared: "a" },
    'import { z as z_types } from "./types/a.ts";\nimport * as z from "zod";',
  ],
  [
    "has another namespace of its name",
    { used: [namespaceSymbol("z", "other-z"), z], declared: "a" },
    'import * as z from "other-z";\nimport * as z_zod from "zod";',
  ],
  [
    "has a second name for the same namespace",
    { used: [z, namespaceSymbol("zod", "zod")], declared: "a" },
    'import * as z from "zod";\nimport * as zod from "zod";',
  ],
])("a namespace keeps to a name of its own in a file that %s", (_, file, imports) => {
  expect(importsOf(file)).toBe(imports);
});

/** The imports of a file with one declaration, named `declared`, which uses `used` in order. */
function importsOf({ used, declared = "declared" }: { used: readonly CodeSymbol[]; declared?: string }): string {
  const [first = z, ...others] = used;
  const value = others.reduce((before, symbol) => code`${before} + ${symbol}`, code`${first}`);
  const { text } = printFile(
    {
      target: "test",
      path: "test.ts",
      summary: "",
      declarations: [
        {
          kind: StructureKind.VariableStatement,
          isExported: true,
          declarationKind: VariableDeclarationKind.Const,
          declarations: [{ name: declared, initializer: value }],
        },
      ],
    },
    {
      header: [],
      emission: "ts",
      specifierOf: (_, to) => (to.kind === "package" ? to.specifier : `./${to.target}/${to.path}`),
    },
  );
  return [...text.matchAll(/^import .*;$/gm)].map(([line]) => line).join("\n");
}
