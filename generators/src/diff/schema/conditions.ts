// `not` and `if` -> pairs of those that stand for each other. What `not` refuses is judged the other way round.
import type { Schema } from "../../model/schema.ts";
import { conditionAdded, conditionChanged, conditionRemoved } from "../rules/schema/conditions.ts";
import { notAdded, notRemoved } from "../rules/schema/not.ts";
import type { Compared } from "./pair.ts";

export function compareConditions(compared: Compared): void {
  const { pair, comparison, base, revision, tell } = compared;
  const nots = match(compared, base.nots, revision.nots, (each) => each.schema);
  for (const [before, after] of nots.both)
    comparison.addInner(pair, [before.schema], [after.schema], `${pair.subject} (not)`, { flipped: true });
  for (const { at } of nots.added) tell(notAdded, undefined, pair.baseAt, at);
  for (const { at } of nots.removed) tell(notRemoved, undefined, at, pair.revisionAt);
  const conditions = match(compared, base.conditions, revision.conditions, (each) => each.if);
  for (const [before, after] of conditions.both) {
    const at = { base: before.at, revision: after.at };
    if (!comparison.isSame([before.if], [after.if], at)) tell(conditionChanged, undefined, before.at, after.at);
    comparison.addInner(pair, [before.then], [after.then], `${pair.subject} (then)`);
    comparison.addInner(pair, [before.else], [after.else], `${pair.subject} (else)`);
  }
  for (const { at } of conditions.added) tell(conditionAdded, undefined, pair.baseAt, at);
  for (const { at } of conditions.removed) tell(conditionRemoved, undefined, at, pair.revisionAt);
}

interface Matched<S> {
  readonly both: readonly (readonly [S, S])[];
  readonly added: readonly S[];
  readonly removed: readonly S[];
}

/** By saying the same; one that is left on each side has changed. */
function match<S extends Schema>(
  { comparison, pair }: Compared,
  base: readonly S[],
  revision: readonly S[],
  keyOf: (schema: S) => Schema,
): Matched<S> {
  const both: (readonly [S, S])[] = [];
  const at = { base: pair.baseAt, revision: pair.revisionAt };
  const removed = [...base];
  const added = revision.filter((after) => {
    const index = removed.findIndex((before) => comparison.isSame([keyOf(before)], [keyOf(after)], at));
    const [before] = index === -1 ? [] : removed.splice(index, 1);
    if (before !== undefined) both.push([before, after]);
    return before === undefined;
  });
  const [before] = removed;
  const [after] = added;
  if (removed.length === 1 && added.length === 1 && before !== undefined && after !== undefined)
    return { both: [...both, [before, after]], added: [], removed: [] };
  return { both, added, removed };
}
