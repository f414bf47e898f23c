// The consumers, and the packages that they import -> the compiler errors.
import path from "node:path";
import { endOf } from "../../testing/programs.ts";

export const consumersFolder = "scripts/release/versions/consumers";

export interface CompilerError {
  /** Relative to the checkout. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** All lines of the message: the last ones say most. */
  readonly text: string;
}

export async function compileConsumers(root: string): Promise<CompilerError[]> {
  const project = path.join(root, consumersFolder, "tsconfig.json");
  const tsc = path.join(root, "node_modules/.bin/tsc");
  const { code, output } = await endOf([tsc, "-p", project, "--pretty", "false"], { cwd: root });
  const errors = readErrors(output);
  if (code !== 0 && errors.length === 0) throw new Error(`tsc -p ${project} ended with ${code}:\n${output}`);
  return errors;
}

/** `file(12,3): error TS2345: text`, and more lines of it indented. */
export function readErrors(output: string): CompilerError[] {
  return output.split(/\n(?=\S)/).flatMap((part): CompilerError[] => {
    const [, file, line, column, text] = /^(.+?)\((\d+),(\d+)\): error (TS\d+: [\s\S]+)$/.exec(part.trimEnd()) ?? [];
    return file === undefined || text === undefined ? [] : [{ file, line: Number(line), column: Number(column), text }];
  });
}
