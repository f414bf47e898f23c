// Things to be named -> one name for each: the first of its candidates that has no competitor.
import type { Place, Report } from "../../diagnostics/index.ts";

/** Something in the description that needs a name, or several things that share one. */
export interface Claimant {
  /** `the schema "order"` */
  readonly what: string;
  readonly place: Place;
  /** The name its author gave it, if it is a schema of `components`. */
  readonly component?: string | null;
  /** The best one first. */
  readonly candidates: readonly Candidate[];
  readonly accept: (names: readonly string[], id: string) => void;
}

export interface Candidate {
  readonly id: string;
  /** All of them must be free. */
  readonly names: readonly string[];
  /** Whether the description has exactly this spelling: it then wins against others. */
  readonly isOwn: boolean;
}

/** A candidate that is rarely needed, computed on demand. */
export class LateCandidate implements Candidate {
  private readonly make: () => Candidate;
  private made: Candidate | null = null;

  constructor(make: () => Candidate) {
    this.make = make;
  }

  get id(): string {
    return this.whole().id;
  }

  get names(): readonly string[] {
    return this.whole().names;
  }

  get isOwn(): boolean {
    return this.whole().isOwn;
  }

  private whole(): Candidate {
    this.made ??= this.make();
    return this.made;
  }
}

/** All competitors for a name move on to their next candidate, except the one with the exact spelling: order decides nothing. */
export function chooseNames(report: Report, claimants: readonly Claimant[]): void {
  const chosen = claimants.map(({ candidates }) => ({ candidates, at: 0 }));
  const current = ({ candidates, at }: (typeof chosen)[number]): Candidate => candidates[at] ?? nameless;
  for (;;) {
    const wanted = wantedBy(chosen.map(current));
    const moving = chosen.filter((choice) => {
      const { names, isOwn } = current(choice);
      const isName = names.every((name) => name !== "");
      const isSettled = isName && (isOwn || names.every((name) => wanted.get(name) === 1));
      return !isSettled && choice.at + 1 < choice.candidates.length;
    });
    if (moving.length === 0) break;
    for (const choice of moving) choice.at += 1;
  }
  const names = new Names(report, claimants);
  for (const [index, claimant] of claimants.entries()) {
    const choice = chosen[index];
    const { names: own, id } = choice === undefined ? nameless : current(choice);
    claimant.accept(own, id);
    names.claim(claimant, own);
  }
}

const nameless: Candidate = { id: "", names: [], isOwn: false };

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
  private readonly expectants: ReadonlyMap<string, readonly Claimant[]>;

  constructor(report: Report, claimants: readonly Claimant[]) {
    this.report = report;
    const groups = groupsOf(claimants, (claimant) => folded(expectedOf(claimant)));
    this.expectants = new Map(groups.map(([first, ...rest]) => [folded(expectedOf(first)), [first, ...rest]]));
  }

  claim(claimant: Claimant, names: readonly string[]): void {
    const { what, place, component = null } = claimant;
    const clash = names.find((name) => this.owners.has(name));
    const other = clash === undefined ? undefined : this.owners.get(clash);
    for (const name of names) if (!this.owners.has(name)) this.owners.set(name, claimant);
    if (clash === undefined || other === undefined) this.explain(claimant, names);
    else {
      const related = [{ message: other.what, place: other.place }];
      if (component !== null && component === other.component) {
        this.report.add("conflicting-schema-name", place, { name: component }, { related });
      } else this.report.add("name-clash", place, { name: clash, what, other: other.what }, { related });
    }
  }

  /** Reports a name that readers would not expect, or that differs from another one in case alone. */
  private explain(claimant: Claimant, [name = ""]: readonly string[]): void {
    const expected = expectedOf(claimant);
    const others = this.expectants.get(folded(expected)) ?? [];
    const other = others.find((candidate) => candidate !== claimant);
    const isExpected = name === expected;
    if (isExpected && (other === undefined || others[0] === claimant || expectedOf(other) === name)) return;
    const related = other === undefined ? [] : [{ message: other.what, place: other.place }];
    const { what, place } = claimant;
    const args = { what, name, expected, other: other?.what ?? null };
    this.report.add("spelled-name", place, args, { related });
  }
}

function expectedOf({ candidates: [first] }: Claimant): string {
  return first?.names[0] ?? "";
}

export function groupsOf<T>(items: readonly T[], keyOfItem: (item: T) => string): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const group = groups.get(keyOfItem(item));
    if (group === undefined) groups.set(keyOfItem(item), [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

/** Names that differ in case alone are easily confused by readers. */
export function folded(name: string): string {
  return name.toLowerCase();
}
