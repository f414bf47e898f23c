// The findings of `pnpm release status`, as data, and the next steps.
import type { Bump, ChangeJson } from "../../../generators/src/entries/description.ts";
import type { CompilerError } from "./compile.ts";

export interface Status {
  /** The last release. */
  readonly since: string;
  /** Files of spec/ with edits that are not committed. */
  readonly edited: readonly string[];
  /** The largest bump first. */
  readonly changes: readonly ChangeJson[];
  readonly needed: Bump | null;
  readonly pending: { readonly given: Bump | null; readonly next: string | null; readonly files: readonly string[] };
  /** Whether the pending changesets give what is needed. */
  readonly isCovered: boolean;
  readonly toGenerate: readonly ToGenerate[];
  /** Programs for the last release that no longer compile; `null` as long as something has to be generated. */
  readonly broken: readonly CompilerError[] | null;
}

export interface ToGenerate {
  readonly file: string;
  /** `stale-file`, `missing-file`, … */
  readonly code: string;
  readonly message: string;
  /** What of the description it comes from. */
  readonly because: readonly Because[];
}

export interface Because {
  /** What is generated from there: `ShipToSchema.zip` */
  readonly message: string;
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
}

export interface Step {
  readonly command: string;
  readonly why: string;
}

/** In the order in which to do it. */
export function nextSteps({ toGenerate, isCovered, needed, pending, broken, changes }: Status): Step[] {
  const isByHand = toGenerate.some(({ code }) => code === "hand-edited-file");
  const breaks = broken !== null && broken.length > 0 && pending.given !== "major";
  return [
    ...(isByHand
      ? [{ command: "git diff", why: "a generated file was edited: move what matters into spec/ first" }]
      : []),
    ...(toGenerate.length > 0 ? [{ command: "pnpm generate", why: `writes ${filesIn(toGenerate.length)}` }] : []),
    ...(isCovered
      ? []
      : [{ command: "pnpm waybill changeset", why: `writes a ${needed} changeset with the changes listed` }]),
    ...(breaks
      ? [{ command: "pnpm check consumers", why: "says which change breaks the programs, and the ways out" }]
      : []),
    ...(toGenerate.length + changes.length > 0
      ? [{ command: "pnpm check && pnpm test", why: "before you commit" }]
      : []),
  ];
}

export function filesIn(count: number): string {
  return `${count} file${count === 1 ? "" : "s"}`;
}
