// The questions of an upgrade, asked on a terminal -> renames that the user states.
import type { ApiPlan } from "../../../upgrade/plan/changes.ts";

/** `null` without a question. */
export async function askRenames(
  plans: readonly ApiPlan[],
  given: ReadonlyMap<string, string>,
  ask: (question: string) => Promise<string>,
): Promise<ReadonlyMap<string, string> | null> {
  const questions = plans.flatMap((plan) => plan.questions);
  if (questions.length === 0) return null;
  const renames = new Map(given);
  // Two APIs may both have an `Order.note`.
  const isOneOfSeveral = plans.length > 1;
  for (const { api, old: name, candidates, message: words } of questions) {
    const [only] = candidates;
    const [old, message] = isOneOfSeveral ? [`${api}:${name}`, `${api}: ${words}`] : [name, words];
    if (candidates.length === 1 && only !== undefined) {
      const said = await ask(`${message}. Is it a rename? [y/N] `);
      if (/^y(?:es)?$/i.test(said.trim())) renames.set(old, only);
      continue;
    }
    const said = (await ask(`${message}. Which one is its new name? [a name, or Enter for none] `)).trim();
    if (candidates.includes(said)) renames.set(old, said);
  }
  return renames.size > given.size ? renames : null;
}
