// Matching schemas -> names of types that were added to or removed from generated code.
import type { Api } from "../model/api.ts";
import type { Findings } from "./findings.ts";
import { compareText } from "./rules/annotations/text.ts";
import { schemaNamePresence, schemaRenamed } from "./rules/schema-names.ts";

/** For schemas reachable in both descriptions. Those added or removed with an operation are reported with it. */
export function compareSchemaNames(base: Api, revision: Api, findings: Findings): void {
  const [nameGone, nameNew] = schemaNamePresence;
  const before = new Set(base.schemas.map(({ name }) => name));
  const after = new Set(revision.schemas.map(({ name }) => name));
  for (const pair of findings.settle()) {
    const from = pair.baseNamed?.name ?? null;
    const to = pair.revisionNamed?.name ?? null;
    const isGone = from !== null && !after.has(from);
    const isNew = to !== null && !before.has(to);
    const report = findings.reportAt({ direction: "response", where: `schema ${to ?? from}` });
    const at = [pair.baseAt, pair.revisionAt] as const;
    if (isGone && to !== null && isNew) report(schemaRenamed, { from, to }, ...at);
    else if (isGone) report(nameGone, from, ...at);
    else if (isNew) report(nameNew, to, ...at);
  }
  compareUnmetTexts(base, revision, findings);
  for (const { name, side, ...at } of findings.covered()) {
    const report = findings.reportAt({ direction: "response", where: `schema ${name}` });
    if (side === "base" && !after.has(name)) report(nameGone, name, at.base, at.revision);
    if (side === "revision" && !before.has(name)) report(nameNew, name, at.base, at.revision);
  }
}

/**
 * The texts of named schemas that were compared only as parts of others, with what these say beside them, as in `allOf`: they are
 * printed with the types of these schemas.
 */
function compareUnmetTexts(base: Api, revision: Api, findings: Findings): void {
  const met = new Set([...findings.settle()].map(({ baseNamed }) => baseNamed?.name));
  const after = new Map(revision.schemas.map((named) => [named.name, named]));
  for (const { name, schema } of base.schemas) {
    const other = after.get(name)?.schema;
    if (met.has(name) || other === undefined) continue;
    const report = findings.reportAt({ direction: "response", where: `schema ${name}` });
    compareText({ ...schema.annotations, at: schema.at }, { ...other.annotations, at: other.at }, report);
  }
}
