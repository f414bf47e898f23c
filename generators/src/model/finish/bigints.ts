// Schemas in which integers of 64 bits are `bigint` -> the same, where every other schema of the same value has its integers as `bigint`
// too. So a value has one type however it is described: in all parts of an `allOf`, in alternatives, in conditions.
import { objectsApart } from "../analysis/discrimination.ts";
import { endOf, membersNamed, partsOf } from "../analysis/value-parts.ts";
import type { Api } from "../api.ts";
import type { ArraySchema, EnumSchema, NumberSchema, ObjectSchema, Schema, UnevaluatedSchema } from "../schema.ts";
import { schemasOf } from "./used-schemas.ts";

/** Marks schemas in place. A mark may put another schema into a group with marks, so it repeats until there is no new one. */
export function markBigints(api: Api): void {
  const roots = [...api.schemas.map(({ schema }) => schema), ...schemasOf(api)];
  for (let isNew = true; isNew; ) {
    const groups = new Groups();
    for (const root of roots) groups.visit([root]);
    isNew = groups.hasMarked;
  }
}

class Groups {
  hasMarked = false;
  private readonly ids = new Map<Schema, number>();
  private readonly seen = new Set<string>();

  /** `schemas`: those of one value. */
  visit(schemas: readonly Schema[]): void {
    const speaking = [...new Set(schemas.map(endOf))];
    const key = speaking.map((schema) => this.idOf(schema)).sort((a, b) => a - b);
    if (this.seen.has(key.join())) return;
    this.seen.add(key.join());
    const [only] = speaking;
    if (only?.kind === "union" && speaking.length === 1 && objectsApart(only) !== null) {
      for (const member of only.members) this.visit([member]);
      return;
    }
    const seen = new Set<Schema>();
    const parts = speaking.flatMap((schema) => partsOf(schema, { seen }));
    this.mark(parts.filter(isNumeric));
    const rests = parts.filter((part) => part.kind === "unevaluated");
    this.visitElements(
      parts.filter((part) => part.kind === "array"),
      rests,
    );
    this.visitMembers(
      parts.filter((part) => part.kind === "object"),
      rests,
    );
  }

  private mark(numbers: readonly (NumberSchema | EnumSchema)[]): void {
    if (!numbers.some((schema) => schema.bigint === true)) return;
    for (const schema of numbers) {
      if (schema.bigint === true) continue;
      this.hasMarked = true;
      Object.assign(schema, { bigint: true });
    }
  }

  private visitElements(arrays: readonly ArraySchema[], rests: readonly UnevaluatedSchema[]): void {
    const others = [
      ...rests.flatMap(({ items }) => (items === null ? [] : [items])),
      ...arrays.flatMap(({ contains }) => (contains === null ? [] : [contains.schema])),
    ];
    const longest = Math.max(0, ...arrays.map(({ prefixItems }) => prefixItems.length));
    for (let at = 0; at < longest; at += 1)
      this.visit([...arrays.map(({ prefixItems, items }) => prefixItems[at] ?? items), ...others]);
    if (arrays.length + others.length > 0) this.visit([...arrays.map(({ items }) => items), ...others]);
  }

  private visitMembers(objects: readonly ObjectSchema[], rests: readonly UnevaluatedSchema[]): void {
    const others = rests.flatMap(({ properties }) => (properties === null ? [] : [properties]));
    const names = new Set(objects.flatMap(({ properties }) => properties.map(({ name }) => name)));
    for (const name of names) this.visit([...objects.flatMap((object) => membersNamed(object, name)), ...others]);
    for (const { patternProperties } of objects)
      for (const { schema } of patternProperties) this.visit([schema, ...others]);
    if (objects.length + others.length > 0) this.visit([...objects.map(({ additional }) => additional), ...others]);
  }

  private idOf(schema: Schema): number {
    const known = this.ids.get(schema) ?? this.ids.size;
    this.ids.set(schema, known);
    return known;
  }
}

function isNumeric(schema: Schema): schema is NumberSchema | EnumSchema {
  return schema.kind === "number" || (schema.kind === "enum" && schema.values.some((value) => Number.isInteger(value)));
}
