// drifts.yaml and additions.yaml -> what is changed in a copy of the checkout, and what has to happen then.
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { z } from "zod";

export type Edit =
  | { readonly file: string; readonly from: string; readonly to: string }
  | { readonly file: string; readonly content: string }
  /** `file` may be a pattern. */
  | { readonly file: string; readonly removed: true };

/** The narrowest part of `pnpm check` or `pnpm test`. */
export type Guard = readonly [kind: "check" | "test", what: string, name?: string | undefined];

export interface Drift {
  readonly id: string;
  /** The drift, in words. */
  readonly what: string;
  readonly edits: readonly Edit[];
  readonly generates: boolean;
  readonly guard: Guard;
  readonly says: RegExp;
}

/** An addition to the API: what a person edits for it, what the compiler then asks for, and the tests that must pass. */
export interface Addition {
  readonly id: string;
  readonly what: string;
  readonly spec: readonly Edit[];
  /** Files with a compile error once the code is generated, and nowhere else. */
  readonly asks: readonly string[];
  /** Everything else that is edited by hand, in answer to the compiler or to test the addition. */
  readonly code: readonly Edit[];
  readonly tests: readonly string[];
  /** How many files may be edited by hand. */
  readonly limit: { readonly spec: number; readonly code: number };
}

const edits = z.array(
  z.union([
    z.strictObject({ file: z.string(), from: z.string(), to: z.string() }),
    z.strictObject({ file: z.string(), content: z.string() }),
    z.strictObject({ file: z.string(), removed: z.literal(true) }),
  ]),
);
const driftRows = z.array(
  z.strictObject({
    id: z.string(),
    what: z.string(),
    edits,
    generates: z.boolean().default(false),
    guard: z.tuple([z.enum(["check", "test"]), z.string(), z.string().optional()]),
    says: z.string().transform((text) => new RegExp(text)),
  }),
);
const additionRows = z.array(
  z.strictObject({
    id: z.string(),
    what: z.string(),
    spec: edits,
    asks: z.array(z.string()),
    code: edits,
    tests: z.array(z.string()),
    limit: z.strictObject({ spec: z.int(), code: z.int() }),
  }),
);

export const drifts: readonly Drift[] = driftRows.parse(read("drifts.yaml"));
/** In this order: the conformance kit, which tries the endpoint, would ask for somebody who sends the event. */
export const additions: readonly Addition[] = additionRows.parse(read("additions.yaml"));

function read(file: string): unknown {
  return load(readFileSync(path.join(import.meta.dirname, file), "utf8"));
}

/** Throws when the text to be replaced is not there, or there more than once: the row has to follow the file. */
export function apply(edit: Edit, folder: string): void {
  const file = path.join(folder, edit.file);
  if ("removed" in edit) for (const one of globSync(edit.file, { cwd: folder })) rmSync(path.join(folder, one));
  else if ("content" in edit) writeFileSync(file, edit.content);
  else {
    const parts = readFileSync(file, "utf8").split(edit.from);
    if (parts.length !== 2)
      throw new Error(`${edit.file} has ${JSON.stringify(edit.from)} ${parts.length - 1} times: fix the row`);
    writeFileSync(file, parts.join(edit.to));
  }
}

/** As typed: `pnpm check generated`, `pnpm test spec/test/shared.test.ts`. */
export function commandOf([kind, what, name]: Guard): string {
  return name === undefined ? `pnpm ${kind} ${what}` : `pnpm ${kind} ${what} -t ${JSON.stringify(name)}`;
}
