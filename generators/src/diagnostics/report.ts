// Collects the problems of one run: what each API makes of them, and so which targets they stop.
import type { Location } from "../source/index.ts";
import { type SourceDocument, spanOf, writtenAt } from "../source/index.ts";
import { type CodeRow, listOf, printable, type Severity } from "./code.ts";
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
  /** The targets that the error stops; `null` where it stops the whole run. Empty for everything that is no error. */
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

export interface Extra {
  readonly related?: readonly Related[];
  /** Lowers the severity where the command at hand does not depend on it. */
  readonly severity?: Severity;
  /** What tolerating means at this place, if it differs from the table; `null` if it cannot be tolerated here. */
  readonly tolerated?: string | null;
  /** The value the problem is in, if several problems of it are to count as one. */
  readonly about?: Location;
  /** Whether the error is tolerated at this place only if its code is named. Default: what the table says. */
  readonly onlyNamed?: boolean;
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
  /** Whether every error that can be tolerated is accepted in a file, by its absolute path; `null` for no file of the description. */
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

/** Problems that are tolerated at the price of what they are in. */
export type Faults = ReadonlySet<string>;

/** What `confine` and `watch` return. */
export interface Confined<T> {
  readonly value: T;
  /** Empty where nothing has to be left out. */
  readonly faults: Faults;
}

/** A part of the description that is being read. */
interface Part {
  /** Whether it can be left out; otherwise its faults are those of the part around it as well. */
  readonly isRemovable: boolean;
  readonly faults: Set<string>;
}

/** What one API makes of a problem. */
interface Verdict {
  readonly severity: DiagnosticSeverity;
  readonly assumed: string | null;
  /** The parts of the description that are left out because of it, in the order in which they were read; `null` if it is not confined. */
  readonly lost: Set<string> | null;
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

/** What contains an error without a meaning, where a run leaves that out. */
const withoutPart = "what contains it is left out";

export class Report {
  private readonly seen: Map<string, Seen>;
  private readonly scope: Scope;
  /** Innermost last. */
  private readonly parts: Part[] = [];

  /** A set of codes: those that are tolerated, in a run that generates nothing. */
  constructor(scope: Scope | ReadonlySet<Code> = new Set(), seen: Map<string, Seen> = new Map()) {
    this.scope =
      "tolerance" in scope ? scope : { api: "", tolerance: { codes: scope, isLenient: () => false }, targets: null };
    this.seen = seen;
  }

  /** The same report, for what concerns one API. */
  forApi(scope: Scope): Report {
    return new Report(scope, this.seen);
  }

  /** Adds a problem; the same code and message at the same place counts once. */
  add<C extends Code>(code: C, place: Place | Location, args: CodeArgs[C], extra: Extra = {}): void {
    const row: CodeRow<CodeArgs[C]> = codes[code];
    const severity = extra.severity ?? row.severity;
    const meaning = extra.tolerated === undefined ? (row.tolerated ?? null) : extra.tolerated;
    const isConfined = meaning === null && this.parts.some(({ isRemovable }) => isRemovable) && isTolerable(row);
    const tolerable = severity === "error" ? (meaning ?? (isConfined ? withoutPart : null)) : null;
    const problem: Problem = {
      code,
      message: printable(row.message(args)),
      hint: printable(row.hint(args)),
      tolerable,
      place: writtenPlace("kind" in place ? place : { kind: "value", location: place }),
      about: extra.about ?? null,
      related: (extra.related ?? []).map((one) => ({ ...one, place: writtenPlace(one.place) })),
    };
    const order = orderOf(problem);
    const stops = extra.stops === undefined ? (row.stops ?? null) : extra.stops;
    const onlyNamed = extra.onlyNamed ?? row.onlyNamed === true;
    const weighed = { problem, stops: stops === "own" ? null : stops, isConfined, onlyNamed };
    const verdict = severity === "warning" ? harmless : verdictOf(weighed, this.scope);
    if (verdict.lost !== null) this.parts.at(-1)?.faults.add(order);
    // What was read as a part is checked again with the whole.
    const known = this.seen.get(order)?.verdicts.get(this.scope.api);
    if (verdict.severity === "tolerated" && known !== undefined && known.lost !== null) return;
    this.merge({ problem, order, verdicts: new Map([[this.scope.api, verdict]]) });
  }

