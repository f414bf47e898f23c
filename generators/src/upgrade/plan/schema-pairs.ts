// Two schemas at one place -> what callers notice inside of them: renamed and missing members, values, members that became required.
// References lead to pairs of named schemas, which the plan then compares in the same way.

import { type Location, valueAt } from "../../model/place.ts";
import type { NamedSchema, ObjectSchema, Property, Schema } from "../../model/schema.ts";
import { literalMeant, noteType, typeTextOf } from "./changed-types.ts";
import { type MemberEdit, type MemberPlace, memberKey, type RequiredMember, type ValuesEdit } from "./changes.ts";
import type { Findings } from "./findings.ts";

/** Where two schemas are compared. */
export interface Compared {
  readonly place: MemberPlace;
  /** `Order.address`, for people and for `--rename`. */
  readonly name: string;
  /** `Company`, where the type became a choice and this is one of its alternatives. */
  readonly alternative?: string;
}

export function compareSchemas(before: Schema, after: Schema, at: Compared, findings: Findings): void {
  if (before.kind === "ref" && after.kind === "ref") {
    findings.meet(before.target, after.target);
    return;
  }
  meetMembers(before, after, findings);
  if (before.kind === "ref") {
    if (!findings.enter(before.target, after.at)) return;
    const { name, schema } = before.target;
    compareSchemas(schema, after, { ...at, place: { top: name, path: [] }, name }, findings);
    return;
  }
  if (after.kind === "ref") {
    if (findings.enter(after.target, before.at)) compareSchemas(before, after.target.schema, at, findings);
    return;
  }
  const [old, now] = [unwrapped(before), unwrapped(after)];
  if (old.kind === "object" && now.kind === "object") {
    compareObjects(old, now, at, findings);
    return;
  }
  if (old.kind === "array" && now.kind === "array") {
    old.prefixItems.forEach((item, index) => {
      const other = now.prefixItems[index];
      if (other !== undefined) compareSchemas(item, other, at, findings);
    });
    compareSchemas(old.items, now.items, at, findings);
    return;
  }
  const [values, later] = [valuesOf(old), valuesOf(now)];
  if (values !== null && later !== null) {
    compareValues({ old, now, values, later }, at, findings);
    return;
  }
  const [members, others] = [membersOf(old), membersOf(now)];
  if (members.length + others.length > 2)
    for (const [one, other] of pairedMembers(members, others, findings))
      compareSchemas(one, other, members.length === 1 ? { ...at, alternative: alternativeOf(other) } : at, findings);
}

/** For people. */
function alternativeOf(schema: Schema): string {
  return schema.kind === "ref" ? schema.target.name : "another alternative";
}

/** A choice in the place of one schema, and the other way round: a type was split, or types were merged. */
function meetMembers(before: Schema, after: Schema, findings: Findings): void {
  if (after.kind === "ref" && before.kind === "union")
    for (const member of before.members) if (member.kind === "ref") findings.meet(member.target, after.target);
  if (before.kind === "ref" && after.kind === "union")
    for (const member of after.members) if (member.kind === "ref") findings.meet(before.target, member.target);
}

function unwrapped(schema: Schema): Schema {
  return schema.kind === "unevaluated" ? unwrapped(schema.schema) : schema;
}

function membersOf(schema: Schema): readonly Schema[] {
  return schema.kind === "union" || schema.kind === "intersection" ? schema.members.map(unwrapped) : [schema];
}

/** Of alternatives and parts: references to the same schema, then what is alone of its kind, then by position. */
function pairedMembers(before: readonly Schema[], after: readonly Schema[], findings: Findings): [Schema, Schema][] {
  const pairs: [Schema, Schema][] = [];
  let [olds, nows] = [before, after];
  const take = (old: Schema, now: Schema): void => {
    pairs.push([old, now]);
    olds = olds.filter((one) => one !== old);
    nows = nows.filter((one) => one !== now);
  };
  for (const old of before) {
    const same = nows.find(
      (now) => old.kind === "ref" && now.kind === "ref" && findings.isSame(old.target, now.target),
    );
    if (same !== undefined) take(old, same);
  }
  for (const kind of new Set(olds.map((old) => old.kind))) {
    const [some, others] = [olds.filter((old) => old.kind === kind), nows.filter((now) => now.kind === kind)];
    if (some.length === others.length) for (const [index, old] of some.entries()) take(old, others[index] ?? old);
  }
  const [unpaired] = olds;
  // A schema that became a choice is each of its alternatives.
  if (unpaired !== undefined && olds.length === 1) for (const now of nows) pairs.push([unpaired, now]);
  const [only] = nows;
  if (only !== undefined && nows.length === 1 && olds.length > 1) for (const old of olds) pairs.push([old, only]);
  return pairs;
}

