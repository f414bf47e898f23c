// How the compiler of TypeScript 7 is run where other programs keep the processors busy: in little more than half of the processor time.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The threads of one program would wait for each other, and check what they share, such as the types of the DOM, once each. */
export const sparing: readonly string[] = ["--singleThreaded"];

/** The compiler is written in Go: it collects no garbage before it has used this much memory. */
export function sparingEnvironment(): NodeJS.ProcessEnv {
  return { GOGC: "off", GOMEMLIMIT: "3GiB", ...process.env };
}

/** The program that `bin/tsc` of the package finds and becomes: to start Node for that takes 40 ms. `manifest`: its package.json. */
export function compilerProgram(manifest: string): string {
  const platform = `@typescript/typescript-${process.platform}-${process.arch}/package.json`;
  const home = dirname(createRequire(manifest).resolve(platform));
  return join(home, "lib", process.platform === "win32" ? "tsc.exe" : "tsc");
}

/** The words that start a compiler, and its environment: `home` is the folder of the package. */
export function compilerStart(home: string, version: string): { words: [string, ...string[]]; env: NodeJS.ProcessEnv } {
  if (!version.startsWith("7")) return { words: [process.execPath, join(home, "bin/tsc")], env: process.env };
  return { words: [compilerProgram(join(home, "package.json")), ...sparing], env: sparingEnvironment() };
}
