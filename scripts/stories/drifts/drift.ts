// One deliberate drift: what is changed in a copy of the checkout, and which check has to report it, and where.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

export interface Drift {
  readonly id: string;
  /** The drift, in words. */
  readonly what: string;
  readonly edits: readonly Edit[];
  /** Whether the code is generated before the guard runs, as after an edit that forgets only the rest. */
  readonly generates?: boolean;
  readonly guard: Guard;
  /** What the guard must report: the place, and its content. */
  readonly says: RegExp;
}

/** The narrowest part of `pnpm check` or `pnpm test` that must fail. */
export type Guard = readonly ["check", step: string] | readonly ["test", file: string, name?: string];

export type Edit =
  | { readonly file: string; readonly from: string; readonly to: string }
  | { readonly file: string; readonly copyOf: string }
  | { readonly file: string; readonly content: string }
  | { readonly file: string; readonly removed: true };

class EditError extends Error {}

/** Throws when the text to be replaced is not there, or there more than once: the row has to follow the file. */
export function apply(edit: Edit, folder: string): void {
  const file = path.join(folder, edit.file);
  if ("removed" in edit) rmSync(file);
  else if ("content" in edit) writeFileSync(file, edit.content);
  else if ("copyOf" in edit) {
    mkdirSync(path.dirname(file), { recursive: true });
    copyFileSync(path.join(folder, edit.copyOf), file);
  } else {
    const parts = readFileSync(file, "utf8").split(edit.from);
    if (parts.length !== 2)
      throw new EditError(`${edit.file} has ${JSON.stringify(edit.from)} ${parts.length - 1} times: fix the row`);
    writeFileSync(file, parts.join(edit.to));
  }
}

/** As typed: `pnpm check generated`, `pnpm test spec/test/shared.test.ts`. */
export function commandOf([kind, what, name]: Guard): string {
  return name === undefined ? `pnpm ${kind} ${what}` : `pnpm ${kind} ${what} -t ${JSON.stringify(name)}`;
}
