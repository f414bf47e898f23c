// Matching schemas, and those that nothing uses -> names of types that were added to or removed from generated code.
import type { Api } from "../model/api.ts";
import { withoutUnused } from "../model/finish/filters.ts";
import type { Location } from "../model/place.ts";
import type { NamedSchema } from "../model/schema.ts";
import type { Findings } from "./findings.ts";
import { compareText } from "./rules/annotations.ts";
import { schemaNamePresence, schemaRenamed, unusedSchema } from "./rules/schema-names.ts";

/** For schemas reachable in both descriptions. Those added or removed with an operation are reported with it. */
export function compareSchemaNames(base: Api, revision: Api, findings: Findings): void {
  const [nameGone, nameNew] = schemaNamePresence;
  const before = new Set(base.schemas.map(({ name }) => name));
  const after = new Set(revision.schemas.map(({ name }) => name));
  // Once for each name, at the first use.
  const reported = new Set<string>();
  for (const pair of findings.settle()) {
    const from = pair.baseNamed?.name ?? null;
    const to = pair.revisionNamed?.name ?? null;
    const isGone = from !== null && !after.has(from) && !reported.has(`base ${from}`);
    const isNew = to !== null && !before.has(to) && !reported.has(`revision ${to}`);
    if (isGone) reported.add(`base ${from}`);
    if (isNew) reported.add(`revision ${to}`);
    const report = findings.reportAt({ direction: "response", where: `schema ${to ?? from}` });
    const at = [pair.baseAt, pair.revisionAt] as const;
    if (isGone && to !== null && isNew) report(schemaRenamed, { from, to }, ...at);
    else if (isGone) report(nameGone, from, ...at);
    else if (isNew) report(nameNew, to, ...at);
  }
  compareUnmetTexts(base, revision, findings);
  compareUnused(base, revision, findings);
  for (const { name, side, ...at } of findings.covered()) {
    const report = findings.reportAt({ direction: "response", where: `schema ${name}` });
    if ((side === "base" ? after : before).has(name) || reported.has(`${side} ${name}`)) continue;
    report(side === "base" ? nameGone : nameNew, name, at.base, at.revision);
  }
}

/**
 * The texts of named schemas that were compared only as parts of others, with what these say beside them, as in `allOf`: they are
 * printed with the types of these schemas.
 */
function compareUnmetTexts(base: Api, revision: Api, findings: Findings): void {
  const comparedNames = new Set([...findings.settle()].map(({ baseNamed }) => baseNamed?.name));
  const after = new Map(revision.schemas.map((named) => [named.name, named]));
  for (const { name, schema } of base.schemas) {
    const other = after.get(name)?.schema;
    if (comparedNames.has(name) || other === undefined) continue;
    const report = findings.reportAt({ direction: "response", where: `schema ${name}` });
    compareText({ ...schema.annotations, at: schema.at }, { ...other.annotations, at: other.at }, report);
  }
}

/** Schemas that no operation and no message uses have names in generated code all the same. */
function compareUnused(base: Api, revision: Api, findings: Findings): void {
  const [nameGone, nameNew] = schemaNamePresence;
  const [before, after] = [namesIn(base), namesIn(revision)];
  const [usedBefore, usedAfter] = [usedSchemas(base), usedSchemas(revision)];
  const [baseAt, revisionAt] = [entryOf(base), entryOf(revision)];
  if (baseAt === undefined || revisionAt === undefined) return;
  for (const named of base.schemas) {
    const report = findings.reportAt({ direction: "response", where: `schema ${named.name}` });
    const other = after.get(named.name);
    if (other === undefined && !usedBefore.has(named)) report(nameGone, named.name, named.at, revisionAt);
    if (other === undefined || (usedBefore.has(named) && usedAfter.has(other))) continue;
    const difference = findings.differenceOf(named.schema, other.schema, named.name);
    if (difference !== "none") report(unusedSchema[difference], undefined, named.at, other.at);
  }
  for (const named of revision.schemas) {
    if (before.has(named.name) || usedAfter.has(named)) continue;
    findings.reportAt({ direction: "response", where: `schema ${named.name}` })(nameNew, named.name, baseAt, named.at);
  }
}

function usedSchemas(api: Api): ReadonlySet<NamedSchema> {
  return new Set(withoutUnused(api).schemas);
}

function namesIn({ schemas }: Api): ReadonlyMap<string, NamedSchema> {
  return new Map(schemas.map((named) => [named.name, named]));
}

function entryOf({ http, messaging }: Api): Location | undefined {
  return (http ?? messaging)?.at;
}
