// Discriminators, once every schema has been read -> warnings where they promise more than the schemas say. By the standard they change
// no verdict: only `const` and `enum` in the alternatives separate these, for validators and for types.
import type { Report } from "../../diagnostics/index.ts";
import { fixedMembersOf, requiredMembersOf } from "../../model/analysis/fixed-values.ts";
import { hasOnlyType } from "../../model/analysis/json-types.ts";
import type { Json, Schema } from "../../model/schema.ts";
import { canonical } from "../../model/values/equality.ts";
import type { DescribedDiscriminator } from "./discriminator.ts";

export function checkDiscriminators(described: Iterable<DescribedDiscriminator>, report: Report): void {
  for (const discriminator of described) {
    const { members, fallback } = discriminator;
    const alternatives = members.flatMap((schema, index) =>
      index === fallback || hasOnlyType(schema, "null") ? [] : [alternativeOf(schema, index, discriminator)],
    );
    checkMapping(discriminator, alternatives, report);
    checkApart(discriminator, alternatives, report);
  }
}

interface Alternative {
  readonly index: number;
  readonly name: string;
  readonly schema: Schema;
  /** The values of the property that the schema lists; `null` where it lists none. */
  readonly listed: readonly Json[] | null;
}

function alternativeOf(schema: Schema, index: number, { property }: DescribedDiscriminator): Alternative {
  const name = schema.kind === "ref" ? JSON.stringify(schema.target.nameParts.at(-1)) : `alternative ${index + 1}`;
  return { index, name, schema, listed: fixedMembersOf(schema).get(property) ?? null };
}

/** A value of the mapping that its alternative rejects. */
function checkMapping(
  { mapping, property }: DescribedDiscriminator,
  alternatives: readonly Alternative[],
  report: Report,
): void {
  for (const { value, member, at } of mapping) {
    const { listed = null, name = "" } = alternatives.find(({ index }) => index === member) ?? {};
    if (at === null || listed === null || listed.includes(value)) continue;
    const reason = `in ${name} it is never ${JSON.stringify(value)}`;
    report.add("unknown-discriminator", at, { property, reason }, { severity: "warning" });
  }
}

function checkApart(
  { property, field }: DescribedDiscriminator,
  alternatives: readonly Alternative[],
  report: Report,
): void {
  const refuse = (reason: string): void =>
    void report.add("unknown-discriminator", field, { property, reason }, { severity: "warning" });
  const isObject = ({ schema }: Alternative): boolean => hasOnlyType(schema, "object");
  const isDemanded = ({ schema }: Alternative): boolean => requiredMembersOf(schema).has(property);
  for (const other of alternatives.filter((each) => !isObject(each)))
    refuse(`${other.name} is not an object, or not only one`);
  const objects = alternatives.filter(isObject);
  for (const other of objects.filter((each) => !isDemanded(each))) refuse(`${other.name} does not require it`);
  const [first, ...open] = objects.filter((each) => isDemanded(each) && each.listed === null);
  if (first !== undefined) {
    const names = open.length === 0 ? `${first.name} does` : `${first.name} and ${open.length} more do`;
    refuse(`${names} not list its values`);
  }
  const shared = sharedValueOf(alternatives);
  if (shared !== null) refuse(shared);
}

/** The first value that two alternatives list. */
function sharedValueOf(alternatives: readonly Alternative[]): string | null {
  const names = new Map<string, string>();
  for (const { name, listed } of alternatives) {
    for (const value of listed ?? []) {
      const other = names.get(canonical(value));
      if (other !== undefined) return `${other} and ${name} both list ${JSON.stringify(value)}`;
      names.set(canonical(value), name);
    }
  }
  return null;
}
