// What a file of output is, before and after its types are split off.
import type { ScriptAndTypes } from "./split.ts";

export interface GeneratedFile {
  readonly target: string;
  /** Below the target's folder, forward slashes. */
  readonly path: string;
  readonly text: string;
  /** The JavaScript and types that replace `text` with `emit: "js"`, where they are known already. */
  readonly scriptAndTypes?: ScriptAndTypes;
}

/** `ts`: `x.gen.ts`. `js`: `x.gen.js`, `x.gen.d.ts` and its map. */
export const emissions = ["ts", "js"] as const;

export type Emission = (typeof emissions)[number];

/** The endings of generated files. */
export const endings: Readonly<Record<Emission, readonly string[]>> = {
  ts: [".gen.ts"],
  js: [".gen.js", ".gen.d.ts", ".gen.d.ts.map"],
};

/**
 * Files as targets return them -> the files that are written. Texts that were not printed from declarations (the hand-written runtime) are
 * split here, which loads a compiler.
 */
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
