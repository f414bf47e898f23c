// The codes that `--tolerate` may name, and the words of a user to them.
import type { CodeRow } from "./code.ts";
import { type Code, codes } from "./codes.ts";
import { nearest } from "./nearest.ts";

export type { Code } from "./codes.ts";

const rows: readonly [string, CodeRow<never>][] = Object.entries(codes);

/** Errors for which the table states the meaning a run can go on with, in the order of the alphabet. */
export const tolerable: readonly string[] = rows
  .filter(([, row]) => row.tolerated !== undefined)
  .map(([code]) => code)
  .sort();

/** Why a word cannot be tolerated. */
export interface Intolerable {
  readonly message: string;
  readonly hint: string;
}

/** What is wrong with a word that is to be tolerated; `null` when nothing is. */
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
    row.severity === "warning" ? "it is a warning, and stops nothing" : "nothing could stand for what is wrong";
  return { message: `${shown} cannot be tolerated: ${reason}`, hint: can };
}

export function isTolerable(word: string): word is Code {
  return tolerable.includes(word);
}
