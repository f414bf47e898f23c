// Loads a configuration in TypeScript, and what it imports, as ES modules, for every "type" in package.json.
import { readFileSync } from "node:fs";
import nodeModule from "node:module";
import { fileURLToPath } from "node:url";

/**
 * What `load` resolves to. While it runs, a `.ts` file with `import` or `export` is a module, even in a CommonJS package, as `npm init`
 * creates it, and Node prints no warning about a package without a "type".
 */
export async function asModules<T>(load: () => Promise<T>): Promise<T> {
  const hooks = nodeModule.registerHooks({
    resolve: (specifier, context, next) => {
      const found = next(specifier, context);
      return isModule(found.url) ? { ...found, format: "module-typescript" } : found;
    },
  });
  try {
    return await load();
  } finally {
    hooks.deregister();
  }
}

function isModule(url: string): boolean {
  const { protocol, pathname } = new URL(url);
  if (protocol !== "file:" || !pathname.endsWith(".ts") || pathname.includes("/node_modules/")) return false;
  return /^(?:import|export)\b/m.test(readFileSync(fileURLToPath(`file://${pathname}`), "utf8"));
}
