// A module and what it imports -> the minified bytes that each bundler makes of it.
import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build, transform } from "esbuild";

export const bundlers: Readonly<
  Record<"esbuild" | "rollup" | "rolldown" | "webpack", (file: string) => Promise<number>>
> = {
  esbuild: async (file) => {
    const { outputFiles } = await build({
      entryPoints: [file],
      bundle: true,
      minify: true,
      format: "esm",
      write: false,
      logLevel: "error",
    });
    return outputFiles.reduce((sum, { contents }) => sum + contents.byteLength, 0);
  },
  rollup: async (file) => {
    const { rollup } = await import("rollup");
    const { output } = await (await rollup({ input: file, logLevel: "silent" })).generate({ format: "es" });
    const codes = output.flatMap((part) => (part.type === "chunk" ? [part.code] : []));
    // It has no minifier of its own.
    const { code } = await transform(codes.join("\n"), { minify: true, format: "esm" });
    return Buffer.byteLength(code);
  },
  rolldown: async (file) => {
    const { rolldown } = await import("rolldown");
    const { output } = await (await rolldown({ input: file })).generate({ format: "es", minify: true });
    return output.reduce((sum, part) => sum + (part.type === "chunk" ? Buffer.byteLength(part.code) : 0), 0);
  },
  webpack: async (file) => {
    const { default: webpack } = await import("webpack");
    const folder = mkdtempSync(join(file, "../webpack-"));
    await new Promise<void>((resolve, reject) => {
      const settings = {
        mode: "production",
        target: "web",
        entry: file,
        output: { path: folder, filename: "bundle.js", module: true },
        experiments: { outputModule: true },
        performance: { hints: false },
      } as const;
      webpack(settings, (error, stats) => {
        if (error === null && stats?.hasErrors() === false) return resolve();
        reject(error ?? new Error(stats?.toString({ all: false, errors: true })));
      });
    });
    return readFileSync(join(folder, "bundle.js")).byteLength;
  },
};
