// Collects the problems of one run. A run reports everything it can find, then stops before writing.
import type { Location } from "../source/index.ts";
import { type SourceDocument, spanOf } from "../source/index.ts";
import { type CodeRow, printable, type Severity } from "./code.ts";
import { type Code, type CodeArgs, codes } from "./codes.ts";

/** Where a problem is: a value or its key; an offset for text that does not parse; a path for a whole file. */
export type Place =
  | { readonly kind: "value" | "key"; readonly location: Location }
  | { readonly kind: "offset"; readonly document: SourceDocument; readonly offset: number }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "none" };

export interface Related {
  readonly message: string;
  readonly place: Place;
}

export interface Diagnostic {
  readonly code: Code;
  /** `tolerated`: an error that the run accepts, with a stated meaning. */
  readonly severity: Severity | "tolerated";
  readonly message: string;
  readonly hint: string;
  /** The meaning the run assumes, if the error is tolerated. */
  readonly assumed: string | null;
  /** The meaning the run would assume if the error was tolerated; `null` if it cannot be, or is no error. */
  readonly tolerable: string | null;
  /** The targets that the error stops; `null` where it stops the whole run. Empty for everything that is no error. */
  readonly stops: readonly StoppedTarget[] | null;
  readonly place: Place;
  readonly related: readonly Related[];
}

export interface StoppedTarget {
  readonly api: string;
  readonly target: string;
}

export interface Extra {
  readonly related?: readonly Related[];
  /** Lowers the severity where the command at hand does not depend on it. */
  readonly severity?: Severity;
  /** What tolerating means at this place, if it differs from the table; `null` if it cannot be tolerated here. */
  readonly tolerated?: string | null;
  /** The targets whose output the error makes wrong at this place, if they differ from the table; `null` for all. */
  readonly stops?: readonly string[] | null;
}

/** What the errors of one API are weighed by. */
export interface Scope {
  /** The name of the API. */
  readonly api: string;
  readonly tolerance: Tolerance;
  /** The targets of the API; `null` where a command generates nothing, so that every error counts. */
  readonly targets: readonly ScopedTarget[] | null;
}

export interface Tolerance {
  /** Codes that the user accepts, wherever they are. */
  readonly codes: ReadonlySet<Code>;
  /** Whether every error with a stated meaning is accepted in a file, by its absolute path; `null` for no file of the description. */
  readonly isLenient: (file: string | null) => boolean;
}

export interface ScopedTarget {
  readonly name: string;
  /** The targets whose output it imports, directly or not. */
  readonly needs: ReadonlySet<string>;
  /** Whether the run is about it. */
  readonly isWanted: boolean;
}

/** An error that the generated code of a target passes over, with the meaning it assumes. */
export interface Assumption {
  readonly code: Code;
  readonly meaning: string;
}

/** What one API makes of a problem. */
interface Verdict {
  readonly severity: Diagnostic["severity"];
  readonly assumed: string | null;
  /** The targets of the API whose output depends on the problem; `null` where there are none, and the run stops. */
  readonly affects: readonly string[] | null;
  /** Those of them that the run is about and does not generate. */
  readonly stops: readonly string[];
}

type Problem = Omit<Diagnostic, "severity" | "assumed" | "stops">;

interface Seen {
  readonly problem: Problem;
  /** By API. */
  readonly verdicts: Map<string, Verdict>;
  /** Its sort key in the list. */
  readonly order: string;
}

const strict: Tolerance = { codes: new Set(), isLenient: () => false };

export class Report {
  private readonly seen: Map<string, Seen>;
  private readonly scope: Scope;

  /** A set of codes: those that are tolerated, in a run that generates nothing. */
  constructor(scope: Scope | ReadonlySet<Code> = new Set(), seen: Map<string, Seen> = new Map()) {
    this.scope = "tolerance" in scope ? scope : { api: "", tolerance: { ...strict, codes: scope }, targets: null };
    this.seen = seen;
  }

