// A valid value -> similar values of the same schema, for arrays whose elements must be unique.
import type { Json, NamedSchema, ObjectSchema, Schema } from "../schema.ts";
import { isList } from "../values/equality.ts";
import { matches } from "../values/matching.ts";
import { arraysOf, enumsOf, leavesFor, numbersOf, objectsOf } from "./leaves.ts";
import { isObject, numberRulesOf, stepOf, withMember } from "./numbers.ts";
import { elementSchemaOf, listedNames, memberSchemaOf } from "./parts.ts";
import { patternTexts } from "./pattern-texts.ts";

const most = 200;

/** Values that match `schema`, none of them checked for being new. `depth` bounds how far inside a change may be. */
export function* neighboursOf(schema: Schema, value: Json, depth = 3): Generator<Json> {
  for (const other of candidatesOf(schema, value, depth)) if (matches(schema, other)) yield other;
}

function* candidatesOf(schema: Schema, value: Json, depth: number): Generator<Json> {
  const { leaves } = leavesFor(schema, value);
  yield* enumsOf(leaves).flatMap(({ values }) => values);
  if (typeof value === "boolean") yield !value;
  if (typeof value === "number") yield* nearNumbers(value, stepOf(numberRulesOf(numbersOf(leaves)), value));
  if (typeof value === "string") yield* nearTexts(value);
  if (depth === 0) return;
  if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const inner = memberSchemaOf(objectsOf(leaves), name, schema);
      for (const other of neighboursOf(inner, member, depth - 1)) yield withMember(value, name, other);
    }
  }
  if (isList(value)) {
    for (const [index, element] of value.entries()) {
      const inner = elementSchemaOf(arraysOf(leaves), index, schema);
      for (const other of neighboursOf(inner, element, depth - 1)) yield value.with(index, other);
    }
  }
}

function* nearNumbers(value: number, step: number): Generator<number> {
  for (let count = 1; count <= most; count += 1) {
    yield value + count * step;
    yield value - count * step;
  }
}

/** A number behind the text, or in place of its end; then single characters in place of each. */
function* nearTexts(text: string): Generator<string> {
  const characters = [...text];
  for (let count = 2; count <= most; count += 1) {
    yield `${text}${count}`;
    yield `${characters.slice(0, -String(count).length).join("")}${count}`;
  }
  for (const index of characters.keys()) {
    for (const other of "abcdefghijklmnopqrstuvwxyzABCDEF0123456789") yield characters.with(index, other).join("");
  }
}

/** Up to `count` names that no list of properties has and `propertyNames` allows, with those that patterns ask for. */
export function otherNames(objects: readonly ObjectSchema[], schema: Schema, count: number): string[] {
  const listed = new Set(listedNames(objects));
  const unlistedNames = new Set<string>();
  for (const name of candidateNames(objects)) {
    if (unlistedNames.size >= count) break;
    const isOther = !listed.has(name) && memberSchemaOf(objects, name, schema).kind !== "never";
    if (isOther && allowedNames([name], objects).length > 0) unlistedNames.add(name);
  }
  return [...unlistedNames];
}

function* candidateNames(objects: readonly ObjectSchema[]): Generator<string> {
  yield* ["key", "key2", "key3"];
  for (const { propertyNames } of objects) if (propertyNames !== null) yield* namesShownBy(propertyNames);
  for (const { patternProperties } of objects) yield* patternTexts(patternProperties.map(({ pattern }) => pattern));
  for (let index = 4; index <= 2 * mostNames; index += 1) yield `key${index}`;
}

const mostNames = 1000;

export function allowedNames(names: readonly string[], objects: readonly ObjectSchema[]): string[] {
  const rules = objects.flatMap(({ propertyNames }) => propertyNames ?? []);
  return names.filter((name) => rules.every((rule) => matches(rule, name)));
}

/** Names that a rule for names shows itself. */
function namesShownBy(rule: Schema, seen: ReadonlySet<NamedSchema> = new Set()): string[] {
  switch (rule.kind) {
    case "enum":
      return rule.values.filter((value) => typeof value === "string");
    case "string":
      return rule.pattern === null ? ["k", "a", "b", "c"] : patternTexts([rule.pattern]);
    case "ref":
      return seen.has(rule.target) ? [] : namesShownBy(rule.target.schema, new Set([...seen, rule.target]));
    case "union":
    case "intersection":
      return rule.members.flatMap((member) => namesShownBy(member, seen));
    default:
      return [];
  }
}
