// Named schemas -> the parts that files of schemas are divided into, so that a compiler which imports one schema does not read all of
// them.
import type { ApiOptions } from "../api-options.ts";
import type { NamedSchema, Schema } from "../schema.ts";
import { unreachable } from "../unreachable.ts";
import { childrenOf } from "../walk.ts";
import { type SharedObjects, sharedObjectsOf } from "./repeated-objects.ts";

/** The schemas within all named schemas together, above which they are divided: a compiler reads fewer in a third of a second. */
const largest = 12_000;

/** The schemas within a part, usually. An import of a part reads the parts of all schemas in it, so those that many use are small. */
const usual = { shared: 100, unshared: 300 };

/**
 * Unless each schema is a part, parts import only from earlier ones:
 * schemas that refer to each other are in one part, and those that no other refers to follow all others, beside those that refer to the
 * same.
 *
 * Where a part begins is decided by the name of a schema. So a change of a schema moves its neighbours at most: with parts of a fixed size
 * it would move all that follow.
 */
export function splitSchemasOf(
  schemas: readonly NamedSchema[],
  { schemaFiles: files, dates, int64, defaults }: SplittingOptions,
): SplitSchemas {
  const asTheyAre = { schemas, referring: (schema: Schema) => schema };
  switch (files) {
    case "one":
      return { ...asTheyAre, parts: new Map() };
    case "each":
      return { ...asTheyAre, parts: new Map(schemas.map((named) => [named, fileNameOf(named)])) };
    case "auto": {
      if (schemas.reduce((sum, { schema }) => sum + scanOf(schema).size, 0) <= largest)
        return { ...asTheyAre, parts: new Map() };
      // Other values are found along plans, which know the schemas of the description alone.
      const isPlain = dates === "string" && int64 === "number" && defaults === "document";
      const shared = isPlain ? sharedObjectsOf(schemas) : asTheyAre;
      return { ...shared, parts: largePartsOf(shared) };
    }
    default:
      return unreachable(files);
  }
}

export type SplittingOptions = Pick<ApiOptions, "schemaFiles" | "dates" | "int64" | "defaults">;

/** The schemas that files declare. Of a large description, objects that it repeats are among them. */
export interface SplitSchemas extends SharedObjects {
  /** The part that each schema is in; empty where one file has them all. */
  readonly parts: ReadonlyMap<NamedSchema, string>;
}

function largePartsOf({ schemas, referring }: SharedObjects): Map<NamedSchema, string> {
  const scans = new Map(schemas.map((named) => [named, scanOf(referring(named.schema))]));
  const groups: Group[] = [...groupsOf(scans)].map((group) => ({
    group,
    size: group.reduce((sum, named) => sum + (scans.get(named)?.size ?? 0), 0),
    targets: new Set(group.flatMap((named) => scans.get(named)?.targets ?? []).filter((to) => !group.includes(to))),
  }));
  const referred = new Set(groups.flatMap(({ targets }) => [...targets]));
  const isShared = ({ group }: Group): boolean => group.some((named) => referred.has(named));
  const shared = groups.filter(isShared);
  const places = new Map(shared.flatMap(({ group }, place) => group.map((named) => [named, place])));
  const lastOf = ({ targets }: Group): number =>
    [...targets].reduce((last, named) => Math.max(last, places.get(named) ?? -1), -1);
  const unshared = groups
    .filter((group) => !isShared(group))
    .map((group) => ({ group, last: lastOf(group) }))
    .sort((a, b) => a.last - b.last || comparedByName(a.group.group[0], b.group.group[0]))
    .map(({ group }) => group);
  const uses = new Map<NamedSchema, number>();
  for (const { targets } of scans.values())
    for (const target of new Set(targets)) uses.set(target, (uses.get(target) ?? 0) + 1);
  const parts = [...partsIn(shared, usual.shared), ...partsIn(unshared, usual.unshared)];
  return new Map(withNames(parts, (named) => uses.get(named) ?? 0));
}

/** Schemas that refer to each other. */
interface Group {
  readonly group: readonly [NamedSchema, ...NamedSchema[]];
  /** How many schemas are within them. */
  readonly size: number;
  /** The other schemas that they refer to. */
  readonly targets: ReadonlySet<NamedSchema>;
}

/** Consecutive groups together. */
function partsIn(groups: readonly Group[], ordinary: number): NamedSchema[][] {
  const [least, most] = [ordinary / 2, ordinary * 2];
  const parts: NamedSchema[][] = [];
  let length = 0;
  for (const { group, size } of groups) {
    const isFull = length + size > most || (length >= least && begins(group, size / (ordinary - least)));
    const current = parts.at(-1);
    if (isFull || current === undefined) parts.push([...group]);
    else current.push(...group);
    length = isFull ? size : length + size;
  }
  return parts;
}

/**
 * A part is named after the words with which the names of all its schemas begin, otherwise after the schema that most others refer to, with
 * others: `webhook-issues`, `simple-user-and-others`.
 */
function* withNames(
  parts: readonly NamedSchema[][],
  usesOf: (named: NamedSchema) => number,
): Iterable<readonly [NamedSchema, string]> {
  const usedNames = new Set<string>();
  for (const part of parts) {
    const ranked = part.toSorted((a, b) => usesOf(b) - usesOf(a) || comparedByName(a, b)).map(fileNameOf);
    const others = ranked.length === 1 ? ranked : ranked.map((one) => `${one}-and-others`);
    const names = [commonWordsOf(ranked), ...others].filter((one) => one !== "");
    // A file system may not distinguish two names that a description does.
    const name = names.find((one) => !usedNames.has(one)) ?? freeNameOf(names[0] ?? "", usedNames);
    usedNames.add(name);
    for (const named of part) yield [named, name];
  }
}

/** `webhook-issues` of `webhook-issues-closed` and `webhook-issues-edited`; empty where they begin with different words. */
function commonWordsOf([first = "", ...others]: readonly string[]): string {
  const segments = first.split("-");
  const isCommon = (_: string, index: number): boolean => {
    const start = `${segments.slice(0, index + 1).join("-")}-`;
    return others.every((other) => `${other}-`.startsWith(start));
  };
  const different = segments.findIndex((word, index) => !isCommon(word, index));
  return segments.slice(0, different === -1 ? segments.length : different).join("-");
}

/** The shorter name first: it is the more general one. */
function comparedByName({ name: one }: NamedSchema, { name: other }: NamedSchema): number {
  return one.length - other.length || (one < other ? -1 : 1);
}

function freeNameOf(name: string, usedNames: ReadonlySet<string>): string {
  return usedNames.has(name) ? freeNameOf(`${name}-`, usedNames) : name;
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

/** True with this probability; always the same for a group. */
function begins(group: Group["group"], probability: number): boolean {
  const { name } = group.reduce((first, named) => (comparedByName(named, first) < 0 ? named : first));
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
        const targetVisit = visits.get(target);
        if (targetVisit === undefined && scans.has(target)) enter(target);
        else if (targetVisit !== undefined && isOpen.has(target))
          visit.lowest = Math.min(visit.lowest, targetVisit.index);
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
