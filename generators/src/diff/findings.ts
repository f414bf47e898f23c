// What differs, found by rules at locations or inside schemas -> changes, each once, with all its uses.

import { computedOnce } from "../model/computed-once.ts";
import { identityOf } from "../model/place.ts";
import type { Schema } from "../model/schema.ts";
import {
  type AnyKind,
  bumpIn,
  bumps,
  type Change,
  type Direction,
  type Fact,
  isLarger,
  meaningIn,
  type OperationPlace,
  type Use,
} from "./change.ts";
import type { Report } from "./rule.ts";
import { Comparison, type Covered, inwards, type Pair, type Places } from "./schema/comparison.ts";
import { comparePair } from "./schema/pair.ts";

/** What is compared: who sends or receives it, and its label. */
export interface Spot {
  readonly direction: Direction;
  /** `GET /v1/orders, response 200` */
  readonly where: string;
  /** Of a response. */
  readonly status?: string;
}

interface Root extends Spot {
  readonly pair: Pair;
}

interface Found {
  readonly fact: Fact;
  readonly uses: Map<string, FoundUse>;
}

interface FoundUse {
  readonly use: Use;
  /** The subject as this use reaches it. */
  readonly subject: string;
}

export class Findings {
  private readonly comparison = new Comparison(comparePair);
  private readonly roots: Root[] = [];
  /** The labels of all roots. */
  private readonly places = new Set<string>();
  /** By subject, the root that it starts with. */
  private readonly owners = new Map<string, string>();
  /** By the label of an operation. */
  private readonly operations = new Map<string, OperationPlace>();
  private readonly byKey = new Map<string, Found>();

  /** Reports what is outside schemas. */
  reportAt(spot: Spot): Report {
    return (kind, args, base, revision) =>
      this.add({ kind, subject: spot.where, message: kind.message(args), base, revision }, spot);
  }

  /** Says which operation a label means, for the changes found in it. */
  nameOperation(where: string, operation: OperationPlace): void {
    this.operations.set(where, operation);
  }

  compareSchemas(spot: Spot, base: Schema, revision: Schema, at: Places): void {
    const holder: Pair = {
      ...this.comparison.pairOf([], [], spot.where, at),
      subject: spot.where,
      facts: [],
      inner: [],
    };
    this.comparison.addInner(holder, [base], [revision], spot.where, { at });
    this.roots.push({ ...spot, pair: holder });
    this.places.add(spot.where);
  }

  /** What differs between two schemas that no operation uses: `extended` if nothing in it breaks code. */
  differenceOf(base: Schema, revision: Schema, subject: string): "none" | "extended" | "changed" {
    if (this.comparison.isSame([base], [revision], subject)) return "none";
    return this.comparison.costOf([base], [revision], subject) > 0 ? "changed" : "extended";
  }

  /** Named alternatives that are new or gone although the same values are accepted, once everything is settled. */
  covered(): Iterable<Covered> {
    this.settle();
    return this.comparison.covered.values();
  }

  /** Every pair of schemas that is reachable. */
  settle(): ReadonlySet<Pair> {
    return this.comparison.settle(this.roots.flatMap(({ pair }) => pair.inner.map((inner) => inner.pair)));
  }

  /** The largest bump first, then by location. */
  changes(): Change[] {
    const reached = this.settle();
    const touched = touchedIn(reached);
    for (const root of this.roots) this.addFrom(root, touched);
    return [...this.byKey.values()].map((finding) => changeOf(finding)).sort(byWeight);
  }

  /** What differs inside a root: each pair at most once per direction. */
  private addFrom({ pair: root, ...spot }: Root, touched: ReadonlySet<Pair>): void {
    for (const fact of root.facts) this.add(fact, spot);
    for (const { pair, isFlipped } of inwards(root.inner, (inner) => touched.has(inner)))
      for (const fact of pair.facts) this.add(fact, spot, isFlipped);
  }

