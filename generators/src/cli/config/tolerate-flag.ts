// `--tolerate` and the `tolerate` of a configuration -> the codes whose errors may pass, or what is wrong with the words.
import { type Code, intoleranceOf, isTolerable } from "../../diagnostics/tolerance.ts";
import type { Arguments } from "../arguments.ts";
import { type Usable, usable } from "../usage.ts";

export function toleratedOf(args: Arguments): Usable<ReadonlySet<Code>> {
  const given = args.all("tolerate");
  const problems = given.flatMap((word) => {
    const problem = intoleranceOf(word);
    return problem === null ? [] : [{ message: `--tolerate: ${problem.message}`, hint: problem.hint }];
  });
  return problems.length > 0 ? { ok: false, problems } : usable(codesOf(given));
}

/** Words that have been checked, as codes. */
export function codesOf(words: Iterable<string>): ReadonlySet<Code> {
  return new Set([...words].filter(isTolerable).sort());
}
