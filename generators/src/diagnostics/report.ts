// Collects the problems of one run, each once, with what each API makes of it.
import { type Location, Node, type SourceDocument } from "../source/index.ts";
import { type CodeRow, printable, type Severity } from "./code.ts";
import { type Code, type CodeArgs, codes } from "./codes.ts";
import { type Diagnostic, type Place, type Related, sortKeyOf, writtenPlace } from "./diagnostic.ts";
import {
  assumptionOf,
  diagnosticOf,
  errorOf,
  harmless,
  type Judged,
  moreSevere,
  type Problem,
  raised,
  type Scope,
  type Verdict,
  verdictOf,
} from "./verdict.ts";

export interface Extra {
  readonly related?: readonly Related[];
  /** Lowers the severity where the command at hand does not depend on it. */
  readonly severity?: Severity;
  /** What tolerating means at this place, if it differs from the table; `null` if it cannot be tolerated here. */
  readonly tolerated?: string | null;
  /** The value the problem is in, if several problems of it are to count as one. */
  readonly about?: Location;
  /**
   * What the output that the error makes wrong at this place is for, if that differs from the table, or the target that the message
   * names; `null` for all output.
   */
  readonly stops?: readonly string[] | null;
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

interface Seen extends Judged {
  readonly verdicts: Map<string, Verdict>;
  /** Its sort key in the list. */
  readonly order: string;
}

/** What contains an error without a meaning, where a run leaves that out. */
const withoutPart = "the element that contains it is left out";

export class Report {
  private readonly seen: Map<string, Seen>;
  private readonly scope: Scope;
  /** Innermost last. */
  private readonly parts: Part[] = [];
  /** How often a problem was added, known ones too. */
  added = 0;

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
    this.added += 1;
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
    const stops = extra.stops === undefined ? (row.stops ?? null) : extra.stops;
    const rule = severity === "warning" || stops?.length === 0 ? this.scope.ruleOf?.(code, problem.place) : null;
    if (rule === "off") return;
    const order = `${sortKeyOf(problem.place)} ${code} ${problem.message}`;
    const onlyNamed = row.onlyNamed === true;
    const weighed = { problem, stops: stops === "own" ? null : stops, isConfined, onlyNamed };
    const natural = severity === "warning" ? harmless : verdictOf(weighed, this.scope);
    const verdict = rule === "error" ? raised : rule === "warn" ? harmless : natural;
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
      seen.verdicts.set(api, other === undefined ? verdict : moreSevere(other, verdict));
    }
    this.seen.set(order, seen);
  }

  get hasErrors(): boolean {
    return this.some(({ severity }) => severity === "error");
  }

  /** Whether there is an error that a rule did not make one of a warning. */
  get hasFaults(): boolean {
    return this.some(({ severity, stops }) => severity === "error" && stops?.length !== 0);
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
    const assumptions = new Map<string, Assumption>();
    for (const { problem, verdicts } of this.seen.values()) {
      const verdict = verdicts.get(api);
      if (verdict === undefined || verdict.affects?.includes(target) !== true) continue;
      const meaning = assumptionOf(verdict);
      if (meaning !== null) assumptions.set(`${problem.code} ${meaning}`, { code: problem.code, meaning });
    }
    return [...assumptions].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, assumption]) => assumption);
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

// A stack overflow or an oversized string in a step -> a diagnostic. The default limits prevent both; descriptions that they
// miss, or that a raised limit accepts, still end in a message about the description.

/** How the message names the step that failed: `to be read`, `for the target zod`. */
export interface BoundedStep {
  readonly report: Report;
  /** Where the description begins; `null` when it was not read. */
  readonly document: SourceDocument | null;
  readonly purpose: string;
}

/** The result of a step; `null`, and a report, if the engine's stack or maximum string length was exceeded. */
export function bounded<T>(step: BoundedStep, run: () => T): T | null {
  try {
    return run();
  } catch (error) {
    reportExhaustion(step, error);
    return null;
  }
}

/** Rethrows every other error. */
export function reportExhaustion({ report, document, purpose }: BoundedStep, error: unknown): void {
  if (!(error instanceof RangeError) || !/call stack|string length/.test(error.message)) throw error;
  const isDepth = error.message.includes("call stack");
  const place = document === null ? ({ kind: "none" } as const) : deepestIn(document);
  report.add("too-deep", place, { purpose, isDepth });
}

/** The innermost value of a document; found without recursion, which is what has just failed. */
function deepestIn(document: SourceDocument): Location {
  let deepest: { readonly node: Node; readonly depth: number } = { node: Node.root(document), depth: 0 };
  const open = [deepest];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at.depth > deepest.depth) deepest = at;
    for (const child of [...at.node.members(), ...at.node.items()]) {
      if (typeof child.value === "object") open.push({ node: child, depth: at.depth + 1 });
    }
  }
  return deepest.node;
}
