// A module -> the packages whose code bundling everything it exports would bring in.
import { dirname, relative, resolve } from "node:path";
import { build } from "esbuild";

/** `["packages/validators", "zod"]`; sorted, types aside. Throws when something does not resolve. */
export async function bundledPackages(module: string): Promise<string[]> {
  const { metafile } = await build({
    stdin: { contents: `export * from ${JSON.stringify(module)}`, resolveDir: "/" },
    bundle: true,
    format: "esm",
    metafile: true,
    write: false,
    logLevel: "silent",
  });
  const files = Object.keys(metafile.inputs).filter((input) => input !== "<stdin>");
  const foreign = files.map((file) => resolve(file)).filter((file) => !file.startsWith(`${dirname(module)}/`));
  return [...new Set(foreign.map(ownerOf))].sort();
}

/** Of an installed package the name; of one of the workspace the folder. */
function ownerOf(file: string): string {
  const [installed] = file.split("/node_modules/").slice(1).reverse();
  if (installed !== undefined) return installed.split("/", installed.startsWith("@") ? 2 : 1).join("/");
  return relative(resolve(import.meta.dirname, "../.."), file)
    .split("/", 2)
    .join("/");
}
