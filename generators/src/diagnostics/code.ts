// The shape of one row of the code table.

export type Severity = "error" | "warning";

/** The targets of Waybill; those of users are stopped with what they need. */
export type StoppableTarget = "types" | "zod" | "server" | "client" | "webhooks" | "samples";

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
  /**
   * The targets whose output the error would make wrong, without those that need them; none where no output depends on it. `own`: the
   * target that the message names. `run`: everything, also of other APIs. Absent: all targets of the API.
   */
  readonly stops?: readonly StoppableTarget[] | "own" | "run";
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
export function listOf(words: readonly string[], last: "or" | "and" = "or"): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
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