  private add(fact: Fact, { direction, where, status }: Spot, isFlipped = false): void {
    const key = `${fact.kind.id}\n${identityOf(fact.base)}\n${identityOf(fact.revision)}\n${fact.message}`;
    const finding = computedOnce(this.byKey, key, () => ({ fact, uses: new Map<string, FoundUse>() }));
    const bump = bumpIn(fact.kind, isFlipped ? flipped(direction) : direction);
    const known = finding.uses.get(`${where} ${direction}`);
    if (known !== undefined && !isLarger(bump, known.use.bump)) return;
    const operation = this.operations.get(operationIn(where)) ?? null;
    const use = { where, direction, bump, status: status ?? null, operation };
    finding.uses.set(`${where} ${direction}`, { use, subject: this.subjectAt(where, fact) });
  }

  /** What several places share is compared once, and named after the first of them. */
  private subjectAt(where: string, { subject }: Fact): string {
    const owner = computedOnce(this.owners, subject, () => this.ownerOf(subject));
    return owner === "" ? subject : `${where}${subject.slice(owner.length)}`;
  }

  private ownerOf(subject: string): string {
    const starts = [...this.places].filter(
      (place) => subject.startsWith(place) && !/^[\w-]/.test(subject.slice(place.length)),
    );
    return starts.reduce((longest, each) => (each.length > longest.length ? each : longest), "");
  }
}

/** The receiver rejects what the sender sends. */
function flipped(direction: Direction): Direction {
  return direction === "request" ? "response" : "request";
}

/** Pairs that differ, or that contain a pair that does. */
function touchedIn(reached: ReadonlySet<Pair>): Set<Pair> {
  const contained = [...reached].flatMap((outer) => outer.inner.map(({ pair }) => ({ outer, pair })));
  const containing = Map.groupBy(contained, ({ pair }) => pair);
  const touched = new Set([...reached].filter(({ facts }) => facts.length > 0));
  for (const pair of touched) for (const { outer } of containing.get(pair) ?? []) touched.add(outer);
  return touched;
}

function changeOf({ fact, uses: usesByPlace }: Found): Change {
  const sorted = [...usesByPlace.values()].sort((a, b) => bumps.indexOf(a.use.bump) - bumps.indexOf(b.use.bump));
  const uses = sorted.map(({ use }) => use);
  const bump = uses[0]?.bump ?? "patch";
  const { kind, base, revision } = fact;
  const subject = subjectOf([...new Set(sorted.map((each) => each.subject))], uses);
  return {
    rule: kind.id,
    scope: kind.scope,
    bump,
    subject,
    message: `${subject}: ${fact.message}`,
    means: meaningOf(kind, uses, bump),
    base,
    revision,
    uses,
    resources: [...new Set(uses.flatMap(({ operation }) => operation?.resource ?? []))].sort(),
  };
}

/** `GET /orders, response 200` -> `GET /orders`. */
function operationIn(where: string): string {
  return where.split(", ", 1)[0] ?? where;
}

/** A change shared by several operations names the first that needs the largest bump, and counts the others. */
function subjectOf([first = "", ...more]: readonly string[], uses: readonly Use[]): string {
  const isSpot = uses.some(({ where }) => where === first);
  return isSpot && more.length > 0 ? `${first} and ${more.length} more` : first;
}

function meaningOf(kind: AnyKind, uses: readonly Use[], bump: Change["bump"]): string {
  const worst = uses.find((use) => use.bump === bump);
  if (worst === undefined) return "";
  // Inside a `not` the direction is reversed.
  const matchingDirection = ([worst.direction, "request", "response"] as const).find(
    (each) => bumpIn(kind, each) === bump,
  );
  return meaningIn(kind, matchingDirection ?? worst.direction);
}

function byWeight(a: Change, b: Change): number {
  const weight = bumps.indexOf(a.bump) - bumps.indexOf(b.bump);
  if (weight !== 0) return weight;
  return compareTexts(identityOf(a.revision), identityOf(b.revision)) || compareTexts(a.message, b.message);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
