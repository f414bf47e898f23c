// Discriminators, once every schema has been read -> alternatives restricted to the values of the property that select them.
// The value of the property selects the one schema that applies; an alternative that does not restrict the value gets those that
// select it, so that types narrow and validators agree with them. Contradictions are reported, and then change nothing.
import type { Report } from "../diagnostics/index.ts";
import { fixedMembersOf, requiredMembersOf } from "../model/analysis/fixed-values.ts";
import { hasOnlyType } from "../model/analysis/json-types.ts";
import { openObjectOf } from "../model/analysis/open-object.ts";
import { noAnnotations, type Schema } from "../model/schema.ts";
import type { Node } from "../source/index.ts";
import type { UnsettledDiscriminator } from "./discriminator.ts";

export function settleDiscriminators(unsettled: Iterable<UnsettledDiscriminator>, report: Report): void {
  for (const discriminator of unsettled) settle(discriminator, report);
}

function settle(discriminator: UnsettledDiscriminator, report: Report): void {
  const { members, fallback, property, field } = discriminator;
  const alternatives = [...members.keys()].filter((index) => index !== fallback && !isNull(members[index]));
  const choices = alternatives.map((index) => choiceOf(discriminator, index, report));
  if (choices.some((choice) => choice === null)) return;
  const known = choices.filter((choice) => choice !== null);
  if (fallback === null && areApart(known)) return;
  for (const { index, member, values, isFixed } of known) {
    if (!isFixed) members[index] = both(member, memberOf(field, property, valuesIn(field, values), true));
  }
  const other = fallback === null ? undefined : members[fallback];
  if (fallback === null || other === undefined) return;
  const taken = valuesIn(
    field,
    known.flatMap(({ values }) => values),
  );
  const rest: Schema = { kind: "not", schema: taken, at: field, annotations: noAnnotations };
  members[fallback] = both(other, memberOf(field, property, rest, false));
}

interface Choice {
  readonly index: number;
  readonly member: Schema;
  /** The strings that select the member. */
  readonly values: readonly string[];
  /** The strings the member itself allows, where it lists them. */
  readonly listed: readonly string[] | null;
  /** Whether the member allows no others. */
  readonly isFixed: boolean;
}

/** `null` when nothing can select the member, which is reported. */
function choiceOf(discriminator: UnsettledDiscriminator, index: number, report: Report): Choice | null {
  const { members, mapping, property, field } = discriminator;
  const member = members[index];
  if (member === undefined) return null;
  const refuse = (reason: string, at: Node = field): null => {
    report.add("unknown-discriminator", at, { property, reason }, { severity: "warning" });
    return null;
  };
  const name = nameOf(member, index);
  if (!hasOnlyType(member, "object")) return refuse(`${name} is not an object, or not only one`);
  if (!requiredMembersOf(member).has(property)) return refuse(`${name} does not require it`);
  const fixed = fixedMembersOf(member).get(property);
  const listed = fixed === undefined ? null : fixed.filter((value) => typeof value === "string");
  const entries = mapping.filter((entry) => entry.member === index);
  for (const { value, at } of entries) {
    if (listed !== null && !listed.includes(value) && at !== null)
      refuse(`in ${name} it is never ${JSON.stringify(value)}`, at);
  }
  const selecting = entries.map(({ value }) => value).filter((value) => listed === null || listed.includes(value));
  // A value in the schema itself overrides the one implied by its name.
  const values = selecting.length > 0 ? selecting : (listed ?? []);
  if (values.length === 0) return refuse(`no value selects ${name}`);
  const isFixed = listed !== null && listed.length === fixed?.length && listed.every((value) => values.includes(value));
  return { index, member, values, listed, isFixed };
}

/** Members that list disjoint values need no further restriction. */
function areApart(choices: readonly Choice[]): boolean {
  const all = choices.flatMap(({ listed }) => listed ?? []);
  return choices.every(({ listed }) => listed !== null) && new Set(all).size === all.length;
}

function nameOf(member: Schema, index: number): string {
  return member.kind === "ref" ? JSON.stringify(member.target.nameParts.at(-1)) : `alternative ${index + 1}`;
}

function isNull(schema: Schema | undefined): boolean {
  return schema !== undefined && hasOnlyType(schema, "null");
}

function both(a: Schema, b: Schema): Schema {
  return { kind: "intersection", members: [a, b], at: a.at, annotations: noAnnotations };
}

function valuesIn(at: Node, values: readonly string[]): Schema {
  return { kind: "enum", values, at, annotations: noAnnotations };
}

function memberOf(at: Node, name: string, schema: Schema, required: boolean): Schema {
  return openObjectOf([{ name, required, schema, at }], at);
}