function compareObjects(before: ObjectSchema, after: ObjectSchema, at: Compared, findings: Findings): void {
  const { place, name } = at;
  const below = (key: string): Compared => ({
    ...at,
    place: { top: place.top, path: [...place.path, key] },
    name: `${name}.${key}`,
  });
  // An object literal may be any of the alternatives: the compiler knows which.
  const isChoice = at.alternative !== undefined;
  const successors = successorsOf(before, after, at, findings);
  for (const property of before.properties) {
    const now = successors.get(property);
    const key = memberKey(place.top, [...place.path, property.name]);
    if (now === undefined) {
      if (property.unsent !== true) findings.member(key, goneEdit(property, after, below(property.name), findings));
      continue;
    }
    if (now.name === property.name) findings.keep(key);
    else
      findings.member(key, {
        kind: "rename",
        to: now.name,
        change: findings.change("renamed-property", {
          message: `${name}.${property.name} is now ${name}.${now.name}`,
          hint: `write ${now.name} instead of ${property.name}`,
          base: property.at,
          revision: now.at,
        }),
      });
    if (!property.required && now.required && !isChoice)
      findings.require(place, requiredOf(property, now, name, findings));
    if (!isChoice) noteType(property, now, below(property.name), findings);
    compareSchemas(property.schema, now.schema, below(property.name), findings);
  }
  noteKeys(before, at, findings);
  const known = new Set(successors.values());
  for (const now of after.properties)
    if (!known.has(now) && now.required && now.unsent !== true && !isChoice)
      findings.require(place, requiredOf(null, now, name, findings));
  compareSchemas(before.additional, after.additional, at, findings);
}

/** Where a member is named by a text of the type `keyof`. */
function noteKeys(before: ObjectSchema, { place, name }: Compared, findings: Findings): void {
  const edits = before.properties.flatMap((property) => {
    const edit = findings.members.get(memberKey(place.top, [...place.path, property.name]));
    return edit === undefined || edit.kind === "move" || edit.kind === "unclear" ? [] : [{ key: property.name, edit }];
  });
  if (edits.length === 0) return;
  findings.keySets.push({
    name,
    before: before.properties.filter(({ unsent }) => unsent !== true).map((property) => property.name),
    renamed: new Map(edits.flatMap(({ key, edit }) => (edit.kind === "rename" ? [[key, edit] as const] : []))),
    removed: new Map(edits.flatMap(({ key, edit }) => (edit.kind === "gone" ? [[key, edit.change] as const] : []))),
    added: [],
  });
}

function goneEdit(
  property: Property,
  after: ObjectSchema,
  { name, alternative }: Compared,
  findings: Findings,
): MemberEdit {
  const elsewhere = alternative === undefined ? placesNow(property, after, name, findings) : [];
  const instead = elsewhere.join(" or ");
  const change = findings.change("removed-property", {
    message:
      alternative !== undefined
        ? `${name} is not in ${alternative}`
        : `${name} is gone${instead === "" ? "" : `; ${instead} is new`}`,
    hint:
      alternative !== undefined
        ? "check first which alternative it is"
        : instead === ""
          ? "remove the code that uses it"
          : `use ${instead} if it means the same; otherwise remove the code`,
    base: property.at,
    revision: after.at,
  });
  return { kind: "gone", change };
}

/** Where a property that is gone may be now: in a new member of the same object, else in a new schema. */
function placesNow(property: Property, after: ObjectSchema, name: string, findings: Findings): string[] {
  const owner = name.slice(0, -property.name.length - 1);
  const has = (schema: Schema): boolean => {
    const resolvedSchema = unwrapped(schema.kind === "ref" ? schema.target.schema : schema);
    return (
      resolvedSchema.kind === "object" &&
      resolvedSchema.properties.some((one) => one.name === property.name && isAlike(one.schema, property.schema))
    );
  };
  const inside = after.properties
    .filter(({ schema }) => has(schema))
    .map((one) => `${owner}.${one.name}.${property.name}`);
  if (inside.length > 0) return inside;
  return findings.freshSchemas.filter(({ schema }) => has(schema)).map((one) => `${one.name}.${property.name}`);
}

