// The files that runtimes are assembled into: whether their modules can share them.
import { describe, expect, it } from "vitest";
import { moduleNameOf, type RuntimeFile, readRuntimeModule } from "../../../src/emit/runtime/index.ts";
import { clientFiles } from "../../../src/targets/client/runtime-files.ts";
import { serverFiles } from "../../../src/targets/server/runtime-files.ts";
import { webhookFiles } from "../../../src/targets/webhooks/runtime-files.ts";

const targets = { client: clientFiles, server: serverFiles, webhooks: webhookFiles };

/** The imports of the modules of a file, with the module that each is from. */
function importsIn({
  modules,
}: RuntimeFile): { readonly module: string; readonly name: string; readonly local: string }[] {
  return modules.flatMap((url) =>
    readRuntimeModule(url).imports.flatMap(({ source, names }) =>
      names.map(({ name, local }) => ({ name, local, module: moduleNameOf(new URL(source.specifier, url)) })),
    ),
  );
}

describe.each(Object.entries(targets))("the target %s", (_, files) => {
  it("modules that share a file declare different names, and import nothing of each other under another name", () => {
    for (const file of files) {
      const inside = new Set(file.modules.map(moduleNameOf));
      const names = file.modules.flatMap((url) => [
        ...new Set(readRuntimeModule(url).parts.flatMap(({ declares }) => declares)),
      ]);
      expect(names.length).toBeGreaterThan(4);
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
      for (const url of file.modules) above.add(moduleNameOf(url));
      expect(importsIn(file).filter(({ module }) => !above.has(module))).toEqual([]);
    }
  });
});
