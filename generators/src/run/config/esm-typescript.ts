// Loads a configuration in TypeScript, and what it imports, as ES modules, for every "type" in package.json. This toolkit need not be
// installed for that.
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
      const found = resolved(specifier, context, next);
      return isModule(found.url) ? { ...found, format: "module-typescript" } : found;
    },
  });
  try {
    return await load();
  } finally {
    hooks.deregister();
  }
}

type Resolve = nodeModule.ResolveHookSync;

/** Where a configuration imports "waybill" and it is not installed, as after `npx waybill init`, this toolkit is what it means. */
function resolved(...[specifier, context, next]: Parameters<Resolve>): ReturnType<Resolve> {
  try {
    return next(specifier, context);
  } catch (error) {
    if (!/^waybill(?:\/|$)/.test(specifier)) throw error;
    return next(specifier, { ...context, parentURL: import.meta.url });
  }
}

function isModule(url: string): boolean {
  const { protocol, pathname } = new URL(url);
  if (protocol !== "file:" || !pathname.endsWith(".ts") || pathname.includes("/node_modules/")) return false;
  return /^(?:import|export)\b/m.test(readFileSync(fileURLToPath(`file://${pathname}`), "utf8"));
}
