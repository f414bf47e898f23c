// Pairs of schemas -> their differences, as a graph: recursion is a cycle in it, and a schema with many uses is
// compared once. Who sends or receives a value is not known here yet.
import type { JsonType } from "../../model/analysis/json-types.ts";
import { computedOnce } from "../../model/computed-once.ts";
import { identityOf, type Location } from "../../model/place.ts";
import type { NamedSchema, Schema } from "../../model/schema.ts";
import { bumpIn, type Fact } from "../change.ts";
import { applyRules, type Report, reportInto } from "../rule.ts";
import { noteRules } from "../rules/annotations.ts";
import { type Notes, notesOf } from "./notes.ts";
import { bareOf, type View } from "./view.ts";

/** All schemas that apply to one value; with an empty list, everything is accepted. */
export type Schemas = readonly Schema[];

/** What applies to one value in both descriptions. */
export interface Pair {
  readonly base: Schemas;
  readonly revision: Schemas;
  readonly baseAt: Location;
  readonly revisionAt: Location;
  /** `Order.status` */
  readonly subject: string;
  /** The named schemas that are compared. */
  readonly baseNamed: NamedSchema | null;
  readonly revisionNamed: NamedSchema | null;
  readonly facts: Fact[];
  readonly inner: { readonly pair: Pair; readonly isFlipped: boolean }[];
}

export interface Places {
  readonly base: Location;
  readonly revision: Location;
}

/** A named alternative of one side whose values another alternative of the other side accepts: only its name is new or gone. */
export interface Covered {
  readonly name: string;
  readonly side: "base" | "revision";
  readonly base: Location;
  readonly revision: Location;
}

/** `comparePair` of `pair.ts`: the facts of a pair, which may need those of others. */
type ComparePair = (pair: Pair, comparison: Comparison) => void;

export class Comparison {
  private readonly comparePair: ComparePair;
  /** As far as pairs have been compared; by side and name. */
  readonly covered: Map<string, Covered> = new Map();
  private readonly pairs = new Map<string, Pair>();
  private readonly compared = new Set<Pair>();
  private readonly types = new Map<JsonType, Schema>();
  private readonly numbers = new Map<Schema | NamedSchema, number>();

  constructor(comparePair: ComparePair) {
    this.comparePair = comparePair;
  }

  /** Notes an alternative that is no change of values. */
  cover(schema: Schema, side: Covered["side"], at: Places): void {
    const name = namedOf([schema])?.name;
    if (name !== undefined) this.covered.set(`${side} ${name}`, { name, side, ...at });
  }

  /** The pair of two values; its differences are known once it has been settled. */
  pairOf(base: Schemas, revision: Schemas, subject: string, at: Places): Pair {
    const key = `${this.keyOf(base)}|${this.keyOf(revision)}`;
    const known = this.pairs.get(key);
    if (known !== undefined) return known;
    const [baseNamed, revisionNamed] = [namedOf(base), namedOf(revision)];
    const pair: Pair = {
      base,
      revision,
      baseAt: base[0] === undefined ? at.base : placeOf(base[0]),
      revisionAt: revision[0] === undefined ? at.revision : placeOf(revision[0]),
      // What is named on one side only, or refers to another schema, has changed where it is used.
      subject: baseNamed !== null && baseNamed.name === revisionNamed?.name ? revisionNamed.name : subject,
      baseNamed,
      revisionNamed,
      facts: [],
      inner: [],
    };
    this.pairs.set(key, pair);
    return pair;
  }

  /** Adds an inner pair, with the texts at its location. */
  addInner(
    outer: Pair,
    base: Schemas,
    revision: Schemas,
    subject: string,
    options: { flipped?: boolean; at?: Places } = {},
  ): void {
    const at = options.at ?? { base: outer.baseAt, revision: outer.revisionAt };
    // The texts of a location belong to it, even where it refers to a schema.
    const [was, is] = [notesOf(base, at.base), notesOf(revision, at.revision)];
    const [before, after] = [namedOf(base), namedOf(revision)];
    const isShared = before?.name === after?.name && isNoteOf(was, before) && isNoteOf(is, after);
    applyRules(noteRules, was, is, reportInto(outer.facts, (isShared ? after?.name : null) ?? subject));
    const pair = this.pairOf(base, revision, subject, at);
    outer.inner.push({ pair, isFlipped: options.flipped === true });
  }

