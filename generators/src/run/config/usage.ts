// Wrong usage as a value: the mistake on the command line or in the configuration, and how to fix it.
import { nearest } from "../../diagnostics/code.ts";

export interface UsageProblem {
  /** One line, no full stop; starts with the field or the flag it is about. */
  readonly message: string;
  readonly hint: string | null;
  /** A server does not respond, which may be starting: `--watch` waits for it. */
  readonly isTemporary?: boolean;
}

/** A value, or all that keeps it from being one. */
export type Usable<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly UsageProblem[] };

export function usable<T>(value: T): Usable<T> {
  return { ok: true, value };
}

export function unusable<T>(message: string, hint: string | null = null): Usable<T> {
  return { ok: false, problems: [{ message, hint }] };
}

/** `did you mean --target?`, or what there is to choose from. */
export function hintFor(written: string, known: readonly string[]): string {
  const near = nearest(written, known);
  return near === undefined ? `available: ${known.join(", ")}` : `did you mean ${near}?`;
}
