// An error of a consumer, and the changes of the description -> the changes that have most words in common with it.
import { type Change, jsonOfChanges } from "../../generators/src/description.ts";

/** The weight of a word of a change: a value in quotes more than the last name of its subject, and that more than the others. */
const weights = { value: 3, name: 2, other: 1 } as const;
/** Fewer points are a coincidence. */
const leastPoints = 2;

/** `text` is what the compiler says, with the line that it says it of. None when nothing fits: it was no change of the description. */
export function blamedChanges<Told extends Pick<Change, "subject" | "message">>(
  text: string,
  changes: readonly Told[],
): Told[] {
  const words = new Set(wordsIn(text));
  const rated = changes.map((change) => ({ change, points: pointsOf(change, words) }));
  const most = Math.max(leastPoints, ...rated.map(({ points }) => points));
  return rated.filter(({ points }) => points === most).map(({ change }) => change);
}

function pointsOf({ subject, message }: Pick<Change, "subject" | "message">, words: ReadonlySet<string>): number {
  const names = wordsIn(subject);
  const values = [...message.matchAll(/"([^"]+)"/g)].flatMap(([, value = ""]) => wordsIn(value));
  const has = (word: string): boolean => words.has(word);
  const points = [
    ...values.filter(has).map(() => weights.value),
    ...names
      .slice(-1)
      .filter(has)
      .map(() => weights.name),
    ...names
      .slice(0, -1)
      .filter(has)
      .map(() => weights.other),
  ];
  return points.reduce((sum: number, each) => sum + each, 0);
}

function wordsIn(text: string): string[] {
  return text.match(/\w{3,}/g) ?? [];
}

/** `minor ShipTo.zip: maximum number of characters: 20 before, 21 now (spec/schemas/ship-to.yaml:48:5)` */
export function toldChange(change: Change): string {
  const [{ bump, message, revision } = {}] = jsonOfChanges({ changes: [change], prefixes: { base: "", revision: "" } });
  return `${bump} ${message} (${revision?.file}:${revision?.line}:${revision?.column})`;
}
