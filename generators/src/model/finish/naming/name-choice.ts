// Things to be named -> one name for each: the first of its candidates that has no competitor.
import { type Place, quote, type Report } from "../../../diagnostics/index.ts";

/** Something in the description that needs a name, or several things that share one. */
export interface Claimant {
  /** `the schema "order"` */
  readonly what: string;
  readonly place: Place;
  /** The name its author gave it, if it is a schema of `components`. */
  readonly component?: string | null;
  /** The best one first. Later ones are rarely needed, so each is computed on demand. */
  readonly candidates: readonly (() => Candidate)[];
  readonly accept: (names: readonly string[], id: string) => void;
}

export interface Candidate {
  readonly id: string;
  /** All of them must be free. */
  readonly names: readonly string[];
  /** Whether the description has exactly this spelling: it then wins against others. */
  readonly isOwn: boolean;
}

/** All competitors for a name move on to their next candidate, except the one with the exact spelling: order decides nothing. */
export function chooseNames(report: Report, claimants: readonly Claimant[]): void {
  const choices = claimants.map((claimant) => {
    const [first = nameless, ...others] = claimant.candidates;
    const candidate = first();
    return { claimant, candidate, others, expected: candidate.names[0] ?? "" };
  });
  for (;;) {
    const wanted = wantedBy(choices.map(({ candidate }) => candidate));
    const moving = choices.filter(({ candidate: { names, isOwn }, others }) => {
      const isName = names.every((name) => name !== "");
      const isSettled = isName && (isOwn || names.every((name) => wanted.get(name) === 1));
      return !isSettled && others.length > 0;
    });
    if (moving.length === 0) break;
    for (const choice of moving) choice.candidate = (choice.others.shift() ?? nameless)();
  }
  const names = new Names(report, choices);
  for (const choice of choices) {
    const { names: own, id } = choice.candidate;
    choice.claimant.accept(names.claim(choice, own), id);
  }
}

function nameless(): Candidate {
  return { id: "", names: [], isOwn: false };
}

/** A claimant, the name that readers would expect for it, and the last of its candidates. */
interface Expectant {
  readonly claimant: Claimant;
  readonly candidate: Candidate;
  readonly expected: string;
}

function wantedBy(candidates: readonly Candidate[]): ReadonlyMap<string, number> {
  const wanted = new Map<string, number>();
  for (const name of candidates.flatMap(({ names }) => [...new Set(names)])) {
    wanted.set(name, (wanted.get(name) ?? 0) + 1);
  }
  return wanted;
}

/** The owners of names; reports names that readers would not expect, and the second claim to a name. */
class Names {
  private readonly report: Report;
  private readonly owners = new Map<string, Claimant>();
  /** The first claim to an expected name, compared without case. */
  private readonly expectants: ReadonlyMap<string, readonly Expectant[]>;
  private readonly wanted: ReadonlySet<string>;

  constructor(report: Report, expectants: readonly Expectant[]) {
    this.report = report;
    this.expectants = Map.groupBy(expectants, ({ expected }) => folded(expected));
    this.wanted = new Set(expectants.flatMap(({ candidate }) => candidate.names));
  }

  /** Returns the names: after a clash, which is reported, with underscores. */
  claim(expectant: Expectant, names: readonly string[]): readonly string[] {
    const { claimant } = expectant;
    const { what, place, component = null } = claimant;
    const clash = names.find((name) => this.owners.has(name));
    const other = clash === undefined ? undefined : this.owners.get(clash);
    if (clash === undefined || other === undefined) {
      for (const name of names) this.owners.set(name, claimant);
      this.explain(expectant, names);
      return names;
    }
    const free = this.freeNames(names);
    for (const name of free) this.owners.set(name, claimant);
    const related = [{ message: other.what, place: other.place }];
    const extra = { related, tolerated: `${what} is called ${quote(free[0] ?? "")}` };
    if (component !== null && component === other.component) {
      this.report.add("conflicting-schema-name", place, { name: component }, extra);
    } else this.report.add("name-clash", place, { name: clash, what, other: other.what }, extra);
    return free;
  }

  /** The names with as many underscores as they need to be no one else's. */
  private freeNames(names: readonly string[]): readonly string[] {
    for (let underscores = "_"; ; underscores += "_") {
      const free = names.map((name) => `${name}${underscores}`);
      if (free.every((name) => !this.owners.has(name) && !this.wanted.has(name))) return free;
    }
  }

  /** Reports a name that readers would not expect, or that differs from another one in case alone. */
  private explain({ claimant, expected }: Expectant, [name = ""]: readonly string[]): void {
    const rivals = this.expectants.get(folded(expected)) ?? [];
    const rival = rivals.find((each) => each.claimant !== claimant);
    const isFirst = rivals[0]?.claimant === claimant;
    if (name === expected && (rival === undefined || isFirst || rival.expected === name)) return;
    const other = rival?.claimant;
    const related = other === undefined ? [] : [{ message: other.what, place: other.place }];
    const { what, place } = claimant;
    const args = { what, name, expected, other: other?.what ?? null };
    this.report.add("spelled-name", place, args, { related });
  }
}

/** Names that differ in case alone are easily confused by readers. */
export function folded(name: string): string {
  return name.toLowerCase();
}
