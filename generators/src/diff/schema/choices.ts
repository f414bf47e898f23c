// Alternatives -> pairs that match: by name, by the value that selects them, or by equal content.
import type { JsonType } from "../../model/analysis/json-types.ts";
import { noAnnotations, type Schema } from "../../model/schema.ts";
import { type Paired, pairedFurther, withLastPair } from "../paired.ts";
import { applyRules } from "../rule.ts";
import { alternativePresence, choiceRules, selectorsOf } from "../rules/schema/alternatives.ts";
import { choicePresence, choicesChanged } from "../rules/schema/choice.ts";
import { shown } from "../rules/schema/shown.ts";
import type { Compared } from "./pair.ts";
import { type Choice, type View, viewOf } from "./view.ts";

/** Whether one side has alternatives where the other has one schema, which then counts as the only alternative. */
export function isLifted({ base, revision }: Pick<Compared, "base" | "revision">, type: JsonType): boolean {
  return liftable(base, revision, type) || liftable(revision, base, type);
}

function liftable(single: View, many: View, type: JsonType): boolean {
  return (
    single.types.size === 1 &&
    choicesOf(single, type).length === 0 &&
    choicesOf(many, type).length === 1 &&
    !hasKeywords(many, type)
  );
}

function hasKeywords({ numbers, strings, arrays, objects, enums }: View, type: JsonType): boolean {
  return (
    [...numbers, ...strings, ...arrays, ...objects].some(({ kind }) => kind === type) ||
    enums.some((each) => each.type === type)
  );
}

function choicesOf({ choices }: View, type: JsonType): Choice[] {
  return choices.filter((choice) => choice.type === type);
}

export function compareChoices(compared: Compared): void {
  const { base, revision } = compared;
  const done = new Set<string>();
  for (const type of revision.types) {
    if (!base.types.has(type)) continue;
    const before = liftable(base, revision, type) ? [lifted(compared, "base", type)] : choicesOf(base, type);
    const after = liftable(revision, base, type) ? [lifted(compared, "revision", type)] : choicesOf(revision, type);
    const key = `${before.map(keyOf).join(";")}|${after.map(keyOf).join(";")}`;
    if (!done.has(key)) compareLists(compared, before, after);
    done.add(key);
  }
}

function keyOf({ at, key }: Choice): string {
  return `${at.key} ${key}`;
}

function lifted({ pair, base, revision }: Compared, side: "base" | "revision", type: JsonType): Choice {
  const [single, many] = side === "base" ? [base, revision] : [revision, base];
  const mode = choicesOf(many, type)[0]?.mode ?? "anyOf";
  const schemas = pair[side];
  const [only] = schemas;
  const { at } = single;
  const member: Schema =
    only !== undefined && schemas.length === 1
      ? only
      : { kind: "intersection", members: schemas, at, annotations: only?.annotations ?? noAnnotations };
  return { type, at, mode, members: [member], discriminator: null, key: "0" };
}

function compareLists(compared: Compared, base: readonly Choice[], revision: readonly Choice[]): void {
  const { report, pair } = compared;
  const [choiceMade, choiceUnmade] = choicePresence;
  if (base.length === revision.length) {
    for (const [index, before] of base.entries()) {
      const after = revision[index];
      if (after !== undefined) compareChoice(compared, before, after);
    }
  } else if (base.length === 0)
    for (const { at, members } of revision) report(choiceMade, members.length, pair.baseAt, at);
  else if (revision.length === 0)
    for (const { at, members } of base) report(choiceUnmade, members.length, at, pair.revisionAt);
  else report(choicesChanged, undefined, base[0]?.at ?? pair.baseAt, revision[0]?.at ?? pair.revisionAt);
}

function compareChoice(compared: Compared, base: Choice, revision: Choice): void {
  const { comparison, pair, report } = compared;
  const [alternativeAdded, alternativeRemoved] = alternativePresence;
  const { both, added, removed } = match(compared, base, revision);
  applyRules(choiceRules, base, revision, report);
  for (const { base: before, revision: after } of both)
    comparison.addInner(pair, [before], [after], subjectOf(pair.subject, after, revision));
  for (const schema of added) report(alternativeAdded, alternativeName(schema), base.at, schema.at);
  for (const schema of removed) report(alternativeRemoved, alternativeName(schema), schema.at, revision.at);
}

function subjectOf(subject: string, schema: Schema, { members }: Choice): string {
  return members.length === 1
    ? subject
    : `${subject} (${alternativeName(schema) ?? `alternative ${members.indexOf(schema) + 1}`})`;
}

/** The maximum number of pairs that are compared to find equal ones. */
const mostTrials = 2_500;

function match({ comparison }: Compared, base: Choice, revision: Choice): Paired<Schema> {
  const isSame = (before: Schema, after: Schema): boolean => comparison.isSame(before, after);
  const ways: readonly ((before: Schema, after: Schema) => boolean)[] = [
    (before, after) => base.members.indexOf(before) === revision.members.indexOf(after) && isSame(before, after),
    (before, after) => alternativeName(before) !== null && alternativeName(before) === alternativeName(after),
    (before, after) => selectorsOf(base, before).some((value) => selectorsOf(revision, after).includes(value)),
  ];
  const all: Paired<Schema> = { both: [], added: revision.members, removed: base.members };
  const known = ways.reduce(pairedFurther, all);
  const isFew = known.added.length * known.removed.length <= mostTrials;
  return withLastPair(isFew ? pairedFurther(known, isSame) : known);
}

/** The label of an alternative, `Cat`, `"Cat"`, or `kind = "cat"`; `null` without any of these. */
function alternativeName(schema: Schema): string | null {
  if (schema.kind === "ref") return schema.target.name;
  return schema.annotations.title ?? tagOf(schema);
}

function tagOf(schema: Schema): string | null {
  const members = viewOf([schema], schema.at).objects.flatMap((object) => object.properties);
  for (const { name, schema: member } of members) {
    const [value, ...more] = member.kind === "enum" ? member.values : [];
    if (value !== undefined && more.length === 0) return `${name} = ${shown(value)}`;
  }
  return null;
}
