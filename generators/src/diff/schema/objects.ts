// Two objects -> the pairs of their members. Rules report added and removed members; this module compares their schemas.

import type { Compared } from "./comparison.ts";
import { isEverything } from "./idle.ts";
import { isClosed, type ObjectView, unlisted } from "./object-view.ts";

interface ComparedObjects extends Pick<Compared, "pair" | "comparison"> {
  readonly base: ObjectView;
  readonly revision: ObjectView;
}

export function compareObjects({ pair, comparison, base, revision }: ComparedObjects): void {
  for (const [name, member] of revision.members) {
    const before = base.members.get(name);
    const subject = `${pair.subject}.${name}`;
    const at = { base: before?.at ?? base.at, revision: member.at };
    if (before !== undefined) comparison.addInner(pair, before.schemas, member.schemas, subject, { at });
    // Unlisted members had this schema, so consumers may use the name. Where it accepts everything, nothing says that they do.
    else if (base.isStated && !isClosed(unlisted(base, name)) && !unlisted(base, name).every(isEverything))
      comparison.addInner(pair, unlisted(base, name), member.schemas, subject, { at });
  }
  if (!isClosed(base.additional) && !isClosed(revision.additional) && (base.isStated || revision.isStated))
    comparison.addInner(pair, base.additional, revision.additional, `${pair.subject}{}`);
  for (const [pattern, schemas] of revision.patterns) {
    const before = base.patterns.get(pattern);
    if (before !== undefined) comparison.addInner(pair, before, schemas, `${pair.subject}{${pattern}}`);
  }
  if (base.names.length > 0 && revision.names.length > 0)
    comparison.addInner(pair, base.names, revision.names, `${pair.subject} (names)`);
  compareDependents({ pair, comparison, base, revision });
}

function compareDependents({ pair, comparison, base, revision }: ComparedObjects): void {
  const before = new Map(base.objects.flatMap((object) => object.dependentSchemas).map((each) => [each.name, each]));
  for (const { name, schema } of revision.objects.flatMap((object) => object.dependentSchemas)) {
    const own = before.get(name);
    if (own !== undefined) comparison.addInner(pair, [own.schema], [schema], `${pair.subject} (with ${name})`);
  }
}
