// Named schemas -> the parts that files of schemas are divided into, so that a compiler which imports one schema does not read all of
// them.
import type { SchemaFiles } from "../api-options.ts";
import type { NamedSchema, Schema } from "../schema.ts";
import { unreachable } from "../unreachable.ts";
import { childrenOf } from "../walk.ts";

/** The schemas within all named schemas together, above which they are divided: a compiler reads fewer in a third of a second. */
const largest = 12_000;

/** The schemas within a part: usually, and the bounds. */
const part = { usual: 1000, least: 500, most: 2000 };

/**
 * The part that each schema is in; empty where one file has them all. Unless each schema is a part, parts import only from earlier ones:
 * schemas follow those that they refer to, and schemas that refer to each other are in one part.
 *
 * Where a part begins is decided by the name of a schema, and the part is named after it. So a change of a schema moves its neighbours at
 * most: with parts of a fixed size it would move all that follow.
 */
export function schemaPartsOf(schemas: readonly NamedSchema[], files: SchemaFiles): ReadonlyMap<NamedSchema, string> {
  switch (files) {
    case "one":
      return new Map();
    case "each":
      return new Map(schemas.map((named) => [named, fileNameOf(named)]));
    case "auto":
      return largePartsOf(schemas);
    default:
      return unreachable(files);
  }
}

function largePartsOf(schemas: readonly NamedSchema[]): Map<NamedSchema, string> {
  const scans = new Map(schemas.map((named) => [named, scanOf(named.schema)]));
  const sizeOf = (group: readonly NamedSchema[]): number =>
    group.reduce((sum, named) => sum + (scans.get(named)?.size ?? 0), 0);
  const parts = new Map<NamedSchema, string>();
  if (sizeOf(schemas) <= largest) return parts;
  const begun = new Set<string>();
  let current = "";
  let length = 0;
  for (const group of groupsOf(scans)) {
    const size = sizeOf(group);
    const isFull = length + size > part.most || (length >= part.least && begins(group[0], size));
    const name = current === "" || isFull ? fileNameOf(group[0]) : current;
    // A file system may not distinguish two names that a description does.
    if (!begun.has(name)) {
      current = name;
      length = 0;
      begun.add(name);
    }
    length += size;
    for (const named of group) parts.set(named, current);
  }
  return parts;
}

interface Scan {
  /** How many schemas are within it, itself included. */
  readonly size: number;
  /** The named schemas that it refers to. */
  readonly targets: readonly NamedSchema[];
}

function scanOf(schema: Schema): Scan {
  const within = [schema];
  const targets: NamedSchema[] = [];
  // Grows while it is read.
  for (const next of within) {
    if (next.kind === "ref") targets.push(next.target);
    else within.push(...childrenOf(next));
  }
  return { size: within.length, targets };
}

/** True for one in so many schemas that parts get their usual size; always the same for a name and size. */
function begins({ name }: NamedSchema, size: number): boolean {
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash / 2 ** 32 < size / (part.usual - part.least);
}

/** `PullRequest` -> pull-request. */
function fileNameOf({ name }: NamedSchema): string {
  return name.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|_+(?=.)/gu, "-").toLowerCase();
}

interface Visit {
  readonly named: NamedSchema;
  readonly targets: readonly NamedSchema[];
  readonly index: number;
  next: number;
  /** The earliest schema that can be reached from here and leads here. */
  lowest: number;
}

/**
 * Schemas that refer to each other, in groups; each group follows those it refers to. Tarjan's algorithm, with a stack of its own since
 * chains of references are long.
 */
function* groupsOf(scans: ReadonlyMap<NamedSchema, Scan>): Iterable<readonly [NamedSchema, ...NamedSchema[]]> {
  const visits = new Map<NamedSchema, Visit>();
  const open: NamedSchema[] = [];
  const isOpen = new Set<NamedSchema>();
  const path: Visit[] = [];
  const enter = (named: NamedSchema): void => {
    const index = visits.size;
    const visit: Visit = { named, targets: scans.get(named)?.targets ?? [], index, next: 0, lowest: index };
    visits.set(named, visit);
    open.push(named);
    isOpen.add(named);
    path.push(visit);
  };
  for (const start of scans.keys()) {
    if (!visits.has(start)) enter(start);
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const target = visit.targets[visit.next];
      visit.next += 1;
      if (target !== undefined) {
        const met = visits.get(target);
        if (met === undefined && scans.has(target)) enter(target);
        else if (met !== undefined && isOpen.has(target)) visit.lowest = Math.min(visit.lowest, met.index);
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above !== undefined) above.lowest = Math.min(above.lowest, visit.lowest);
      if (visit.lowest !== visit.index) continue;
      const [first = visit.named, ...others] = open.splice(open.lastIndexOf(visit.named));
      for (const named of [first, ...others]) isOpen.delete(named);
      yield [first, ...others];
    }
  }
}
