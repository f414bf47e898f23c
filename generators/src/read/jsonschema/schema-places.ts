// A document -> the locations in it that hold schemas, as far as the structure shows before anything is read.
import type { Node } from "../../source/index.ts";

/** Fields of OpenAPI and AsyncAPI that hold one schema. */
const fields: ReadonlySet<string> = new Set(["schema", "itemSchema", "payload"]);

/** Values below these keys are the author's own. */
const free: ReadonlySet<string> = new Set(["example", "examples", "default", "enum", "const", "value", "bindings"]);

/** A file without the fields of a description is a schema itself, or a collection of them. */
export function schemasIn(root: Node): Node[] {
  if (isDescription(root)) return schemasBelow(root);
  return root.has("$id") || root.has("$schema") || subschemasOf(root).length > 0 || hasNoObjects(root)
    ? [root]
    : [root, ...root.members().flatMap((member) => [member, ...schemasBelow(member)])];
}

export function isDescription(root: Node): boolean {
  return ["openapi", "asyncapi", "swagger"].some((field) => root.has(field));
}

function schemasBelow(node: Node): Node[] {
  return [...node.members(), ...node.items()].flatMap((child) => {
    if (free.has(child.key) || child.key.startsWith("x-")) return [];
    if (child.key === "schemas") return child.members();
    if (fields.has(child.key)) return [child, ...child.members().filter(({ key }) => key === "schema")];
    // `headers` of a message in AsyncAPI is a schema; in OpenAPI it is a map of objects, which have no schema keywords.
    return child.key === "headers" ? [child, ...schemasBelow(child)] : schemasBelow(child);
  });
}

function hasNoObjects(node: Node): boolean {
  return node.members().every((member) => !member.isObject);
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Keywords that hold a schema, or a list of schemas. */
const holders = words(
  "additionalItems additionalProperties allOf anyOf contains contentSchema else if items not oneOf prefixItems propertyNames then " +
    "unevaluatedItems unevaluatedProperties",
);

/** Keywords that hold schemas under names. */
const maps = words("$defs definitions dependencies dependentSchemas patternProperties properties");

/** The schema object directly around a schema, by keyword alone; `null` for one that is in none. */
export function schemaAround({ key, parent }: Node): Node | null {
  const outer = parent?.parent ?? null;
  if (parent === null) return null;
  if (outer !== null && maps.has(parent.key) && parent.isObject) return outer;
  if (outer !== null && holders.has(parent.key) && parent.isArray) return outer;
  return holders.has(key) ? parent : null;
}

/** The schemas directly inside a schema object, by keyword alone, in any dialect. */
export function subschemasOf(node: Node): Node[] {
  return node.members().flatMap((member) => {
    if (maps.has(member.key)) return member.members().filter((entry) => !entry.isArray);
    if (!holders.has(member.key)) return [];
    return member.isArray ? member.items() : [member];
  });
}
