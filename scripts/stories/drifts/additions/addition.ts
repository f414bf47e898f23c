// One addition to the API: the files that a person edits for it, what the compiler then asks for, and the tests that must pass.
import type { Edit } from "../drift.ts";

export interface Addition {
  readonly id: string;
  readonly what: string;
  /** Edits of the description. */
  readonly spec: readonly Edit[];
  /** Files with a compile error once the code is generated, and nowhere else. */
  readonly asks: readonly string[];
  /** Everything else that is edited by hand, in answer to the compiler or to test the addition. */
  readonly code: readonly Edit[];
  /** Those of the service; what both documents and all packages have in common is tested once for all additions. */
  readonly tests: readonly string[];
  /** How many files may be edited by hand. */
  readonly limit: { readonly spec: number; readonly code: number };
}

/** The files edited by hand, each once. */
export function filesOf(edits: readonly Edit[]): string[] {
  return [...new Set(edits.map(({ file }) => file))];
}
