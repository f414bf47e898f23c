// Pairs of schemas -> what differs between them, as a graph: recursion is a circle in it, and a schema that many places use is
// compared once. Who sends or receives a value is not known here yet.
import type { Location } from "../../model/place.ts";
import type { NamedSchema, Schema } from "../../model/schema.ts";
import type { Fact } from "../change.ts";
import type { Tell } from "../rule.ts";
import { noteRules } from "../rules/words/registry.ts";
import { notesOf } from "./notes.ts";
import { comparePair } from "./pair.ts";

/** All schemas that judge one value; none of them: everything is accepted. */
export type Schemas = readonly Schema[];

/** What judges one value in both descriptions. */
export interface Pair {
  readonly base: Schemas;
  readonly revision: Schemas;
  readonly baseAt: Location;
  readonly revisionAt: Location;
  /** `Order.status` */
  readonly subject: string;
  /** The schemas with a name that are compared. */
  readonly baseNamed: NamedSchema | null;
  readonly revisionNamed: NamedSchema | null;
  readonly facts: Fact[];
  readonly inner: { readonly pair: Pair; readonly isFlipped: boolean }[];
}

export interface Places {
  readonly base: Location;
  readonly revision: Location;
}

export class Comparison {
  private readonly pairs = new Map<string, Pair>();
  private readonly compared = new Set<Pair>();
  private readonly numbers = new Map<Schema | NamedSchema, number>();

  /** The pair of two values; what differs is in it once it has been settled. */
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
      subject: revisionNamed?.name ?? baseNamed?.name ?? subject,
      baseNamed,
      revisionNamed,
      facts: [],
      inner: [],
    };
    this.pairs.set(key, pair);
    return pair;
  }

  /** Adds what is inside of a pair, with the words at the place itself. */
  addInner(
    outer: Pair,
    base: Schemas,
    revision: Schemas,
    subject: string,
    options: { flipped?: boolean; at?: Places } = {},
  ): void {
    const at = options.at ?? { base: outer.baseAt, revision: outer.revisionAt };
    this.addWords(outer, base, revision, subject, at);
    const pair = this.pairOf(base, revision, subject, at);
    outer.inner.push({ pair, isFlipped: options.flipped === true });
  }

  /** The words of a place belong to it, whatever schema it refers to. */
  addWords(outer: Pair, base: Schemas, revision: Schemas, subject: string, at: Places): void {
    const tell = tellInto(outer.facts, namedOf(revision)?.name ?? subject);
    for (const rule of noteRules) rule.compare(notesOf(base, at.base), notesOf(revision, at.revision), tell);
  }

  /** Compares the pairs and everything inside of them. */
  settle(pairs: Iterable<Pair>): Set<Pair> {
    const reached = new Set(pairs);
    for (const pair of reached) {
      this.compare(pair);
      for (const { pair: inner } of pair.inner) reached.add(inner);
    }
    return reached;
  }

  /** Whether the same values are accepted, as far as anything is found to differ. */
  isSame(base: Schemas, revision: Schemas, at: Places): boolean {
    const reached = new Set([this.pairOf(base, revision, "", at)]);
    for (const pair of reached) {
      this.compare(pair);
      if (pair.facts.some(({ kind }) => kind.scope === "wire")) return false;
      for (const { pair: inner } of pair.inner) reached.add(inner);
    }
    return true;
  }

  private compare(pair: Pair): void {
    if (this.compared.has(pair)) return;
    this.compared.add(pair);
    comparePair(pair, this);
  }

  private keyOf(schemas: Schemas): string {
    const numbers = schemas.filter((schema) => schema.kind !== "any").map((schema) => this.numberOf(schema));
    return [...new Set(numbers)].sort((a, b) => a - b).join();
  }

  private numberOf(schema: Schema): number {
    const thing = schema.kind === "ref" ? schema.target : schema;
    const number = this.numbers.get(thing) ?? this.numbers.size;
    this.numbers.set(thing, number);
    return number;
  }
}

/** Facts about one subject, told by rules. */
export function tellInto(facts: Fact[], subject: string): Tell {
  return (kind, args, base, revision) => {
    facts.push({ kind, subject, message: kind.message(args), base, revision });
  };
}

function namedOf([only, ...more]: Schemas): NamedSchema | null {
  return only?.kind === "ref" && more.length === 0 ? only.target : null;
}

function placeOf(schema: Schema): Location {
  return schema.kind === "ref" ? schema.target.schema.at : schema.at;
}