function requiredOf(before: Property | null, now: Property, owner: string, findings: Findings): RequiredMember {
  const type = typeTextOf(now.schema);
  const value = literalMeant(now.schema) ?? (before === null ? null : literalMeant(before.schema));
  const change = findings.change(before === null ? "new-required" : "became-required", {
    message: before === null ? `${owner}.${now.name} is new and required` : `${owner}.${now.name} is required`,
    hint: `set ${now.name}: ${type}`,
    base: before?.at ?? null,
    revision: now.at,
  });
  return { name: now.name, value, type, change };
}

/** Which property of the new object each of the old one is. */
function successorsOf(
  before: ObjectSchema,
  after: ObjectSchema,
  { name }: Compared,
  findings: Findings,
): Map<Property, Property> {
  const successors = new Map<Property, Property>();
  for (const property of before.properties) {
    const same = after.properties.find((now) => now.name === property.name);
    if (same !== undefined) successors.set(property, same);
  }
  const claimed = (): ReadonlySet<Property> => new Set(successors.values());
  const gone = (): Property[] =>
    before.properties.filter((property) => !successors.has(property) && property.unsent !== true);
  const fresh = (): Property[] => after.properties.filter((now) => !claimed().has(now) && now.unsent !== true);
  for (const property of gone()) {
    const stated = findings.stated.of(`${name}.${property.name}`);
    const now = fresh().find((one) =>
      stated === null ? previousNameAt(one.at) === property.name : one.name === stated,
    );
    if (now !== undefined) successors.set(property, now);
  }
  const [unmatched, candidates] = [gone(), fresh()];
  const [only, one] = [unmatched[0], candidates[0]];
  if (
    unmatched.length === 1 &&
    candidates.length === 1 &&
    only !== undefined &&
    one !== undefined &&
    isSameProperty(only, one)
  )
    successors.set(only, one);
  for (const property of gone()) {
    const possible = fresh().filter((now) => isAlike(property.schema, now.schema));
    if (possible.length > 0)
      findings.ask({
        old: `${name}.${property.name}`,
        candidates: possible.map((now) => now.name),
        message: `${name}.${property.name} is gone and ${possible.map((now) => now.name).join(", ")} of the same type is new`,
      });
  }
  return successors;
}

/** Written alike, with the same description: the name alone differs. */
function isSameProperty(before: Property, after: Property): boolean {
  return (
    before.required === after.required && hasDescription(before.schema) && writtenAs(before.at) === writtenAs(after.at)
  );
}

function hasDescription({ annotations }: Schema): boolean {
  return annotations.description !== null && annotations.description !== "";
}

function isAlike(before: Schema, after: Schema): boolean {
  const [old, now] = [unwrapped(before), unwrapped(after)];
  if (old.kind === "ref" && now.kind === "ref") return old.target.name === now.target.name;
  return old.kind === now.kind && typeTextOf(old) === typeTextOf(now);
}

/** The texts of an enum, closed or open; `null` for anything else. */
function valuesOf(schema: Schema): readonly string[] | null {
  if (schema.kind === "string") return schema.known ?? null;
  if (schema.kind === "union") {
    const lists = schema.members.filter(({ kind }) => kind !== "null").map(valuesOf);
    const texts = lists.flatMap((list) => list ?? []);
    return lists.length === 0 || lists.includes(null) ? null : texts;
  }
  if (schema.kind !== "enum") return null;
  const texts = schema.values.filter((value) => typeof value === "string");
  return texts.length === 0 ? null : texts;
}

interface Values {
  readonly old: Schema;
  readonly now: Schema;
  readonly values: readonly string[];
  readonly later: readonly string[];
}

