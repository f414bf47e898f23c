// The keywords for objects -> an object schema.
import { keyOf } from "../../diagnostics/index.ts";
import { patternMatches } from "../../model/analysis/matching-patterns.ts";
import { noAnnotations, type ObjectSchema, type Property } from "../../model/schema.ts";
import type { Node } from "../../source/index.ts";
import { followObject, membersOf } from "../fields/index.ts";
import { compiledPattern, countOf, namesOf, reject } from "./keyword-values.ts";
import { restOf } from "./read-unevaluated.ts";
import type { SchemaReader } from "./schema-reader.ts";

export function readObject(reading: SchemaReader, node: Node): ObjectSchema {
  const required = new Set(namesOf(reading, node, "required"));
  const properties = propertiesOf(reading, node).map(
    (member): Property => ({
      name: member.key,
      required: required.delete(member.key),
      schema: reading.read(member),
      at: member,
    }),
  );
  const additional = restOf(node, "additionalProperties", "unevaluatedProperties");
  const names = node.get("propertyNames");
  return {
    kind: "object",
    properties,
    patternProperties: patternPropertiesOf(reading, node, [...required]),
    additional: additional === undefined ? reading.anything(node) : reading.read(additional),
    additionalStated: additional !== undefined,
    requiredElsewhere: [...required],
    propertyNames: names === undefined ? null : reading.read(names),
    minProperties: countOf(reading, node, "minProperties"),
    maxProperties: countOf(reading, node, "maxProperties"),
    ...readDependencies(reading, node),
    at: node,
    annotations: noAnnotations,
  };
}

/** `unlisted`: required names that only patterns can describe; each must be decided for every pattern. */
function patternPropertiesOf(
  reading: SchemaReader,
  node: Node,
  unlisted: readonly string[],
): ObjectSchema["patternProperties"] {
  return membersOf(reading, node, "patternProperties").flatMap((member) => {
    const pattern = compiledPattern(reading, member.key, keyOf(member), { tolerated: null, stops: null });
    if (pattern === null) return [];
    if (unlisted.some((name) => patternMatches(pattern, name, reading.registry.effort) === null)) {
      const reason = "checking the names in required against it takes too many steps";
      reading.report.add("unsupported-keyword", keyOf(member), { keyword: member.key, reason, advice: "simplify it" });
    }
    return [{ pattern, schema: reading.read(member) }];
  });
}

/** Some descriptions keep a list of properties elsewhere. No standard allows that, but bundlers inline the list. */
function propertiesOf(reading: SchemaReader, node: Node): Node[] {
  const members = membersOf(reading, node, "properties");
  const ref = members.find(({ key, value }) => key === "$ref" && typeof value === "string");
  if (ref === undefined) return members;
  reading.report.add("ref-in-properties", keyOf(ref), {});
  const own = members.filter((member) => member !== ref);
  const names = own.map(({ key }) => key);
  const list = node.get("properties");
  const target = list === undefined ? null : followObject(reading, list, "properties", names);
  if (target === null) return own;
  // A whole schema, whose properties are meant: in a list, the value of `type` would be a schema.
  const inner = typeof target.get("type")?.value === "string" ? target.get("properties") : undefined;
  const listed = inner?.isObject === true ? inner : target;
  return [...own, ...listed.members().filter(({ key }) => !names.includes(key))];
}

const noDependencies = { dependentRequired: [], dependentSchemas: [] } as const;

/** `dependentRequired` and `dependentSchemas`, and draft 07's `dependencies`, which combines both. */
function readDependencies(
  reading: SchemaReader,
  node: Node,
): Pick<ObjectSchema, "dependentRequired" | "dependentSchemas"> {
  if (!node.keys().some((key) => key.startsWith("depend"))) return noDependencies;
  const legacy = membersOf(reading, node, "dependencies");
  const names = [...membersOf(reading, node, "dependentRequired"), ...legacy.filter((member) => member.isArray)];
  const schemas = [...membersOf(reading, node, "dependentSchemas"), ...legacy.filter((member) => !member.isArray)];
  return {
    dependentRequired: names.map((member) => ({ name: member.key, requires: requiresOf(reading, member) })),
    dependentSchemas: schemas.map((member) => ({ name: member.key, schema: reading.read(member) })),
  };
}

function requiresOf(reading: SchemaReader, member: Node): string[] {
  if (member.isArray && member.items().every((item) => typeof item.value === "string")) {
    return member.items().map((item) => String(item.value));
  }
  reject(reading, member, "an array of strings");
  return [];
}
