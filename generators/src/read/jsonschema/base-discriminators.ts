// Schemas with a `discriminator` that others extend by `allOf`, once every schema has been read -> as their authors mean them: a
// reference to one is the union of those that extend it, each with its values of the property. What they extend is then a schema of
// its own without the discriminator, so that nothing leads back to the union.
import { keyOf, type Report } from "../../diagnostics/index.ts";
import type { NamedSchema } from "../../model/schema.ts";
import { Hierarchy } from "./hierarchy.ts";
import type { NamedDraft } from "./schema-registry.ts";
import { type Root, Unions } from "./tagged-unions.ts";

/** Changes these schemas; returns them with those that the unions need, each after its own. */
export function readBases(drafts: readonly NamedDraft[], report: Report): readonly NamedSchema[] {
  const roots = drafts.flatMap((draft): Root[] => (draft.base === null ? [] : [{ draft, base: draft.base }]));
  if (roots.length === 0) return drafts;
  const hierarchy = new Hierarchy(drafts);
  const extended = roots.filter(({ draft }) => hierarchy.descendantsOf(draft).size > 0 && !hierarchy.isCircular(draft));
  for (const root of extended) reportBase(root, hierarchy, report);
  const meant = extended.filter(({ base }) => base.meaning !== "letter");
  return meant.length === 0 ? drafts : new Unions(meant, hierarchy, report).of(drafts);
}

function reportBase({ draft, base }: Root, hierarchy: Hierarchy, report: Report): void {
  const { field, property, meaning } = base;
  if (meaning === "author") return;
  const names = [...hierarchy.descendantsOf(draft)].map(({ nameParts }) => JSON.stringify(nameParts.at(-1)));
  const shown = names.length > 4 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
  const name = String(draft.nameParts.at(-1));
  report.add("base-discriminator", keyOf(field), { name, property, names: shown, isAssumed: meaning === "assumed" });
}
