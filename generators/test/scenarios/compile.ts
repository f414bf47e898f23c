// Generated files -> what a TypeScript version reports about them under the strictest flags.
import { type ChildProcess, execFile, fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { removeTsNocheck } from "../../../scripts/testing/checked-code.ts";
import { compilerProgram, sparing, sparingEnvironment } from "../../../scripts/testing/sparing-compiler.ts";
import type { Reply, Request } from "./older-compiler.ts";

export const compilers = ["typescript-5.9", "typescript-6.0", "typescript-7.0"] as const;
export type Compiler = (typeof compilers)[number];

/** The compilers of this run: 7.0, or those in `WAYBILL_COMPILERS`. `pnpm --filter testing typescript` names the older ones, each ten times slower. */
export const testedCompilers: readonly Compiler[] = compilersNamed(process.env["WAYBILL_COMPILERS"] ?? "7.0");

/**
 * The errors that the compiler prints; empty if there are none. `files`: folders and globs, relative to the folder. Removes
 * `// @ts-nocheck` from the generated files in it.
 */
export async function compilerErrorsOf(
  compiler: Compiler,
  directory: string,
  files: readonly string[] = ["**/*.ts"],
  options: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  removeTsNocheck(directory);
  const config = path.join(directory, `tsconfig.${compiler}.json`);
  writeFileSync(
    config,
    JSON.stringify({ compilerOptions: { ...strictest, ...options }, include: files, exclude: ["input"] }),
  );
  // Scripts compile whole corpora, each in a process of its own.
  if (compiler !== "typescript-7.0" && process.env["VITEST"] !== undefined) return await askOlder(compiler, config);
  const manifest = createRequire(import.meta.url).resolve(`${compiler}/package.json`);
  const [program, ...words] =
    compiler === "typescript-7.0"
      ? [compilerProgram(manifest), ...sparing]
      : // All of the corpus in one program takes TypeScript 5.9 and 6.0 more than the 4 GB that Node gives them.
        [process.execPath, "--max-old-space-size=8192", path.join(path.dirname(manifest), "bin/tsc")];
  try {
    await promisify(execFile)(program, [...words, "--pretty", "false", "-p", config], {
      cwd: directory,
      env: sparingEnvironment(),
    });
    return "";
  } catch (error) {
    if (error instanceof Error && "stdout" in error)
      return `${String(error.stdout)}${"stderr" in error ? String(error.stderr) : ""}`;
    throw error;
  }
}

/** Those that run, with the names of their packages. They end with this process. */
const older = new Map<Compiler, ChildProcess>();

function askOlder(compiler: Compiler, config: string): Promise<string> {
  const child = older.get(compiler) ?? startOlder(compiler);
  older.set(compiler, child);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const onReply = (reply: Reply): void => {
    if (reply.config === config) ended(() => resolve(reply.complaints));
  };
  const onExit = (code: number | null): void => ended(() => reject(new Error(`${compiler} ended with ${code}`)));
  const ended = (settle: () => void): void => {
    child.off("message", onReply).off("exit", onExit);
    settle();
  };
  child.on("message", onReply).on("exit", onExit);
  child.send({ config } satisfies Request);
  return promise;
}

function startOlder(compiler: Compiler): ChildProcess {
  const program = path.join(import.meta.dirname, "older-compiler.ts");
  const child = fork(program, [createRequire(import.meta.url).resolve(compiler)], {
    execArgv: ["--max-old-space-size=8192"],
  });
  child.setMaxListeners(0);
  child.unref();
  child.channel?.unref();
  return child;
}

function compilersNamed(list: string): Compiler[] {
  return list.split(",").map((version) => {
    const found = compilers.find((compiler) => compiler === `typescript-${version}`);
    if (found === undefined)
      throw new Error(`WAYBILL_COMPILERS: there is no TypeScript ${JSON.stringify(version)} here`);
    return found;
  });
}

const strictest = {
  target: "es2022",
  lib: ["es2022", "dom"],
  module: "nodenext",
  moduleDetection: "force",
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  isolatedModules: true,
  isolatedDeclarations: true,
  declaration: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
};
