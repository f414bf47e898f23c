// A file that exports others -> what an import of one of its names makes a compiler read: the median, and the most.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface Reached {
  readonly name: string;
  /** The file that declares it. */
  readonly file: string;
  /** The bytes of that file and of all that it imports; packages are not counted. */
  readonly bytes: number;
}

/** Of the names that `pattern` finds in the file, or in those that it exports everything of. */
export function reachedFrom(whole: string, pattern: RegExp): { readonly median: Reached; readonly most: Reached } {
  const parts = [...readFileSync(whole, "utf8").matchAll(/^export (?:type )?\* from "(.+)";/gm)];
  const files = parts.length === 0 ? [whole] : parts.map(([, from = ""]) => declaredIn(join(dirname(whole), from)));
  const all = files.flatMap((file) => {
    const bytes = bytesFrom(file);
    return [...readFileSync(file, "utf8").matchAll(pattern)].map(([, name = ""]) => ({ name, file, bytes }));
  });
  const ordered = all.sort((a, b) => a.bytes - b.bytes);
  const [median, most] = [ordered[Math.floor(ordered.length / 2)], ordered.at(-1)];
  if (median === undefined || most === undefined) throw new Error(`${whole} exports nothing like ${pattern}`);
  return { median, most };
}

/** Compilers read the declarations of a script. */
function declaredIn(file: string): string {
  return file.replace(/(?<!\.d)\.js$/, ".d.ts");
}

function bytesFrom(file: string): number {
  const found = new Set([file]);
  let bytes = 0;
  // Grows while it is read.
  for (const one of found) {
    const text = readFileSync(one, "utf8");
    bytes += Buffer.byteLength(text);
    for (const [, from = ""] of text.matchAll(/\bfrom "(\..+)";/g)) found.add(declaredIn(join(dirname(one), from)));
  }
  return bytes;
}
