// `not` and `if` -> pairs that match. Inside `not`, the direction is reversed.
import type { Schema } from "../../model/schema.ts";
import { conditionAdded, conditionChanged, conditionRemoved } from "../rules/schema/conditions.ts";
import { notAdded, notRemoved } from "../rules/schema/not.ts";
import type { Compared } from "./pair.ts";

export function compareConditions(compared: Compared): void {
  const { pair, comparison, base, revision, report } = compared;
  const nots = match(compared, base.nots, revision.nots, (each) => each.schema);
  for (const [before, after] of nots.both)
    comparison.addInner(pair, [before.schema], [after.schema], `${pair.subject} (not)`, { flipped: true });
  for (const { at } of nots.added) report(notAdded, undefined, pair.baseAt, at);
  for (const { at } of nots.removed) report(notRemoved, undefined, at, pair.revisionAt);
  const conditions = match(compared, base.conditions, revision.conditions, (each) => each.if);
  for (const [before, after] of conditions.both) {
    const at = { base: before.at, revision: after.at };
    if (!comparison.isSame([before.if], [after.if], at)) report(conditionChanged, undefined, before.at, after.at);
    comparison.addInner(pair, [before.then], [after.then], `${pair.subject} (then)`);
    comparison.addInner(pair, [before.else], [after.else], `${pair.subject} (else)`);
  }
  for (const { at } of conditions.added) report(conditionAdded, undefined, pair.baseAt, at);
  for (const { at } of conditions.removed) report(conditionRemoved, undefined, at, pair.revisionAt);
}

interface Matched<S> {
  readonly both: readonly (readonly [S, S])[];
  readonly added: readonly S[];
  readonly removed: readonly S[];
}

/** By equal content; when one is left on each side, it has changed. */
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
