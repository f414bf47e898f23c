// The object leaves of a place -> names that members may have, beyond those that are listed.
import type { NamedSchema, ObjectSchema, Schema } from "../schema.ts";
import { matches } from "../values/matching.ts";
import { listedNames, memberSchemaOf } from "./parts.ts";
import { patternTexts } from "./pattern-texts.ts";

/** Up to `count` names that no list of properties has and `propertyNames` allows, with those that patterns ask for. */
export function otherNames(objects: readonly ObjectSchema[], schema: Schema, count: number): string[] {
  const listed = new Set(listedNames(objects));
  const found = new Set<string>();
  for (const name of candidateNames(objects)) {
    if (found.size >= count) break;
    const isOther = !listed.has(name) && memberSchemaOf(objects, name, schema).kind !== "never";
    if (isOther && allowedNames([name], objects).length > 0) found.add(name);
  }
  return [...found];
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
