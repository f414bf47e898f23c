// The one table of codes, of whose rows every diagnostic is created; and which of them may be tolerated.
import { type CodeRow, nearest, type Table } from "./code.ts";
import { type ApiArgs, apiCodes } from "./codes-api.ts";
import { type OutputArgs, outputCodes } from "./codes-output.ts";
import { type OverlayArgs, overlayCodes } from "./codes-overlay.ts";
import { type ScaffoldArgs, scaffoldCodes } from "./codes-scaffold.ts";
import { type SchemaArgs, schemaCodes } from "./codes-schema.ts";
import { type SourceArgs, sourceCodes } from "./codes-source.ts";

/** The arguments the wording of each code needs. */
export interface CodeArgs extends SourceArgs, SchemaArgs, ApiArgs, OverlayArgs, OutputArgs, ScaffoldArgs {}

export type Code = keyof CodeArgs;

export const codes: Table<CodeArgs> = {
  ...sourceCodes,
  ...schemaCodes,
  ...apiCodes,
  ...overlayCodes,
  ...outputCodes,
  ...scaffoldCodes,
};

// The codes that `--tolerate` may name, and the user's words -> those codes.

/**
 * Where every error with a stated meaning is accepted, besides the codes that are named: nowhere; in the documents of someone else,
 * which come from a URL or a package; everywhere.
 */
export type Leniency = "nowhere" | "foreign" | "everywhere";

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
