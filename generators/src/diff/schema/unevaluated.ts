// Unevaluated members and elements: where alternatives and conditions evaluate some, they are the same only when those are.
import { unevaluatedChanged } from "../rules/schema/unevaluated.ts";
import type { Compared } from "./comparison.ts";
import type { View } from "./view.ts";

export function compareUnevaluated(compared: Compared): void {
  const { pair, comparison, base, revision, report } = compared;
  if (base.rests.length + revision.rests.length === 0 || !(dependsOnValue(base) || dependsOnValue(revision))) return;
  if (!isSame(compared)) {
    report(unevaluatedChanged, undefined, base.rests[0]?.at ?? pair.baseAt, revision.rests[0]?.at ?? pair.revisionAt);
    return;
  }
  for (const [index, before] of base.rests.entries()) {
    const after = revision.rests[index];
    comparison.addInner(pair, listOf(before.properties), listOf(after?.properties ?? null), `${pair.subject}{}`);
    comparison.addInner(pair, listOf(before.items), listOf(after?.items ?? null), `${pair.subject}[]`);
  }
}

function listOf<S>(schema: S | null): S[] {
  return schema === null ? [] : [schema];
}

/** Whether the value decides what is evaluated. */
function dependsOnValue({ choices, conditions, arrays, objects }: View): boolean {
  return (
    choices.length + conditions.length > 0 ||
    arrays.some(({ contains }) => contains !== null) ||
    objects.some(({ dependentSchemas }) => dependentSchemas.length > 0)
  );
}

function isSame({ pair, comparison, base, revision }: Compared): boolean {
  if (base.rests.length !== revision.rests.length || statedIn(base) !== statedIn(revision)) return false;
  return base.rests.every((before, index) => {
    const after = revision.rests[index];
    return after !== undefined && comparison.isSame([before.schema], [after.schema], pair.subject);
  });
}

/** A schema that explicitly accepts everything has evaluated it. */
function statedIn({ arrays, objects }: View): string {
  const stated = [
    arrays.some(({ itemsStated }) => itemsStated),
    objects.some(({ additionalStated }) => additionalStated),
  ];
  return stated.join();
}
