// `not` and `if` -> pairs that match. Inside `not`, the direction is reversed.
import type { Schema } from "../../model/schema.ts";
import { type Paired, pairedFurther, withLastPair } from "../paired.ts";
import { conditionChanged, conditionPresence } from "../rules/schema/conditions.ts";
import { notPresence } from "../rules/schema/not.ts";
import type { Compared } from "./comparison.ts";

export function compareConditions(compared: Compared): void {
  const { pair, comparison, base, revision, report } = compared;
  const [notAdded, notRemoved] = notPresence;
  const nots = match(compared, base.nots, revision.nots, (each) => each.schema);
  for (const { base: before, revision: after } of nots.both)
    comparison.addInner(pair, [before.schema], [after.schema], `${pair.subject} (not)`, { flipped: true });
  for (const { at } of nots.added) report(notAdded, undefined, pair.baseAt, at);
  for (const { at } of nots.removed) report(notRemoved, undefined, at, pair.revisionAt);
  const [conditionAdded, conditionRemoved] = conditionPresence;
  const conditions = match(compared, base.conditions, revision.conditions, (each) => each.if);
  for (const { base: before, revision: after } of conditions.both) {
    if (!comparison.isSame([before.if], [after.if], `${pair.subject} (if)`))
      report(conditionChanged, undefined, before.at, after.at);
    comparison.addInner(pair, [before.then], [after.then], `${pair.subject} (then)`);
    comparison.addInner(pair, [before.else], [after.else], `${pair.subject} (else)`);
  }
  for (const { at } of conditions.added) report(conditionAdded, undefined, pair.baseAt, at);
  for (const { at } of conditions.removed) report(conditionRemoved, undefined, at, pair.revisionAt);
}

/** By equal content; when one is left on each side, it has changed. */
function match<S extends Schema>(
  { pair, comparison }: Compared,
  base: readonly S[],
  revision: readonly S[],
  partOf: (schema: S) => Schema,
): Paired<S> {
  const all = { both: [], added: revision, removed: base };
  return withLastPair(
    pairedFurther(all, (before, after) => comparison.isSame([partOf(before)], [partOf(after)], pair.subject)),
  );
}
