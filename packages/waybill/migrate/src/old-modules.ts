// A module that a file of the project imports -> the API whose generated code, or whose package, it is of.
import path from "node:path";
import {
  type CallExpression,
  type ExportDeclaration,
  type ImportDeclaration,
  Node,
  type Project,
  type SourceFile,
} from "ts-morph";
import type { NewApi } from "./api.ts";
import { plainPath } from "./syntax.ts";
import { tools } from "./tools.ts";

export class OldModules {
  readonly #project: Project;
  readonly apis: readonly NewApi[];

  constructor(project: Project, apis: readonly NewApi[]) {
    this.#project = project;
    this.apis = apis;
  }

  /** The API whose old code, or whose package, a declaration imports. */
  importedBy(declaration: ImportDeclaration | ExportDeclaration): NewApi | null {
    const file = declaration.getSourceFile();
    const specifier = declaration.getModuleSpecifierValue();
    if (specifier === undefined) return null;
    const resolved = declaration.getModuleSpecifierSourceFile()?.getFilePath();
    return this.#apiAt(specifier, resolved === undefined ? this.#candidates(specifier, file) : [resolved]);
  }

  /** Whether a call of `import()` or of the like loads old code. */
  loadedBy(call: CallExpression): boolean {
    const [first] = call.getArguments();
    if (!Node.isStringLiteral(first)) return false;
    return (
      this.#apiAt(first.getLiteralValue(), this.#candidates(first.getLiteralValue(), call.getSourceFile())) !== null
    );
  }

  #apiAt(specifier: string, files: readonly string[]): NewApi | null {
    const isIn = (file: string, output: string): boolean => file === output || file.startsWith(`${output}/`);
    return (
      this.apis.find(
        ({ tool, outputs }) =>
          tools[tool].packages.includes(specifier) ||
          outputs.some((output) => files.some((file) => isIn(plainPath(file), plainPath(output)))),
      ) ?? null
    );
  }

  /** Where a module would be that is not on disk: relative, or by `paths` of tsconfig.json. */
  #candidates(specifier: string, file: SourceFile): string[] {
    if (specifier.startsWith(".")) return [path.resolve(file.getDirectoryPath(), specifier)];
    const { paths = {}, baseUrl, pathsBasePath } = this.#project.getCompilerOptions();
    const base = baseUrl ?? (typeof pathsBasePath === "string" ? pathsBasePath : ".");
    return Object.entries(paths).flatMap(([pattern, targets]) => {
      const [before = "", after = ""] = pattern.split("*");
      const matches = pattern.includes("*")
        ? specifier.startsWith(before) && specifier.endsWith(after)
        : specifier === pattern;
      const middle = specifier.slice(before.length, specifier.length - after.length);
      return matches ? targets.map((target) => path.resolve(base, target.replace("*", middle))) : [];
    });
  }
}
