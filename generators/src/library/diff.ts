// `diff` for programs: two descriptions in, the changes that affect consumers out.
import path from "node:path";
import type { DiagnosticJson } from "../diagnostics/index.ts";
import type { Bump } from "../diff/change.ts";
import type { ChangeJson } from "../diff/format/json.ts";
import { requireNode } from "../generation/node-version.ts";

/** The entry documents of a description, relative to `cwd`. */
export interface DiffSide {
  readonly openapi?: string;
  readonly asyncapi?: string;
  /** Overlays that patch them first, relative to `cwd`, in this order. Default: none. */
  readonly overlays?: readonly string[];
  /** Codes of errors that are tolerated, where `strict` is set. */
  readonly tolerate?: readonly string[];
}

export interface DiffSettings {
  /** Default: the working directory. */
  readonly cwd?: string;
  /** Compares only what is sent and received, not names in generated code or texts. Default: `false`. */
  readonly wire?: boolean;
  /** Tolerates only what `tolerate` names. Default: `false`, every error that has a stated meaning is tolerated, as in `waybill diff`. */
  readonly strict?: boolean;
}

export interface DiffResult {
  /** Both descriptions could be compared. */
  readonly ok: boolean;
  /** The largest bump of the changes; `null` without changes. */
  readonly bump: Bump | null;
  /** The largest bump first. */
  readonly changes: readonly ChangeJson[];
  readonly diagnostics: readonly DiagnosticJson[];
}

export async function diff(base: DiffSide, revision: DiffSide, settings: DiffSettings = {}): Promise<DiffResult> {
  requireNode();
  const cwd = path.resolve(settings.cwd ?? ".");
  const [{ diffDescriptions }, { bumpOf }, { jsonOfChanges }, { reportedDiagnostics }, { codesOf }] = await Promise.all(
    [
      import("../diff-descriptions.ts"),
      import("../diff/index.ts"),
      import("../diff/format/json.ts"),
      import("../generation/reported.ts"),
      import("../diagnostics/tolerance.ts"),
    ],
  );
  const sideOf = ({ openapi, asyncapi, overlays, tolerate = [] }: DiffSide) => ({
    cwd,
    openapi,
    asyncapi,
    overlays,
    tolerate: codesOf(tolerate),
    lenient: () => settings.strict !== true,
    isForeign: () => true,
  });
  const { changes, problems } = diffDescriptions(sideOf(base), sideOf(revision), { wireOnly: settings.wire === true });
  const diagnostics = reportedDiagnostics({ diagnostics: problems, excerpts: new Map(), base: cwd }, cwd);
  if (changes === null) return { ok: false, bump: null, changes: [], diagnostics };
  const prefixes = { base: "", revision: "" };
  return { ok: true, bump: bumpOf(changes), changes: jsonOfChanges({ changes, prefixes }), diagnostics };
}
