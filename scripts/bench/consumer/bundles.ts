// Generated schemas -> how many bytes one of them adds to a bundle, Zod left out.
import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";

export interface Bundled {
  /** Minified. */
  readonly bytes: number;
  readonly compressed: number;
}

/** `file` imports what is to be measured, from TypeScript or JavaScript. */
export async function esbuildBundle(file: string): Promise<Bundled> {
  const { outputFiles = [] } = await build({
    entryPoints: [file],
    bundle: true,
    minify: true,
    format: "esm",
    plugins: [zodOutside],
    write: false,
    logLevel: "error",
  });
  return sizeOf(outputFiles[0]?.contents ?? new Uint8Array());
}

/** Zod says of itself that it is free of side effects; without that, each file would leave an `import "zod"` behind. */
const zodOutside: Plugin = {
  name: "zod-outside",
  setup({ onResolve }) {
    onResolve({ filter: /^zod(?:\/|$)/ }, ({ path }) => ({ path, external: true, sideEffects: false }));
  },
};

/** A file that uses one schema of a module, and nothing else. */
export function writeUse(file: string, schema: string, module: string): string {
  const line = `import { ${schema} } from "${module}";\n`;
  writeFileSync(file, `${line}export const it = ${schema}.safeParse(null).success;\n`);
  return file;
}

function sizeOf(contents: Uint8Array): Bundled {
  return { bytes: contents.byteLength, compressed: gzipSync(contents, { level: 9 }).byteLength };
}