  /**
   * Runs `read` for a part of the description that can be left out, such as an operation. An error in it without a meaning that a run
   * can assume is then tolerated at the price of the part, which the message names as `part`. A part without a name, such as a
   * component, is one from which nothing is generated by itself.
   */
  confine<T>(part: string | null, read: () => T): Confined<T> {
    const confined = this.within(true, read);
    this.blame(part, confined.faults);
    return confined;
  }

  /** Names what is left out because of the faults. */
  blame(part: string | null, faults: Faults): void {
    if (part === null) return;
    for (const fault of faults) this.seen.get(fault)?.verdicts.get(this.scope.api)?.lost?.add(printable(part));
  }

  /** Runs `read` for a value that several parts share. Each later one has its faults, too: `repeat`. */
  watch<T>(read: () => T): Confined<T> {
    const confined = this.within(false, read);
    this.repeat(confined.faults);
    return confined;
  }

  /** The part that is being read has these faults of a shared value. */
  repeat(faults: Faults): void {
    for (const fault of faults) this.parts.at(-1)?.faults.add(fault);
  }

  private within<T>(isRemovable: boolean, read: () => T): Confined<T> {
    const part: Part = { isRemovable, faults: new Set() };
    this.parts.push(part);
    try {
      return { value: read(), faults: part.faults };
    } finally {
      this.parts.pop();
    }
  }

  /** Makes errors of what was to be left out: for a description of which nothing would remain. */
  refuseLosses(): void {
    for (const { verdicts } of this.seen.values()) {
      const verdict = verdicts.get(this.scope.api);
      if (verdict === undefined || verdict.lost === null || verdict.lost.size === 0) continue;
      verdicts.set(this.scope.api, errorOf(verdict.affects, this.scope));
    }
  }

  /** Adds what another report has found. */
  absorb(other: Report, isKept: (diagnostic: Diagnostic) => boolean = () => true): void {
    for (const seen of other.seen.values()) if (isKept(diagnosticOf(seen))) this.merge(seen);
  }

  private merge({ problem, order, verdicts }: Seen): void {
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
    return this.some(({ severity }) => severity === "error");
  }

  /** Whether nothing is generated because of an error. */
  get stopsRun(): boolean {
    return this.some(({ severity, stops }) => severity === "error" && stops === null);
  }

  get isEmpty(): boolean {
    return this.seen.size === 0;
  }

  /** The targets of an API that must not be generated, those that the run is not about included. */
  faultyTargets(api: string): ReadonlySet<string> {
    const faulty = new Set<string>();
    for (const { verdicts } of this.seen.values()) {
      const verdict = verdicts.get(api);
      if (verdict === undefined || verdict.severity === "tolerated") continue;
      for (const target of verdict.affects ?? []) faulty.add(target);
    }
    return faulty;
  }

  /** What the generated code of a target assumes, by code and meaning: the same in a run of one target and of all. */
  assumptionsOf(api: string, target: string): Assumption[] {
    const found = new Map<string, Assumption>();
    for (const { problem, verdicts } of this.seen.values()) {
      const verdict = verdicts.get(api);
      if (verdict === undefined || verdict.affects?.includes(target) !== true) continue;
      const meaning = assumedIn(verdict);
      if (meaning !== null) found.set(`${problem.code} ${meaning}`, { code: problem.code, meaning });
    }
    return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, assumption]) => assumption);
  }

  /** In no order: sorting thousands of problems is left to `list`. */
  private some(isMeant: (diagnostic: Diagnostic) => boolean): boolean {
    return [...this.seen.values()].some((seen) => isMeant(diagnosticOf(seen)));
  }

  /** By file, then by place in the file, then by code: independent of the order they were found in. */
  list(): Diagnostic[] {
    return [...this.seen.values()]
      .sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0))
      .map(diagnosticOf);
  }
}

/** Whether `--tolerate` takes the code: it has a meaning that a run can assume, or is confined to what can be left out. */
function isTolerable({ tolerated, confined }: Pick<CodeRow<never>, "tolerated" | "confined">): boolean {
  return tolerated !== undefined || confined === true;
}