  /** Compares the pairs and everything inside them. */
  settle(pairs: Iterable<Pair>): Set<Pair> {
    const reached = new Set(pairs);
    for (const pair of reached) {
      this.compare(pair);
      for (const { pair: inner } of pair.inner) reached.add(inner);
    }
    return reached;
  }

  /** Whether the same values are accepted, as far as differences are found. */
  isSame(base: Schemas, revision: Schemas, subject: string): boolean {
    return this.every({ base, revision, subject }, ({ kind }) => kind.scope !== "wire");
  }

  /** Whether the second accepts every value of the first, as far as differences are found. */
  isWithin(narrow: Schemas, wide: Schemas, subject: string): boolean {
    return this.every({ base: narrow, revision: wide, subject }, ({ kind }, isFlipped) => {
      return kind.scope !== "wire" || bumpIn(kind, isFlipped ? "response" : "request") !== "major";
    });
  }

  /** The same by values alone: a member that an open object no longer lists is accepted, although it breaks code. */
  accepts(narrow: Schemas, wide: Schemas, subject: string): boolean {
    return this.every({ base: narrow, revision: wide, subject }, ({ kind }, isFlipped) => {
      const bump = bumpIn(kind, isFlipped ? "response" : "request");
      return kind.scope !== "wire" || bump !== "major" || kind.id === "property-removed";
    });
  }

  /** The weight of the differences. */
  costOf(base: Schemas, revision: Schemas, subject: string): number {
    let cost = 0;
    this.every({ base, revision, subject }, ({ kind }) => {
      cost += (["request", "response"] as const).filter((each) => bumpIn(kind, each) === "major").length;
      return true;
    });
    return cost;
  }

  /** The values of a type: one schema for each type, so that pairs with it are known again. */
  onlyOf(type: JsonType, at: Location): Schema {
    return computedOnce(this.types, type, () => bareOf(type, at));
  }

  /** Whether it holds of every difference. A trial pair has a subject too: it is found again where the pair is compared. */
  private every(
    { base, revision, subject }: { base: Schemas; revision: Schemas; subject: string },
    holds: (fact: Fact, isFlipped: boolean) => boolean,
  ): boolean {
    const some = [...base, ...revision][0];
    if (some === undefined) return true;
    const first = this.pairOf(base, revision, subject, { base: some.at, revision: some.at });
    for (const { pair, isFlipped } of inwards([{ pair: first, isFlipped: false }])) {
      this.compare(pair);
      if (!pair.facts.every((fact) => holds(fact, isFlipped))) return false;
    }
    return true;
  }

  private compare(pair: Pair): void {
    if (this.compared.has(pair)) return;
    this.compared.add(pair);
    this.comparePair(pair, this);
  }

  private keyOf(schemas: Schemas): string {
    const numbers = schemas.filter((schema) => schema.kind !== "any").map((schema) => this.numberOf(schema));
    return [...new Set(numbers)].sort((a, b) => a - b).join();
  }

  private numberOf(schema: Schema): number {
    const thing = schema.kind === "ref" ? schema.target : schema;
    return computedOnce(this.numbers, thing, () => this.numbers.size);
  }
}

/** Pairs and those inside of them, each at most once per direction. What is inside of one is read after it was yielded. */
export function* inwards(
  from: Pair["inner"],
  isEntered: (pair: Pair) => boolean = () => true,
): Iterable<Pair["inner"][number]> {
  const steps = [...from];
  const seen = [new Set<Pair>(), new Set<Pair>()] as const;
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { pair, isFlipped } = step;
    const known = seen[isFlipped ? 1 : 0];
    if (known.has(pair) || !isEntered(pair)) continue;
    known.add(pair);
    yield step;
    for (const inner of pair.inner) steps.push({ pair: inner.pair, isFlipped: inner.isFlipped !== isFlipped });
  }
}

function namedOf([only, ...more]: Schemas): NamedSchema | null {
  return only?.kind === "ref" && more.length === 0 ? only.target : null;
}

/** Whether texts are those of the named schema, and not of a place that refers to it. */
function isNoteOf({ at }: Notes, named: NamedSchema | null): boolean {
  return named !== null && identityOf(at) === identityOf(named.schema.at);
}

function placeOf(schema: Schema): Location {
  return schema.kind === "ref" ? schema.target.schema.at : schema.at;
}

/** Two values as views, and where findings go. */
export interface Compared {
  readonly pair: Pair;
  readonly comparison: Comparison;
  readonly base: View;
  readonly revision: View;
  readonly report: Report;
}
