// `diff` for programs: two descriptions in, the changes that affect consumers out.
import path from "node:path";
import type { DiagnosticJson } from "../../diagnostics/index.ts";
import type { Bump } from "../../diff/change.ts";
import type { ChangeJson } from "../../diff/format/json.ts";
import type { Acceptance, AcceptedChange } from "../../diff/policy/policy.ts";
import type { DeprecationConfig, RuleOverride } from "../../run/config/config.ts";
import { requireNode } from "../../run/node-version.ts";

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
  /** Only operations at these paths, such as `/v1/orders/**`; other changes are left out. Default: all. */
  readonly paths?: readonly string[];
  /** Only operations with one of these tags. Default: all. */
  readonly tags?: readonly string[];
  /** The bump that a rule needs instead of its own, or `off`; `*` is any other rule. An unknown rule throws. Default: none. */
  readonly rules?: Readonly<Record<string, Bump | "off">>;
  /** The largest bump that new values in the bodies of error responses need. Default: the bump of the rule. */
  readonly errors?: "minor" | "patch" | "off";
  /** Rules for parts of the API, in order, as in a configuration. Default: none. */
  readonly overrides?: readonly RuleOverride[];
  /** Accepted changes, as `waybill.accepted.json` lists them. Default: none. */
  readonly accepted?: readonly Acceptance[];
  /** What consumers may rely on where something is deprecated, as in a configuration. Default: no promise. */
  readonly deprecation?: DeprecationConfig;
  /** The day that `until` of accepted changes and days of removal are compared with, as `2027-01-31`. Default: today. */
  readonly today?: string;
}

/** A change that was accepted, with the reason and the last day on which that applies. */
export interface AcceptedChangeJson extends ChangeJson {
  readonly reason: string;
  readonly until: string | null;
}

export interface DiffResult {
  /** Both descriptions could be compared. */
  readonly ok: boolean;
  /** The largest bump of the changes; `null` without changes. */
  readonly bump: Bump | null;
  /** The largest bump first. */
  readonly changes: readonly ChangeJson[];
  /** Those that do not count, because they were accepted. */
  readonly accepted: readonly AcceptedChangeJson[];
  /** Those that count again, because their acceptance has expired. They are among the changes, too. */
  readonly expired: readonly AcceptedChangeJson[];
  /** Acceptances of changes that are not there. */
  readonly unused: readonly Acceptance[];
  readonly diagnostics: readonly DiagnosticJson[];
}

export async function diff(base: DiffSide, revision: DiffSide, settings: DiffSettings = {}): Promise<DiffResult> {
  requireNode();
  const cwd = path.resolve(settings.cwd ?? ".");
  const [{ diffDescriptions }, { bumpOf }, { jsonOfChange }, { reportedDiagnostics }, { codesOf }, policies] =
    await Promise.all([
      import("../../run/compare/diff-descriptions.ts"),
      import("../../diff/index.ts"),
      import("../../diff/format/json.ts"),
      import("../../run/reported.ts"),
      import("../../diagnostics/codes.ts"),
      import("../../diff/policy/policy.ts"),
    ]);
  const { rules = {}, errors = null, overrides = [], accepted = [], deprecation, paths = [], tags = [] } = settings;
  const [unknown] = [rules, ...overrides.map((each) => each.rules)].flatMap(policies.unknownRules);
  if (unknown !== undefined) throw new RangeError(`${unknown.rule} is not a rule of waybill diff: ${unknown.hint}`);
  const sideOf = ({ openapi, asyncapi, overlays, tolerate = [] }: DiffSide, isEditable: boolean) => ({
    cwd,
    openapi,
    asyncapi,
    overlays,
    tolerate: codesOf(tolerate),
    lenient: (_file: string | null, isMistyped: boolean) => settings.strict !== true && !(isMistyped && isEditable),
    isForeign: () => true,
  });
  const { changes, problems } = diffDescriptions(sideOf(base, false), sideOf(revision, true), {
    wireOnly: settings.wire === true,
  });
  const diagnostics = reportedDiagnostics({ diagnostics: problems, excerpts: new Map(), base: cwd }, cwd);
  if (changes === null)
    return { ok: false, bump: null, changes: [], accepted: [], expired: [], unused: [], diagnostics };
  const policy = { rules, errors, overrides, accepted, deprecation: policies.deprecationOf(deprecation) };
  const today = settings.today ?? new Date().toISOString().slice(0, 10);
  const judged = policies.applyPolicy(policy, policies.chosenChanges(changes, { paths, tags }), today);
  const prefixes = { base: "", revision: "" };
  const withReason = ({ change, acceptance: { reason, until } }: AcceptedChange): AcceptedChangeJson => ({
    ...jsonOfChange(change, prefixes),
    reason,
    until,
  });
  return {
    ok: true,
    bump: bumpOf(judged.changes),
    changes: judged.changes.map((change) => jsonOfChange(change, prefixes)),
    accepted: judged.accepted.map(withReason),
    expired: judged.expired.map(withReason),
    unused: judged.unused,
    diagnostics,
  };
}
