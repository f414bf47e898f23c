// One problem of a run, as it is printed and counted.
import type { Location } from "../source/index.ts";
import type { Severity } from "./code.ts";
import type { Code } from "./codes.ts";
import type { Place } from "./place.ts";

export interface Related {
  readonly message: string;
  readonly place: Place;
}

/** `tolerated`: an error that the run accepts, with a stated meaning. */
export type DiagnosticSeverity = Severity | "tolerated";

export interface Diagnostic {
  readonly code: Code;
  readonly severity: DiagnosticSeverity;
  readonly message: string;
  readonly hint: string;
  /** The meaning the run assumes, if the error is tolerated. */
  readonly assumed: string | null;
  /** The meaning a run would assume if it tolerated the error; `null` if it cannot be tolerated at this place. */
  readonly tolerable: string | null;
  /** The targets that the error stops; `null` where it stops the whole run. Empty for anything that is not an error. */
  readonly stops: readonly StoppedTarget[] | null;
  readonly place: Place;
  /** The value the problem is in: all problems of one value count as one. `null` for a problem that stands alone. */
  readonly about: Location | null;
  readonly related: readonly Related[];
}

export interface StoppedTarget {
  readonly api: string;
  readonly target: string;
}

/** The first problem of each value: an example counts once, however much of it is wrong. */
export function firstOfEach<D extends Pick<Diagnostic, "about">>(diagnostics: readonly D[]): D[] {
  const seen = new Set<Location>();
  return diagnostics.filter(({ about }) => {
    if (about === null) return true;
    const isFirst = !seen.has(about);
    seen.add(about);
    return isFirst;
  });
}
