// Changes -> what `--json` prints.
import type { Bump, Change, Scope, Use } from "../change.ts";
import { type Shown, shownPlace } from "./shown-change.ts";

export interface PlaceJson {
  readonly file: string | null;
  /** One-based, like the column. */
  readonly line: number | null;
  readonly column: number | null;
  readonly pointer: string;
}

export interface ChangeJson {
  readonly rule: string;
  readonly bump: Bump;
  /** `wire`, `code` (names in generated code alone) or `words`. */
  readonly scope: Scope;
  readonly subject: string;
  readonly message: string;
  readonly means: string;
  readonly base: PlaceJson;
  readonly revision: PlaceJson;
  readonly uses: readonly Use[];
}

export function jsonOfChanges({ changes, prefixes }: Shown): ChangeJson[] {
  return changes.map((change) => jsonOf(change, prefixes));
}

function jsonOf(
  { rule, bump, scope, subject, message, means, base, revision, uses }: Change,
  prefixes: Shown["prefixes"],
): ChangeJson {
  const place = (side: "base" | "revision"): PlaceJson => {
    const { file, line, column, pointer } = shownPlace(side === "base" ? base : revision, prefixes[side]);
    return { file, line, column, pointer };
  };
  return { rule, bump, scope, subject, message, means, base: place("base"), revision: place("revision"), uses };
}
