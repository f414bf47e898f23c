// Changes -> what `--json` prints.
import type { Coordinates } from "../../diagnostics/index.ts";
import { type Bump, type Change, fingerprintOf, type Scope, type Use } from "../change.ts";
import { type Shown, shownPlace } from "./shown-change.ts";

export interface PlaceJson extends Coordinates {
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
  readonly uses: readonly UseJson[];
  /** The same as long as the change is: what `--accept` writes. */
  readonly fingerprint: string;
}

export interface UseJson extends Pick<Use, "where" | "direction" | "bump" | "status"> {
  /** The path of the operation; `null` for messages and for what belongs to the whole API. */
  readonly path: string | null;
  readonly tags: readonly string[];
}

export function jsonOfChanges({ changes, prefixes }: Shown): ChangeJson[] {
  return changes.map((change) => jsonOfChange(change, prefixes));
}

export function jsonOfChange(change: Change, prefixes: Shown["prefixes"]): ChangeJson {
  const { rule, bump, scope, subject, message, means, base, revision } = change;
  const place = (side: "base" | "revision"): PlaceJson => {
    const { file, line, column, pointer } = shownPlace(side === "base" ? base : revision, prefixes[side]);
    return { file, line, column, pointer };
  };
  const uses = change.uses.map(({ operation, ...use }) => ({
    ...use,
    path: operation?.path ?? null,
    tags: operation?.tags ?? [],
  }));
  const places = { base: place("base"), revision: place("revision") };
  return { rule, bump, scope, subject, message, means, ...places, uses, fingerprint: fingerprintOf(change) };
}
