// A document with schemas of any dialect that descriptions are written in -> the same with schemas of JSON Schema 2020-12.
// Pointers into it stay what they were.

export interface Dialect {
  /** OpenAPI 3.0: `nullable`, boolean exclusive bounds, and nothing beside a `$ref` counts. */
  readonly openApi30: boolean;
}

/** Works on the whole document, since a schema may stand anywhere in it; what is not a schema has none of these keywords. */
export function asJsonSchema2020(value: object, dialect: Dialect): Record<string, unknown> {
  return convertObject(value, dialect);
}

function convert(value: unknown, dialect: Dialect): unknown {
  if (Array.isArray(value)) return value.map((item) => convert(item, dialect));
  return typeof value === "object" && value !== null ? convertObject(value, dialect) : value;
}

function convertObject(value: object, dialect: Dialect): Record<string, unknown> {
  const members = new Map<string, unknown>(
    Object.entries(value).map(([key, member]) => [key, key === "example" ? member : convert(member, dialect)]),
  );
  draft07(members);
  if (dialect.openApi30) {
    if (typeof members.get("$ref") === "string") return { $ref: members.get("$ref") };
    openApi30(members);
  }
  return Object.fromEntries(members);
}

/** AsyncAPI's own dialect is draft 07: arrays in `items`, and `dependencies`. */
function draft07(members: Map<string, unknown>): void {
  const items = members.get("items");
  if (Array.isArray(items)) {
    members.set("prefixItems", items);
    members.delete("items");
    if (members.has("additionalItems")) members.set("items", members.get("additionalItems"));
  }
  const dependencies = members.get("dependencies");
  if (typeof dependencies !== "object" || dependencies === null || Array.isArray(dependencies)) return;
  const entries = Object.entries(dependencies);
  const lists = entries.filter(([, entry]) => Array.isArray(entry));
  const schemas = entries.filter(([, entry]) => !Array.isArray(entry));
  // Something called `dependencies` that holds neither lists nor schemas is a property of that name.
  if (!schemas.every(([, entry]) => typeof entry === "boolean" || typeof entry === "object")) return;
  if (lists.length > 0) members.set("dependentRequired", Object.fromEntries(lists));
  if (schemas.length > 0) members.set("dependentSchemas", Object.fromEntries(schemas));
}

function openApi30(members: Map<string, unknown>): void {
  for (const [exclusive, bound] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    const flag = members.get(exclusive);
    if (typeof flag !== "boolean") continue;
    members.delete(exclusive);
    if (!flag || !members.has(bound)) continue;
    members.set(exclusive, members.get(bound));
    members.delete(bound);
  }
  const type = members.get("type");
  if (members.get("nullable") !== true || typeof type !== "string") return;
  members.set("type", [type, "null"]);
}
