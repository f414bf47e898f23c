// What a file of output is, before and after its types are split off.

export interface GeneratedFile {
  readonly target: string;
  /** Below the target's folder, forward slashes. */
  readonly path: string;
  readonly text: string;
  /** The JavaScript and types that replace `text` with `emit: "js"`, where they are known already. */
  readonly scriptAndTypes?: ScriptAndTypes;
}

/** A TypeScript file as two: the script that runs, and the types that a compiler reads. */
export interface ScriptAndTypes {
  readonly script: string;
  readonly types: string;
}

/** `ts`: `x.gen.ts`. `js`: `x.gen.js`, `x.gen.d.ts` and its map. */
export const emissions = ["ts", "js"] as const;

export type Emission = (typeof emissions)[number];

/** The endings of generated files. */
export const endings: Readonly<Record<Emission, readonly string[]>> = {
  ts: [".gen.ts"],
  js: [".gen.js", ".gen.d.ts", ".gen.d.ts.map"],
};
