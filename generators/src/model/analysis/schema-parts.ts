// Named schemas -> the parts that files of schemas are divided into, so that a compiler which imports one schema does not read all of
// them.
import type { SchemaFiles } from "../api-options.ts";
import type { NamedSchema, Schema } from "../schema.ts";
import { unreachable } from "../unreachable.ts";
import { childrenOf } from "../walk.ts";

/** The schemas within all named schemas together, above which they are divided: a compiler reads fewer in a third of a second. */
const largest = 12_000;

/** The schemas within a part, usually. An import of a part reads the parts of all schemas in it, so those that many use are small. */
const usual = { shared: 100, unshared: 300 };

/**
 * The part that each schema is in; empty where one file has them all. Unless each schema is a part, parts import only from earlier ones:
 * schemas that refer to each other are in one part, and those that no other refers to follow all others, beside those that refer to the
 * same.
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
  const groups: Group[] = [...groupsOf(scans)].map((group) => ({
    group,
    size: group.reduce((sum, named) => sum + (scans.get(named)?.size ?? 0), 0),
    targets: new Set(group.flatMap((named) => scans.get(named)?.targets ?? []).filter((to) => !group.includes(to))),
  }));
  if (groups.reduce((sum, { size }) => sum + size, 0) <= largest) return new Map();
  const referred = new Set(groups.flatMap(({ targets }) => [...targets]));
  const isShared = ({ group }: Group): boolean => group.some((named) => referred.has(named));
  const shared = groups.filter(isShared);
  const places = new Map(shared.flatMap(({ group }, place) => group.map((named) => [named, place])));
  const lastOf = ({ targets }: Group): number =>
    [...targets].reduce((last, named) => Math.max(last, places.get(named) ?? -1), -1);
  const unshared = groups
    .filter((group) => !isShared(group))
    .map((group) => ({ group, last: lastOf(group) }))
    .sort((a, b) => a.last - b.last)
    .map(({ group }) => group);
  const begun = new Set<string>();
  return new Map([...partsIn(shared, usual.shared, begun), ...partsIn(unshared, usual.unshared, begun)]);
}

/** Schemas that refer to each other. */
interface Group {
  readonly group: readonly [NamedSchema, ...NamedSchema[]];
  /** How many schemas are within them. */
  readonly size: number;
  /** The other schemas that they refer to. */
  readonly targets: ReadonlySet<NamedSchema>;
}

/** Adds the names of the parts to `begun`. */
function* partsIn(
  groups: readonly Group[],
  ordinary: number,
  begun: Set<string>,
): Iterable<readonly [NamedSchema, string]> {
  const [least, most] = [ordinary / 2, ordinary * 2];
  let current = "";
  let length = 0;
  for (const { group, size } of groups) {
    const isFull = length + size > most || (length >= least && begins(group[0], size / (ordinary - least)));
    const name = current === "" ? freeNameOf(group[0], begun) : isFull ? fileNameOf(group[0]) : current;
    // A file system may not distinguish two names that a description does.
    if (!begun.has(name)) {
      current = name;
      length = 0;
      begun.add(name);
    }
    length += size;
    for (const named of group) yield [named, current];
  }
}

/** Of a part that must not be one that has begun. */
function freeNameOf(named: NamedSchema, begun: ReadonlySet<string>): string {
  let name = fileNameOf(named);
  while (begun.has(name)) name = `${name}-`;
  return name;
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

/** True with this probability; always the same for a name. */
function begins({ name }: NamedSchema, probability: number): boolean {
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  // The last characters of a name have to change the first bits, as in `Order1` and `Order2`.
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32 < probability;
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
