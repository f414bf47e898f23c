// Changes -> groups by the part of the API they belong to, and those of one kind about one subject as one entry.
import { type Bump, bumps, type Change } from "../change.ts";
import { countOf } from "./shown-change.ts";

export interface Group {
  /** `orders`: a tag or the start of a path. */
  readonly resource: string;
  readonly changes: readonly Change[];
}

/** Several changes of one rule and one subject; the first says what they are. */
export interface Entry {
  readonly first: Change;
  readonly more: readonly Change[];
}

const shared = "several resources";
const rest = "the whole API and its messages";

/** Those with the most breaking changes first. */
export function groupsOf(changes: readonly Change[]): Group[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const [resource = rest, ...more] = change.resources;
    const name = more.length > 0 ? shared : resource;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [change]);
    else group.push(change);
  }
  return [...groups].map(([resource, groupChanges]) => ({ resource, changes: groupChanges })).sort(byWeight);
}

function byWeight(a: Group, b: Group): number {
  for (const bump of bumps) {
    const difference = countOf(b.changes, bump) - countOf(a.changes, bump);
    if (difference !== 0) return difference;
  }
  return a.resource < b.resource ? -1 : 1;
}

export function entriesOf(changes: readonly Change[], bump: Bump): Entry[] {
  const entries = new Map<string, [Change, ...Change[]]>();
  for (const change of changes) {
    if (change.bump !== bump) continue;
    const key = `${change.rule}\n${change.subject}`;
    const entry = entries.get(key);
    if (entry === undefined) entries.set(key, [change]);
    else entry.push(change);
  }
  return [...entries.values()].map(([first, ...more]) => ({ first, more }));
}

/** `Order: the member "a" is removed, likewise "b", "c" (3 uses)`. */
export function wordsOf({ first, more }: Entry): string {
  const others = more.length === 0 ? "" : `, likewise ${differencesOf(first, more).join(", ")}`;
  const { size } = new Set([first, ...more].flatMap(({ uses }) => uses.map(({ where }) => where)));
  const isSpot = first.uses.some(({ where }) => where === first.subject);
  return `${first.message}${others}${isSpot && size === 1 ? "" : ` (${size} use${size === 1 ? "" : "s"})`}`;
}

/** Each message, without the words that it shares with the first at its start and end. */
function differencesOf(first: Change, more: readonly Change[]): string[] {
  const texts = [first, ...more].map(({ message }) => message.split(" "));
  const sharedBy = (lists: readonly (readonly string[])[]): number => {
    const [one = [], ...others] = lists;
    const index = one.findIndex((word, at) => others.some((other) => other[at] !== word));
    return index === -1 ? one.length : index;
  };
  const [start, end] = [sharedBy(texts), sharedBy(texts.map((words) => words.toReversed()))];
  return [
    ...new Set(texts.slice(1).map((words) => words.slice(start, words.length - end).join(" ") || words.join(" "))),
  ];
}

/** `2 major, 5 minor`. */
export function countsOf(changes: readonly Change[]): string {
  const counts = bumps.map((bump) => ({ bump, count: countOf(changes, bump) })).filter(({ count }) => count > 0);
  return counts.map(({ bump, count }) => `${count} ${bump}`).join(", ");
}

/** The largest number of entries in each group with which all fit; they are listed from the first. */
export function largestFit(most: number, fits: (entries: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
