// A problem and what an API tolerates and generates -> whether it is an error there, and which targets it stops.
import { isCorrection, listOf } from "./code.ts";
import type { Code, RuleSeverity } from "./codes.ts";
import { type Diagnostic, type DiagnosticSeverity, fileOf, type Place } from "./diagnostic.ts";

/** What the errors of one API are weighed by. */
export interface Scope {
  /** The name of the API. */
  readonly api: string;
  readonly tolerance: Tolerance;
  /** The targets of the API; `null` where a command generates nothing, so that every error counts. */
  readonly targets: readonly ScopedTarget[] | null;
  /** What the configuration makes of what no output depends on. Default: each keeps its severity. */
  readonly ruleOf?: RuleOf;
}

/** The severity that a rule gives a code, or the name of a rule of the team, at a place; `null` without a rule. */
export type RuleOf = (code: string, place: Place) => RuleSeverity | null;

export interface Tolerance {
  /** Codes that the user accepts, wherever they are. */
  readonly codes: ReadonlySet<Code>;
  /**
   * Whether an error that can be tolerated is accepted without its code in a file, by its absolute path; `null` for no file of the
   * description. `isMistyped`: its hint names what may have been meant.
   */
  readonly isLenient: (file: string | null, isMistyped: boolean) => boolean;
}

export interface ScopedTarget {
  readonly name: string;
  /** The targets whose output it imports, directly or not. */
  readonly needs: ReadonlySet<string>;
  /** What its output and theirs is for. */
  readonly serves: ReadonlySet<string>;
  /** Whether the run is about it. */
  readonly isWanted: boolean;
}

/** What one API makes of a problem. */
export interface Verdict {
  readonly severity: DiagnosticSeverity;
  readonly assumed: string | null;
  /** The parts of the description that are left out because of it, in the order in which they were read; `null` if it is not confined. */
  readonly lost: Set<string> | null;
  /** The targets of the API whose output depends on the problem; `null` where there are none, and the run stops. */
  readonly affects: readonly string[] | null;
  /** Those of them that the run is about and does not generate. */
  readonly stops: readonly string[];
}

export type Problem = Omit<Diagnostic, "severity" | "assumed" | "stops">;

export interface Judged {
  readonly problem: Problem;
  /** By API. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
}

export const harmless: Verdict = { severity: "warning", assumed: null, lost: null, affects: [], stops: [] };

/** An error by a rule: the run fails, but all targets are generated. */
export const raised: Verdict = { ...harmless, severity: "error" };

interface Weighed {
  readonly problem: Problem;
  /** What the output that it makes wrong is for, or the target that it names; `null` for all of the API. */
  readonly stops: readonly string[] | "run" | null;
  /** Whether what contains it can be left out. */
  readonly isConfined: boolean;
  /** Whether only a user who names the code accepts it. */
  readonly onlyNamed: boolean;
}

/** An error that nothing the run generates depends on is a warning. */
export function verdictOf({ problem, stops, isConfined, onlyNamed }: Weighed, scope: Scope): Verdict {
  const { code, tolerable, place, hint } = problem;
  const { codes: named, isLenient } = scope.tolerance;
  const affects = scope.targets === null || stops === "run" ? null : affectedBy(stops, scope.targets);
  const isUnnamed = !onlyNamed && affects?.length !== 0;
  const isAccepted = named.has(code) || (isUnnamed && isLenient(fileOf(place), isCorrection(hint)));
  if (tolerable === null || !isAccepted) return errorOf(affects, scope);
  const lost = isConfined ? new Set<string>() : null;
  return { severity: "tolerated", assumed: isConfined ? null : tolerable, lost, affects, stops: [] };
}

export function errorOf(affects: readonly string[] | null, { targets }: Scope): Verdict {
  const wanted = targets?.filter(({ name, isWanted }) => isWanted && affects?.includes(name)) ?? [];
  const severity = affects === null || wanted.length > 0 ? "error" : "warning";
  return { severity, assumed: null, lost: null, affects, stops: wanted.map(({ name }) => name) };
}

function affectedBy(stops: readonly string[] | null, targets: readonly ScopedTarget[]): string[] {
  const affected = targets.filter(
    ({ name, needs, serves }) => stops?.some((one) => one === name || needs.has(one) || serves.has(one)) !== false,
  );
  return affected.map(({ name }) => name);
}

export function moreSevere(one: Verdict, other: Verdict): Verdict {
  const [worse, better] = rank[one.severity] >= rank[other.severity] ? [one, other] : [other, one];
  if (worse.severity !== better.severity || worse.affects === null || better.affects === null) return worse;
  const both = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])];
  return { ...worse, affects: both(worse.affects, better.affects), stops: both(worse.stops, better.stops) };
}

const rank: Readonly<Record<DiagnosticSeverity, number>> = { warning: 0, tolerated: 1, error: 2 };

/** The worst of what the APIs make of it. */
export function diagnosticOf({ problem, verdicts }: Judged): Diagnostic {
  const all = [...verdicts];
  const errors = all.filter(([, { severity }]) => severity === "error");
  if (errors.length > 0) {
    const isWhole = errors.some(([, { affects }]) => affects === null);
    const stops = errors.flatMap(([api, verdict]) => verdict.stops.map((target) => ({ api, target })));
    return { ...problem, severity: "error", assumed: null, stops: isWhole ? null : stops };
  }
  const tolerated = all.find(([, { severity }]) => severity === "tolerated")?.[1];
  if (tolerated === undefined) return { ...problem, severity: "warning", assumed: null, stops: [] };
  return { ...problem, severity: "tolerated", assumed: assumptionOf(tolerated), stops: [] };
}

/** What a run does with a tolerated error; `null` for any other problem. */
export function assumptionOf({ assumed, lost }: Verdict): string | null {
  return lost === null ? assumed : lossOf([...lost]);
}

/** `GET /a and POST /b are left out`. */
function lossOf(parts: readonly string[]): string {
  const max = 5;
  const named = parts.length <= max ? parts : [...parts.slice(0, max - 1), `${parts.length - max + 1} more`];
  if (parts.length === 0) return "nothing is generated from the element that contains it";
  return `${listOf(named, "and")} ${parts.length === 1 ? "is" : "are"} left out`;
}
