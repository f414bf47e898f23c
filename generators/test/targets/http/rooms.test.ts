// The files that runtimes are assembled into: whether their modules can share them.
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { clientRooms } from "../../../src/targets/client/rooms.ts";
import { type RuntimeModule, readModule } from "../../../src/targets/http/rooms.ts";
import { serverRooms } from "../../../src/targets/server/rooms.ts";
import { webhookRooms } from "../../../src/targets/webhooks/rooms.ts";

const targets = { client: clientRooms, server: serverRooms, webhooks: webhookRooms };

function modulesOf(target: string, names: readonly string[]): RuntimeModule[] {
  const folders = [target, "http"].map((name) => new URL(`../../../src/targets/${name}/runtime/`, import.meta.url));
  return names.map((name) => {
    const url = folders.map((folder) => new URL(`${name}.ts`, folder)).find((each) => existsSync(each));
    if (url === undefined) throw new Error(`there is no module ${name}`);
    return readModule(url);
  });
}

/** What a module declares at its top level, each name once. */
function declaredIn({ body }: RuntimeModule): string[] {
  const declared = body.matchAll(
    /^(?:export )?(?:abstract |async )*(?:class|const|let|function\*?|interface|type) (\w+)/gm,
  );
  return [...new Set([...declared].map(([, name = ""]) => name))];
}

describe.each(Object.entries(targets))("the target %s", (target, rooms) => {
  it("modules that share a file declare different names, and import nothing of each other under another name", () => {
    for (const { name, modules } of rooms) {
      const read = modulesOf(target, modules);
      const names = read.flatMap(declaredIn);
      expect(names.length).toBeGreaterThan(4);
      const foreign = read.flatMap(({ imports }) => imports).filter(({ module }) => !modules.includes(module));
      // Other files' names are the file's too.
      const imported = new Set(foreign.map((one) => one.name.replace(/.* as /, "")));
      const clashes = [
        ...names.filter((one, at) => names.indexOf(one) !== at),
        ...names.filter((one) => imported.has(one)),
      ];
      const inner = read.flatMap(({ imports }) => imports).filter(({ module }) => modules.includes(module));
      const renamed = inner.filter((one) => / as /.test(one.name));
      expect({ name, clashes, renamed }).toEqual({ name, clashes: [], renamed: [] });
    }
  });

  it("a file imports only from those above it", () => {
    const above = new Set<string>();
    for (const { modules } of rooms) {
      for (const name of modules) above.add(name);
      const wrong = modulesOf(target, modules).flatMap(({ imports }) =>
        imports.filter(({ module }) => !above.has(module)),
      );
      expect(wrong).toEqual([]);
    }
  });
});