  /** The same report, for a part of the run that tolerates some errors. */
  tolerating(codes: ReadonlySet<Code>): Report {
    return new Report(codes, this.seen);
  }

  /** The same report, for what concerns one API. */
  within(scope: Scope): Report {
    return new Report(scope, this.seen);
  }

  /** Adds a problem; the same code and message at the same place counts once. */
  add<C extends Code>(code: C, place: Place | Location, args: CodeArgs[C], extra: Extra = {}): void {
    const row: CodeRow<CodeArgs[C]> = codes[code];
    const severity = extra.severity ?? row.severity;
    const meaning = extra.tolerated === undefined ? (row.tolerated ?? null) : extra.tolerated;
    const problem: Problem = {
      code,
      message: printable(row.message(args)),
      hint: printable(row.hint(args)),
      tolerable: severity === "error" ? meaning : null,
      place: "kind" in place ? place : { kind: "value", location: place },
      related: extra.related ?? [],
    };
    const stops = extra.stops === undefined ? (row.stops ?? null) : extra.stops;
    const verdict =
      severity === "warning" ? harmless : verdictOf({ problem, stops: stops === "own" ? null : stops }, this.scope);
    this.merge(problem, new Map([[this.scope.api, verdict]]));
  }

  /** Adds what another report has found. */
  absorb(other: Report, isKept: (diagnostic: Diagnostic) => boolean = () => true): void {
    for (const seen of other.seen.values()) if (isKept(diagnosticOf(seen))) this.merge(seen.problem, seen.verdicts);
  }

  private merge(problem: Problem, verdicts: ReadonlyMap<string, Verdict>): void {
    const order = `${sortKeyOf(problem.place)} ${problem.code} ${problem.message}`;
    const known = this.seen.get(order);
    // What is written of an error counts: one file may be read for two APIs, of which only one has it as a warning.
    const isFirst = known === undefined || (known.problem.tolerable === null && problem.tolerable !== null);
    const seen: Seen = { problem: isFirst ? problem : known.problem, verdicts: known?.verdicts ?? new Map(), order };
    for (const [api, verdict] of verdicts) {
      const other = seen.verdicts.get(api);
      seen.verdicts.set(api, other === undefined ? verdict : worseOf(other, verdict));
    }
    this.seen.set(order, seen);
  }

  get hasErrors(): boolean {
    return this.list().some(({ severity }) => severity === "error");
  }

  /** Whether nothing is generated because of an error. */
  get stopsRun(): boolean {
    return this.list().some(({ severity, stops }) => severity === "error" && stops === null);
  }

  get isEmpty(): boolean {
    return this.seen.size === 0;
  }

  /** The targets of an API that must not be generated, those that the run is not about included. */
  faultyTargets(api: string): ReadonlySet<string> {
    const faulty = new Set<string>();
    for (const { verdicts } of this.seen.values()) {
      const verdict = verdicts.get(api);
      if (verdict?.assumed === null) for (const target of verdict.affects ?? []) faulty.add(target);
    }
    return faulty;
  }

  /** What the generated code of a target assumes, by code and meaning: the same whatever else is generated. */
  assumptionsOf(api: string, target: string): Assumption[] {
    const found = new Map<string, Assumption>();
    for (const { problem, verdicts } of this.seen.values()) {
      const { assumed = null, affects = [] } = verdicts.get(api) ?? {};
      if (assumed === null || affects?.includes(target) !== true) continue;
      found.set(`${problem.code} ${assumed}`, { code: problem.code, meaning: assumed });
    }
    return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, assumption]) => assumption);
  }

  /** By file, then by place in the file, then by code: independent of the order they were found in. */
  list(): Diagnostic[] {
    return [...this.seen.values()]
      .sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0))
      .map(diagnosticOf);
  }
}

const harmless: Verdict = { severity: "warning", assumed: null, affects: [], stops: [] };

