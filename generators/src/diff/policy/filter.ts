// Changes -> those of the chosen operations, each with its uses there alone.
import { expressionOf } from "../../model/finish/filters.ts";
import { type Bump, type Change, largestOf, type OperationPlace } from "../change.ts";

export interface Chosen {
  /** Paths with `*` for any characters but `/`, and `**` for any characters. Empty: all. */
  readonly paths: readonly string[];
  readonly tags: readonly string[];
}

/** An operation is chosen when its path matches one of the paths, and one of its tags one of the tags. */
export function chosenChanges(changes: readonly Change[], chosen: Chosen): Change[] {
  if (chosen.paths.length + chosen.tags.length === 0) return [...changes];
  return changes.flatMap((change) => {
    const uses = change.uses.filter(({ operation }) => operation !== null && isChosen(operation, chosen));
    const bump: Bump | null = largestOf(uses.map((use) => use.bump));
    return bump === null ? [] : [{ ...change, uses, bump }];
  });
}

function isChosen(operation: OperationPlace, { paths, tags }: Chosen): boolean {
  return (
    (paths.length === 0 || paths.some((path) => expressionOf(path).test(operation.path))) &&
    (tags.length === 0 || tags.some((tag) => operation.tags.includes(tag)))
  );
}

/** The paths and tags that no operation has: `--tag ordres`. */
export function unmatchedOf(
  { paths, tags }: Chosen,
  operations: readonly OperationPlace[],
): { readonly paths: readonly string[]; readonly tags: readonly string[] } {
  return {
    paths: paths.filter((path) => !operations.some((operation) => expressionOf(path).test(operation.path))),
    tags: tags.filter((tag) => !operations.some((operation) => operation.tags.includes(tag))),
  };
}
