// Outputs of many runs -> one folder, compiled and loaded as a whole: what the compiler says, and whether anything ran.
import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { RenderedFile } from "../../src/run/target-files.ts";
import { compilerErrorsOf } from "../scenarios/compile.ts";

export interface Verdict {
  /** What the compiler says. */
  readonly complaints: string;
  /** What loading every module prints: `all loaded` when nothing of the description ran. */
  readonly loading: { readonly stdout: string; readonly stderr: string };
}

type Output = readonly RenderedFile[];

export async function judge(folder: string, outputs: readonly Output[]): Promise<Verdict> {
  const files = withoutCopies(outputs);
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file.path)), { recursive: true });
    writeFileSync(path.join(folder, file.path), file.text);
  }
  const modules = files.filter((file) => file.path.endsWith("/index.gen.ts")).map((file) => `./${file.path}`);
  const script = path.join(folder, "load.mjs");
  writeFileSync(
    script,
    `for (const file of ${JSON.stringify(modules)}) await import(file);
    console.log("struck" in globalThis ? "a text of the description ran" : "all loaded");`,
  );
  const [complaints, loading] = await Promise.all([
    compilerErrorsOf("typescript-7.0", folder),
    promisify(execFile)(process.execPath, [script]),
  ]);
  return { complaints, loading };
}

/**
 * The files, each output in a folder of its own. The runtime is part of every output and mostly the same: where it is,
 * it is taken from the output that had it first, or compiling it would take most of the time.
 */
function withoutCopies(outputs: readonly Output[]): { path: string; text: string }[] {
  const first = new Map<string, number>();
  return outputs.flatMap((output, at) =>
    output.map(({ path: file, text }) => {
      const key = `${file} ${text}`;
      const earlier = first.get(key);
      if (earlier === undefined) first.set(key, at);
      const isCopy =
        earlier !== undefined && !/\/(?:index|schemas|operations|handlers|routes|client|events)\.gen\.ts$/.test(file);
      return { path: `${at}/${file}`, text: isCopy ? `export * from "../../${earlier}/${file}";\n` : text };
    }),
  );
}
