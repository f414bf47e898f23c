// The one table of codes, of whose rows every diagnostic is created; which of them may be tolerated, and which a rule may change.
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
  const quotedWord = JSON.stringify(word);
  const can = `these can: ${tolerable.join(", ")}`;
  if (row === undefined) {
    const near = nearest(word, tolerable);
    return { message: `there is no code ${quotedWord}`, hint: near === undefined ? can : `did you mean ${near}?` };
  }
  const reason =
    row.severity === "warning" ? "it is a warning and does not stop a run" : "this error has no safe fallback";
  return { message: `${quotedWord} cannot be tolerated: ${reason}`, hint: can };
}

export function isTolerable(word: string): word is Code {
  return tolerable.includes(word);
}

/** Words that have been checked, as codes. */
export function codesOf(codeNames: Iterable<string>): ReadonlySet<Code> {
  return new Set([...codeNames].filter(isTolerable).sort());
}

// `lint.rules` of a configuration: what a team makes of a code.

/** `off`: it is not reported. */
export const ruleSeverities = ["off", "warn", "error"] as const;

export type RuleSeverity = (typeof ruleSeverities)[number];

/** Any code that a rule may change. */
export const anyCode = "*";

/** Why a rule cannot give a code this severity; `null` if it can. `names`: the rules of the team. */
export function unruledOf(word: string, severity: RuleSeverity, names: readonly string[]): Intolerable | null {
  if (word === anyCode || names.includes(word)) return null;
  const row = rows.find(([code]) => code === word)?.[1];
  if (row === undefined) {
    const near = nearest(word, [...Object.keys(codes), ...names]);
    const hint = near === undefined ? "docs/errors/README.md lists the codes" : `did you mean ${near}?`;
    return { message: `there is no code ${JSON.stringify(word)}`, hint };
  }
  if (severity === "error" || isAdjustable(row)) return null;
  const accepts =
    row.tolerated === undefined ? "leaves out the part that contains it" : `assumes that ${row.tolerated}`;
  return {
    message: `${JSON.stringify(word)} cannot be ${JSON.stringify(severity)}: generated code would be wrong without this error`,
    hint: isTolerable(word)
      ? `tolerate: [${JSON.stringify(word)}] of the API ${accepts}`
      : "only warnings, and errors that no generated code depends on, can be lowered",
  };
}

/** Warnings, and errors that no output depends on, everywhere or at some places. */
function isAdjustable({ severity, stops, alsoWarns }: CodeRow<never>): boolean {
  return severity === "warning" || stops?.length === 0 || alsoWarns === true;
}
