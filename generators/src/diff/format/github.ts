// Changes -> workflow commands, which GitHub shows next to the lines of a pull request.

import { annotationOf } from "../../diagnostics/index.ts";
import { writtenAt } from "../../model/place.ts";
import { type Bump, isLarger } from "../change.ts";
import { type Shown, shownPlace, usesInShort } from "./shown-change.ts";

export interface Annotated extends Shown {
  /** The smallest bump that fails the run, or `null`. */
  readonly failOn: Bump | null;
  /** The path of a file in the checkout. */
  readonly fileOf: (path: string) => string;
}

/** A change that fails the run is an error; another major change is a warning. */
export function githubOfChanges({ changes, prefixes, failOn, fileOf }: Annotated): string {
  const lines = changes.map((change) => {
    const { bump, rule, message, means, base, revision } = change;
    const { line, column } = shownPlace(revision, "");
    const fails = failOn !== null && !isLarger(failOn, bump);
    const was = `was ${shownPlace(base, prefixes.base).label}`;
    return annotationOf({
      severity: fails ? "error" : bump === "major" ? "warning" : "notice",
      file: prefixes.revision === "" ? fileOf(writtenAt(revision).document.path) : null,
      line: prefixes.revision === "" ? line : null,
      column,
      title: `${bump}: ${rule}`,
      text: [message, means, `in: ${usesInShort(change)}`, was].join("\n"),
    });
  });
  return lines.map((line) => `${line}\n`).join("");
}
