// The shape of one row of the code table, and the words that its messages are made of.
import leven from "leven";

export type Severity = "error" | "warning";

/** What output is for, where an error makes one kind of it wrong; each target says which of these it serves. */
export type Purpose = "validation" | "serving" | "calls" | "deliveries" | "samples";

/** One kind of problem: how it is worded, why it happens, what to do. The documentation pages are generated from these. */
export interface CodeRow<Args> {
  readonly severity: Severity;
  /** One line, no full stop: what is wrong, with the names as the author wrote them. */
  readonly message: (args: Args) => string;
  /** One line: the next thing to try. */
  readonly hint: (args: Args) => string;
  /** For an error that `--tolerate` accepts: the meaning the run then assumes, as one clause. */
  readonly tolerated?: string;
  /**
   * Set for an error without such a meaning that concerns one part of a description: `--tolerate` leaves out the operation, channel,
   * message or other part that contains it. A row with `tolerated` does the same where no meaning applies.
   */
  readonly confined?: true;
  /**
   * Set where the run is more likely to be wrong than the description, as for a file that is not there: the error is tolerated only
   * if the code is named, also in descriptions of others.
   */
  readonly onlyNamed?: true;
  /** Set for an error that some places report as a warning: only there can a rule of a configuration change it. */
  readonly alsoWarns?: true;
  /**
   * What the output that the error would make wrong is for; nothing where no output depends on it. `own`: the target that the message
   * names. `run`: everything, also of other APIs. Absent: all targets of the API.
   */
  readonly stops?: readonly Purpose[] | "own" | "run";
  /** For the documentation: why a description has this problem and what it would cause if ignored. */
  readonly cause: string;
  /** For the documentation: how to fix it. */
  readonly fix: string;
}

/** Rows by code. */
export type Table<Args> = { readonly [Code in keyof Args]: CodeRow<Args[Code]> };

/** Spec text inside a message: quoted, on one line, and cut when it is very long. */
export function quote(text: string): string {
  const escaped = JSON.stringify(text).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  return escaped.length <= 120 ? escaped : `${escaped.slice(0, 100)}…"`;
}

/** Text that cannot move a terminal's cursor, reorder a line or begin a new one. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** `a, b or c`. */
export function listOf(items: readonly string[], last: "or" | "and" = "or"): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ${last} ${items.at(-1)}`;
}

const question = "did you mean ";

/** `did you mean "string"?`, or what to choose from when nothing is close. */
export function suggestion(near: string | undefined, otherwise: string): string {
  return near === undefined ? otherwise : `${question}${quote(near)}?`;
}

/** Whether a hint names what may have been meant: the error is probably a typing error. */
export function isCorrection(hint: string): boolean {
  return hint.startsWith(question);
}

/**
 * The known word with the fewest edits, if those are few for a word of this length: none in up to 2 letters, 1 in up to 5, 2 in
 * up to 8, otherwise 3. Case does not count, and two letters that changed places count as one edit.
 */
export function nearest(written: string, known: Iterable<string>): string | undefined {
  const word = written.toLowerCase();
  const limit = word.length <= 2 ? 0 : word.length <= 5 ? 1 : word.length <= 8 ? 2 : 3;
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of known) {
    const distance = distanceOf(word, candidate.toLowerCase(), limit + 1);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

function distanceOf(word: string, candidate: string, limit: number): number {
  return isSwapped(word, candidate) ? 1 : leven(word, candidate, { maxDistance: limit });
}

/** `tpye` and `type`: the same but for two neighbours. */
function isSwapped(word: string, candidate: string): boolean {
  if (word.length !== candidate.length) return false;
  const at = [...word].findIndex((letter, index) => letter !== candidate[index]);
  if (at === -1) return false;
  return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2) === candidate;
}