interface Weighed {
  readonly problem: Problem;
  /** The targets whose output it makes wrong, without those that need them; `null` for all of the API. */
  readonly stops: readonly string[] | "run" | null;
}

/** An error that nothing the run generates depends on is a warning. */
function verdictOf({ problem, stops }: Weighed, { tolerance, targets }: Scope): Verdict {
  const { code, tolerable, place } = problem;
  const affected = targets === null || stops === "run" ? null : affectedBy(stops, targets);
  const affects = affected?.map(({ name }) => name) ?? null;
  const isNamed = tolerance.codes.has(code);
  if (tolerable !== null && isTolerated(code, fileOf(place), tolerance) && (isNamed || affects?.length !== 0))
    return { severity: "tolerated", assumed: tolerable, affects, stops: [] };
  const stopped = affected?.filter(({ isWanted }) => isWanted).map(({ name }) => name) ?? [];
  const severity = affected === null || stopped.length > 0 ? "error" : "warning";
  return { severity, assumed: null, affects, stops: stopped };
}

function affectedBy(stops: readonly string[] | null, targets: readonly ScopedTarget[]): readonly ScopedTarget[] {
  if (stops === null) return targets;
  return targets.filter(({ name, needs }) => stops.some((one) => one === name || needs.has(one)));
}

function isTolerated(code: Code, file: string | null, { codes: named, isLenient }: Tolerance): boolean {
  return named.has(code) || isLenient(file);
}

function worseOf(one: Verdict, other: Verdict): Verdict {
  const [worse, better] = rank[one.severity] >= rank[other.severity] ? [one, other] : [other, one];
  if (worse.assumed !== null || worse.severity !== better.severity || worse.affects === null || better.affects === null)
    return worse;
  const both = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])];
  return { ...worse, affects: both(worse.affects, better.affects), stops: both(worse.stops, better.stops) };
}

const rank: Readonly<Record<Diagnostic["severity"], number>> = { warning: 0, tolerated: 1, error: 2 };

/** The worst of what the APIs make of it. */
function diagnosticOf({ problem, verdicts }: Seen): Diagnostic {
  const all = [...verdicts];
  const errors = all.filter(([, { severity }]) => severity === "error");
  if (errors.length > 0) {
    const isWhole = errors.some(([, { affects }]) => affects === null);
    const stops = errors.flatMap(([api, verdict]) => verdict.stops.map((target) => ({ api, target })));
    return { ...problem, severity: "error", assumed: null, stops: isWhole ? null : stops };
  }
  const assumed = all.find(([, verdict]) => verdict.assumed !== null)?.[1].assumed ?? null;
  return { ...problem, severity: assumed === null ? "warning" : "tolerated", assumed, stops: [] };
}

/** The key of a member, for problems with the name rather than with what it holds. */
export function keyOf(location: Location): Place {
  return { kind: "key", location };
}

/** The file a place is in and the offset it starts at; without a document, the place is a whole file. */
export interface PlaceStart {
  readonly name: string;
  readonly offset: number;
  readonly document: SourceDocument | null;
}

export function startOf(place: Place): PlaceStart | null {
  switch (place.kind) {
    case "value":
    case "key": {
      const { document } = place.location;
      return { name: document.name, offset: spanOf(place.location, place.kind).start, document };
    }
    case "offset":
      return { name: place.document.name, offset: place.offset, document: place.document };
    case "file":
      return { name: place.path, offset: 0, document: null };
    case "none":
      return null;
  }
}

function sortKeyOf(place: Place): string {
  const start = startOf(place);
  return start === null ? "" : `${start.name}:${String(start.offset).padStart(10, "0")}`;
}

/** The absolute path of the file a place is in. */
function fileOf(place: Place): string | null {
  switch (place.kind) {
    case "value":
    case "key":
      return place.location.document.path;
    case "offset":
      return place.document.path;
    case "file":
    case "none":
      return null;
  }
}
