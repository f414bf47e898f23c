// Schemas that stand for each other -> names of types that generated code has no more, or has more.
import type { Api } from "../model/api.ts";
import type { Findings } from "./findings.ts";
import { schemaNameGone, schemaNameNew, schemaRenamed } from "./rules/schema-names.ts";

/** Of the schemas that something leads to in both descriptions. What came or went with an operation is told as that. */
export function compareSchemaNames(base: Api, revision: Api, findings: Findings): void {
  const before = new Set(base.schemas.map(({ name }) => name));
  const after = new Set(revision.schemas.map(({ name }) => name));
  for (const pair of findings.settle()) {
    const from = pair.baseNamed?.name ?? null;
    const to = pair.revisionNamed?.name ?? null;
    const isGone = from !== null && !after.has(from);
    const isNew = to !== null && !before.has(to);
    const tell = findings.tellAt({ direction: "response", where: `schema ${to ?? from}` });
    const at = [pair.baseAt, pair.revisionAt] as const;
    if (isGone && to !== null && isNew) tell(schemaRenamed, { from, to }, ...at);
    else if (isGone) tell(schemaNameGone, from, ...at);
    else if (isNew) tell(schemaNameNew, to, ...at);
  }
}
