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
  const groups = Map.groupBy(changes, ({ resources: [resource = rest, ...more] }) =>
    more.length > 0 ? shared : resource,
  );
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
  const entries = Map.groupBy(
    changes.filter((change) => change.bump === bump),
    ({ rule, subject }) => `${rule}\n${subject}`,
  );
  return [...entries.values()].flatMap(([first, ...more]) => (first === undefined ? [] : [{ first, more }]));
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