function compareValues({ old, now, values, later }: Values, { place, name }: Compared, findings: Findings): void {
  const gone = values.filter((value) => !later.includes(value));
  const fresh = later.filter((value) => !values.includes(value));
  if (gone.length === 0 && fresh.length === 0) return;
  const about = { base: old.at, revision: now.at };
  const successors = new Map<string, string>();
  const stating = oldValuesAt(now.at);
  for (const value of gone) {
    const to =
      findings.stated.of(`${name}.${value}`) ??
      fresh.find((one) => stating.get(one) === value || findings.eventIsNow(value, one));
    if (to !== undefined && fresh.includes(to)) successors.set(value, to);
  }
  const [only, one] = [gone[0], fresh[0]];
  if (gone.length === 1 && fresh.length === 1 && only !== undefined && one !== undefined && !successors.has(only)) {
    // One constant at one place.
    if ((values.length === 1 && later.length === 1) || haveSameMeaning(old, now, only, one)) successors.set(only, one);
    else
      findings.ask({
        old: `${name}.${only}`,
        candidates: [one],
        message: `the value ${JSON.stringify(only)} of ${name} is gone and ${JSON.stringify(one)} is new`,
      });
  }
  const rename = (
    value: string,
    to: string,
  ): ValuesEdit["renamed"] extends ReadonlyMap<string, infer V> ? V : never => ({
    to,
    change: findings.change("renamed-value", {
      message: `the value ${JSON.stringify(value)} of ${name} is now ${JSON.stringify(to)}`,
      hint: `write ${JSON.stringify(to)} instead of ${JSON.stringify(value)}`,
      ...about,
    }),
  });
  const removed = gone
    .filter((value) => !successors.has(value))
    .map((value) => {
      const message = `${JSON.stringify(value)} is no longer a value of ${name}`;
      return [
        value,
        findings.change("removed-value", { message, hint: `values now: ${later.join(", ")}`, ...about }),
      ] as const;
    });
  const added = fresh
    .filter((value) => ![...successors.values()].includes(value))
    .map((value) => ({
      value,
      change: findings.change("new-value", {
        message: `${JSON.stringify(value)} is a new value of ${name}`,
        hint: `handle ${JSON.stringify(value)} here`,
        ...about,
      }),
    }));
  findings.values(memberKey(place.top, place.path), {
    name,
    before: values,
    renamed: new Map([...successors].map(([value, to]) => [value, rename(value, to)])),
    removed: new Map(removed),
    added,
  });
}

function haveSameMeaning(old: Schema, now: Schema, before: string, after: string): boolean {
  const meaning = old.annotations.enumDescriptions[before];
  return meaning !== undefined && meaning === now.annotations.enumDescriptions[after];
}

/** Whether the two share most of their members: a schema in the place of another is its successor only then. */
export function isSuccessor(before: NamedSchema, after: NamedSchema): boolean {
  const [old, now] = [keysOf(before.schema), keysOf(after.schema)];
  if (old === null || now === null) return unwrapped(before.schema).kind === unwrapped(after.schema).kind;
  const shared = old.filter((key) => now.includes(key)).length;
  return shared * 2 >= Math.min(old.length, now.length);
}

function keysOf(schema: Schema): readonly string[] | null {
  const innerSchema = unwrapped(schema);
  return innerSchema.kind === "object" ? innerSchema.properties.map(({ name }) => name) : null;
}

// Values as the description has them: what names the old name of something, and whether two things are written alike.
const renamedFrom = "x-waybill-renamed-from";
const renamedValues = "x-waybill-renamed-values";

/** The old name that the thing at this place states; `null` without one. */
export function previousNameAt(location: Location): string | null {
  const value = fieldsAt(location)[renamedFrom];
  return typeof value === "string" ? value : null;
}

/** The old value by the new one, as an enum states them. */
function oldValuesAt(location: Location): ReadonlyMap<string, string> {
  const value = fieldsAt(location)[renamedValues];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return new Map();
  return new Map(
    Object.entries(value).flatMap(([now, before]) => (typeof before === "string" ? [[now, before] as const] : [])),
  );
}

function fieldsAt(location: Location): Readonly<Record<string, unknown>> {
  const value = valueAt(location);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** The value as text, without the statements about old names; equal texts are equal values, written in the same order. */
export function writtenAs(location: Location): string {
  return (
    JSON.stringify(valueAt(location), (key, value) =>
      key === renamedFrom || key === renamedValues ? undefined : value,
    ) ?? ""
  );
}
