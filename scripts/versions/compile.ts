// The consumers, and the packages that they import -> the compiler errors.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export const consumersFolder = "scripts/versions/consumers";

export interface CompilerError {
  /** Relative to the checkout. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** All lines of the message: the last ones say most. */
  readonly text: string;
}

/** `paths` are those of a tsconfig, absolute; without, the consumers see the packages as they are now. */
export async function compileConsumers(root: string, paths?: Record<string, string[]>): Promise<CompilerError[]> {
  const own = path.join(root, consumersFolder, "tsconfig.json");
  if (paths === undefined) return await compile(root, own);
  const folder = mkdtempSync(path.join(tmpdir(), "consumers-"));
  try {
    const project = path.join(folder, "tsconfig.json");
    // Declarations are checked too: one that leads nowhere would make anything compile.
    const compilerOptions = { paths, skipLibCheck: false, typeRoots: [path.join(root, "node_modules/@types")] };
    const include = [path.join(root, consumersFolder, "*.ts")];
    writeFileSync(project, JSON.stringify({ extends: own, compilerOptions, include }));
    return await compile(root, project);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function compile(root: string, project: string): Promise<CompilerError[]> {
  const { promise, resolve, reject } = Promise.withResolvers<CompilerError[]>();
  const tsc = path.join(root, "node_modules/.bin/tsc");
  const child = spawn(tsc, ["-p", project, "--pretty", "false"], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  child.on("error", reject);
  child.on("close", (code) => {
    const errors = readErrors(output);
    if (code !== 0 && errors.length === 0) reject(new Error(`tsc -p ${project} ended with ${code}:\n${output}`));
    else resolve(errors);
  });
  return await promise;
}

/** `file(12,3): error TS2345: text`, and more lines of it indented. */
export function readErrors(output: string): CompilerError[] {
  return output.split(/\n(?=\S)/).flatMap((part): CompilerError[] => {
    const [, file, line, column, text] = /^(.+?)\((\d+),(\d+)\): error (TS\d+: [\s\S]+)$/.exec(part.trimEnd()) ?? [];
    return file === undefined || text === undefined ? [] : [{ file, line: Number(line), column: Number(column), text }];
  });
}
