// Files as targets return them -> the files that are written: the same TypeScript, or JavaScript with a declaration file.
import type { Emission, GeneratedFile } from "./generated-file.ts";

/** Texts that were not printed from declarations (the hand-written runtime) are split here, which loads a compiler. */
export async function emitted(files: readonly GeneratedFile[], emission: Emission): Promise<GeneratedFile[]> {
  if (emission === "ts") return [...files];
  const { splitTypeScript } = await import("./split.ts");
  return files.flatMap((file) => {
    const { script, types } = file.scriptAndTypes ?? splitTypeScript(file.text);
    return [
      { target: file.target, path: file.path.replace(/\.ts$/, ".js"), text: script },
      { target: file.target, path: file.path.replace(/\.ts$/, ".d.ts"), text: types },
    ];
  });
}