function orderOf({ place, code, message }: Problem): string {
  return `${sortKeyOf(place)} ${code} ${message}`;
}

const harmless: Verdict = { severity: "warning", assumed: null, lost: null, affects: [], stops: [] };

interface Weighed {
  readonly problem: Problem;
  /** The targets whose output it makes wrong, without those that need them; `null` for all of the API. */
  readonly stops: readonly string[] | "run" | null;
  /** Whether what contains it can be left out. */
  readonly isConfined: boolean;
  /** Whether only a user who names the code accepts it. */
  readonly onlyNamed: boolean;
}

/** An error that nothing the run generates depends on is a warning. */
function verdictOf({ problem, stops, isConfined, onlyNamed }: Weighed, scope: Scope): Verdict {
  const { code, tolerable, place } = problem;
  const { codes: named, isLenient } = scope.tolerance;
  const affects = scope.targets === null || stops === "run" ? null : affectedBy(stops, scope.targets);
  const isAccepted = named.has(code) || (!onlyNamed && affects?.length !== 0 && isLenient(fileOf(place)));
  if (tolerable === null || !isAccepted) return errorOf(affects, scope);
  const lost = isConfined ? new Set<string>() : null;
  return { severity: "tolerated", assumed: isConfined ? null : tolerable, lost, affects, stops: [] };
}

function errorOf(affects: readonly string[] | null, { targets }: Scope): Verdict {
  const wanted = targets?.filter(({ name, isWanted }) => isWanted && affects?.includes(name)) ?? [];
  const severity = affects === null || wanted.length > 0 ? "error" : "warning";
  return { severity, assumed: null, lost: null, affects, stops: wanted.map(({ name }) => name) };
}

function affectedBy(stops: readonly string[] | null, targets: readonly ScopedTarget[]): string[] {
  const affected = targets.filter(({ name, needs }) => stops?.some((one) => one === name || needs.has(one)) !== false);
  return affected.map(({ name }) => name);
}

function worseOf(one: Verdict, other: Verdict): Verdict {
  const [worse, better] = rank[one.severity] >= rank[other.severity] ? [one, other] : [other, one];
  if (worse.severity !== better.severity || worse.affects === null || better.affects === null) return worse;
  const both = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])];
  return { ...worse, affects: both(worse.affects, better.affects), stops: both(worse.stops, better.stops) };
}

const rank: Readonly<Record<DiagnosticSeverity, number>> = { warning: 0, tolerated: 1, error: 2 };

/** The worst of what the APIs make of it. */
function diagnosticOf({ problem, verdicts }: Seen): Diagnostic {
  const all = [...verdicts];
  const errors = all.filter(([, { severity }]) => severity === "error");
  if (errors.length > 0) {
    const isWhole = errors.some(([, { affects }]) => affects === null);
    const stops = errors.flatMap(([api, verdict]) => verdict.stops.map((target) => ({ api, target })));
    return { ...problem, severity: "error", assumed: null, stops: isWhole ? null : stops };
  }
  const tolerated = all.find(([, { severity }]) => severity === "tolerated")?.[1];
  if (tolerated === undefined) return { ...problem, severity: "warning", assumed: null, stops: [] };
  return { ...problem, severity: "tolerated", assumed: assumedIn(tolerated), stops: [] };
}

/** What a run does with a tolerated error; `null` for any other problem. */
function assumedIn({ assumed, lost }: Verdict): string | null {
  return lost === null ? assumed : lossOf([...lost]);
}

/** `GET /a and POST /b are left out`. */
function lossOf(parts: readonly string[]): string {
  const max = 5;
  const named = parts.length <= max ? parts : [...parts.slice(0, max - 1), `${parts.length - max + 1} more`];
  if (parts.length === 0) return "nothing is generated from what contains it";
  return `${listOf(named, "and")} ${parts.length === 1 ? "is" : "are"} left out`;
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

/** Messages point to text that someone wrote, also for values of a patched or converted document. */
function writtenPlace(place: Place): Place {
  return "location" in place ? { ...place, location: writtenAt(place.location) } : place;
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
      const written = writtenAt(place.location);
      const { document } = written;
      return { name: document.name, offset: spanOf(written, place.kind).start, document };
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
