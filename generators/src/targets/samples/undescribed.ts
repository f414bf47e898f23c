// A value and its schema -> the first member that no schema describes. Any value may have more members, but TypeScript takes one in an
// object literal for a mistake.
import { describesOtherMembers } from "../../model/analysis/bare-objects.ts";
import { describingChildrenOf, partsOf } from "../../model/analysis/value-parts.ts";
import type { ObjectSchema, Schema } from "../../model/schema.ts";

/** Its path, `lines[0].note`; `null` when all members are described. */
export function undescribedMemberIn(value: unknown, schemas: readonly Schema[], at = ""): string | null {
  const parts = schemas.flatMap((schema) => partsOf(schema, { follow: typedChildrenOf }));
  if (parts.some(({ kind }) => kind === "any")) return null;
  if (Array.isArray(value)) {
    const items = parts.flatMap((part) => (part.kind === "array" ? [...part.prefixItems, part.items] : []));
    return firstOf(value.map((item, index) => () => undescribedMemberIn(item, items, `${at}[${index}]`)));
  }
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return null;
  const objects = parts.filter((part) => part.kind === "object");
  if (objects.every(hasNoMember) || objects.some(describesOtherMembers)) return null;
  return firstOf(
    Object.entries(value).map(([name, member]) => () => {
      const own = objects.flatMap(({ properties }) => properties.filter((property) => property.name === name));
      const path = at === "" ? name : `${at}.${name}`;
      return own.length === 0
        ? path
        : undescribedMemberIn(
            member,
            own.map(({ schema }) => schema),
            path,
          );
    }),
  );
}

function firstOf(checks: readonly (() => string | null)[]): string | null {
  for (const check of checks) {
    const found = check();
    if (found !== null) return found;
  }
  return null;
}

/** Beside others that have members, its type says nothing; alone it accepts all. */
function hasNoMember({ properties, requiredElsewhere }: ObjectSchema): boolean {
  return properties.length === 0 && requiredElsewhere.length === 0;
}

/** TypeScript has no dependent schemas. */
function typedChildrenOf(schema: Schema): readonly Schema[] {
  return schema.kind === "object" ? [] : describingChildrenOf(schema);
}
