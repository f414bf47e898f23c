// The files that the client's runtime is assembled into: whether its modules can share them.
import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { clientRooms } from "../../src/targets/client/rooms.ts";
import { type RuntimeModule, readModule } from "../../src/targets/http/rooms.ts";

const folders = ["client", "http"].map((name) => new URL(`../../src/targets/${name}/runtime/`, import.meta.url));

function modulesOf(names: readonly string[]): RuntimeModule[] {
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

it("modules that share a file declare different names, and import nothing of each other under another name", () => {
  for (const { name, modules } of clientRooms) {
    const read = modulesOf(modules);
    const names = read.flatMap(declaredIn);
    expect(names.length).toBeGreaterThan(5);
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
  for (const { modules } of clientRooms) {
    for (const name of modules) above.add(name);
    const wrong = modulesOf(modules).flatMap(({ imports }) => imports.filter(({ module }) => !above.has(module)));
    expect(wrong).toEqual([]);
  }
});
