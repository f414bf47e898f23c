// The files that runtimes are assembled into: whether their modules can share them.
import { describe, expect, it } from "vitest";
import { type RuntimeFile, readRuntimeModule } from "../../../src/emit/runtime/index.ts";
import type { ImportStatement } from "../../../src/emit/runtime/module.ts";
import { runtimeLibrary } from "../../../src/targets/runtime-library.ts";

/** The imports of the modules of a file, with the module that each is from. */
function importsIn({
  modules,
}: RuntimeFile): { readonly module: string; readonly name: string; readonly local: string }[] {
  return modules.flatMap((url) =>
    importsBeside(url).flatMap(({ source, names }) =>
      names.map(({ name, local }) => ({ name, local, module: new URL(source.specifier, url).href })),
    ),
  );
}

function importsBeside(url: URL): readonly ImportStatement[] {
  return readRuntimeModule(url).imports.filter(({ source }) => source.specifier.startsWith("."));
}

describe("the runtime", () => {
  const files = runtimeLibrary;

  it("modules that share a file declare different names, and import nothing of each other under another name", () => {
    for (const file of files) {
      const inside = new Set(file.modules.map(({ href }) => href));
      const names = file.modules.flatMap((url) => [
        ...new Set(readRuntimeModule(url).parts.flatMap(({ declares }) => declares)),
      ]);
      const imports = importsIn(file);
      // Other files' names are the file's too.
      const imported = new Set(imports.filter(({ module }) => !inside.has(module)).map(({ local }) => local));
      const clashes = names.filter((one, at) => names.indexOf(one) !== at || imported.has(one));
      const renamed = imports.filter(({ module, name, local }) => inside.has(module) && name !== local);
      expect({ name: file.name, clashes, renamed }).toEqual({ name: file.name, clashes: [], renamed: [] });
    }
  });

  it("a file imports only from those above it", () => {
    const above = new Set<string>();
    for (const file of files) {
      for (const url of file.modules) above.add(url.href);
      expect(importsIn(file).filter(({ module }) => !above.has(module))).toEqual([]);
    }
  });
});
