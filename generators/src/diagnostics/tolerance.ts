// The codes that `--tolerate` may name, and the user's words -> those codes.
import type { CodeRow } from "./code.ts";
import { type Code, codes } from "./codes.ts";
import { nearest } from "./nearest.ts";

export type { Code } from "./codes.ts";

const rows: readonly [string, CodeRow<never>][] = Object.entries(codes);

/** Errors with a meaning that a run can assume, or confined to what can be left out, in alphabetical order. */
export const tolerable: readonly string[] = rows
  .filter(([, row]) => row.tolerated !== undefined || row.confined === true)
  .map(([code]) => code)
  .sort();

/** Why a word cannot be tolerated. */
export interface Intolerable {
  readonly message: string;
  readonly hint: string;
}

/** Why a word cannot be tolerated; `null` if it can. */
export function intoleranceOf(word: string): Intolerable | null {
  if (isTolerable(word)) return null;
  const row = rows.find(([code]) => code === word)?.[1];
  const shown = JSON.stringify(word);
  const can = `these can: ${tolerable.join(", ")}`;
  if (row === undefined) {
    const near = nearest(word, tolerable);
    return { message: `there is no code ${shown}`, hint: near === undefined ? can : `did you mean ${near}?` };
  }
  const reason =
    row.severity === "warning" ? "it is a warning and does not stop a run" : "this error has no safe fallback";
  return { message: `${shown} cannot be tolerated: ${reason}`, hint: can };
}

export function isTolerable(word: string): word is Code {
  return tolerable.includes(word);
}

/** Words that have been checked, as codes. */
export function codesOf(words: Iterable<string>): ReadonlySet<Code> {
  return new Set([...words].filter(isTolerable).sort());
}
