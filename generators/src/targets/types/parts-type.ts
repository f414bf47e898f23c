// The parts of an `allOf` -> one type: parts that add nothing are left out, and the members that a part requires come last.
import { type BareObjectKind, bareObjectKindOf, describesOtherMembers } from "../../model/analysis/bare-objects.ts";
import { conjunctsOf } from "../../model/analysis/conjuncts.ts";
import { requiredMembersOf } from "../../model/analysis/fixed-values.ts";
import { allJsonTypes, commonTypes, type JsonTypes, jsonTypes, jsonTypesOf } from "../../model/analysis/json-types.ts";
import { noAnnotations, type Schema } from "../../model/schema.ts";
import { memberNodeIn } from "./member-type.ts";
import { intersectionOf, isUnknown, keywordNode, type TypeNode, unionOf } from "./type-node.ts";

/** What is said of a value besides a part of its schema. */
export interface Beside {
  /** The JSON types it can have for other reasons. */
  readonly types: JsonTypes;
  /** The other parts of its schema. */
  readonly parts: readonly Schema[];
}

export const nothingBeside: Beside = { types: allJsonTypes, parts: [] };

/** `nodeOfPart`: the type of a part, given what is said besides it. */
export function partsNodeOf(
  members: readonly Schema[],
  beside: Beside,
  nodeOfPart: (part: Schema, beside: Beside) => TypeNode,
): TypeNode {
  const types = members.reduce((common, member) => commonTypes(common, jsonTypesOf(member)), beside.types);
  if (types.size === 0) return keywordNode("never");
  const [first] = members;
  if (first === undefined) return keywordNode("unknown");
  const intersection = { kind: "intersection", members, at: first.at, annotations: noAnnotations } as const;
  const parts = conjunctsOf(intersection, beside.types).map((part, index, all) =>
    withoutRestated(part, all.toSpliced(index, 1), (schema) => nodeOfPart(schema, nothingBeside)),
  );
  if (isApart(parts, types)) {
    const single = jsonTypes.filter((type) => types.has(type)).map((type) => ({ ...beside, types: new Set([type]) }));
    return unionOf(single.map((one) => partsNodeOf(members, one, nodeOfPart)));
  }
  const inside = (index: number): Beside => ({ types, parts: [...beside.parts, ...parts.toSpliced(index, 1)] });
  return togetherOf(parts.map((part, index) => partOf(part, nodeOfPart(part, inside(index)), types)));
}

/**
 * Whether the types for objects, arrays and others are better told apart: `{ a: string } | null`, not `({ a?: string } | null) & ({ a: string } |
 * null)`; TypeScript has arrays that are objects with optional members, too. A type with a name cannot be divided.
 */
function isApart(parts: readonly Schema[], types: JsonTypes): boolean {
  if (types.size === 1 || !(types.has("object") || types.has("array"))) return false;
  return parts.filter((part) => !isPlain(part)).length > 1 && parts.every(isDivisible);
}

function isDivisible(schema: Schema): boolean {
  switch (schema.kind) {
    case "ref":
      return jsonTypesOf(schema).size === 1;
    case "union":
    case "intersection":
      return schema.members.every(isDivisible);
    case "conditional":
      return isDivisible(schema.then) && isDivisible(schema.else);
    case "unevaluated":
      return isDivisible(schema.schema);
    default:
      return true;
  }
}

interface Part {
  readonly node: TypeNode;
  /** Whether it restricts nothing but the JSON type of a value. */
  readonly isPlain: boolean;
  readonly bareness: BareObjectKind | null;
  /** Whether its type restricts a value to the JSON types that are possible. */
  readonly isWithin: boolean;
  /** Whether it says of an object only which members there are. */
  readonly isRequirement: boolean;
}

function partOf(schema: Schema, node: TypeNode, types: JsonTypes): Part {
  return {
    node,
    isPlain: isPlain(schema),
    bareness: bareObjectKindOf(schema, types),
    isWithin: isWithin(schema, types),
    isRequirement: isRequirement(schema),
  };
}

/**
 * The intersection of the parts that describe something. `{ [key: string]: unknown } & Order` would accept a typo in a member of an
 * order, `string & Color` would hide a color: a part that describes nothing is left out beside one that does.
 */
function togetherOf(parts: readonly Part[]): TypeNode {
  const described = parts.filter((part) => !part.isPlain && part.isWithin);
  const hasMembers = described.some(({ bareness }) => bareness === null);
  const isEmptied = parts.some(({ bareness }) => bareness === "emptied");
  const isLeftOut = ({ isPlain: isOnlyType, bareness }: Part): boolean =>
    (isOnlyType && described.length > 0) || (bareness !== null && hasMembers) || (bareness === "free" && isEmptied);
  const relevantParts = parts.filter((part) => !isLeftOut(part));
  const [requirements, others] = [
    relevantParts.filter((part) => part.isRequirement),
    relevantParts.filter((part) => !part.isRequirement),
  ];
  // Where other parts list members, they are all in one object, in the place of the last.
  const at = others.findLastIndex(({ node }) => node.kind === "object" && node.index === null);
  const ordered = others.toSpliced(at === -1 ? others.length : at + 1, 0, ...requirements);
  return intersectionOf(ordered.map(({ node }) => node));
}

/** Whether a schema restricts nothing but the JSON type. A reference does more: its name tells readers what the value is. */
function isPlain(schema: Schema): boolean {
  switch (schema.kind) {
    case "any":
    case "null":
    case "boolean":
      return true;
    case "not":
      return schema.schema.kind !== "any";
    case "number":
      return schema.bigint !== true;
    case "string":
      return schema.known === undefined && schema.date !== true;
    case "array":
      return schema.prefixItems.length === 0 && schema.items.kind === "any";
    case "object":
      return bareObjectKindOf(schema, allJsonTypes) === "free";
    case "union":
    case "intersection":
      return schema.members.every(isPlain);
    case "conditional":
      return isPlain(schema.then) && isPlain(schema.else);
    case "unevaluated":
      return isPlain(schema.schema);
    default:
      return false;
  }
}

/** A type with a name is as wide as its own schema; others are without the types that are not possible. */
function isWithin(schema: Schema, types: JsonTypes): boolean {
  switch (schema.kind) {
    case "any":
    case "not":
      return false;
    case "ref":
      return [...jsonTypesOf(schema)].every((type) => types.has(type));
    case "unevaluated":
      return isWithin(schema.schema, types);
    case "intersection":
      return schema.members.some((member) => isWithin(member, types));
    case "union":
      return schema.members.every(
        (member) => commonTypes(jsonTypesOf(member), types).size === 0 || isWithin(member, types),
      );
    case "conditional":
      return isWithin(schema.then, types) && isWithin(schema.else, types);
    default:
      return true;
  }
}

function isRequirement(schema: Schema): boolean {
  if (schema.kind !== "object" || describesOtherMembers(schema)) return false;
  return schema.properties.length === 0 && schema.requiredElsewhere.length > 0;
}

type NodeOf = (schema: Schema) => TypeNode;

/** Without the required names that another part requires too, with a type. */
function withoutRestated(part: Schema, others: readonly Schema[], nodeOf: NodeOf): Schema {
  if (part.kind !== "object" || part.requiredElsewhere.length === 0 || describesOtherMembers(part)) return part;
  const requiredElsewhere = part.requiredElsewhere.filter(
    (name) => !others.some((other) => requiresTyped(other, name, nodeOf)),
  );
  return { ...part, requiredElsewhere };
}

function requiresTyped(schema: Schema, name: string, nodeOf: NodeOf): boolean {
  switch (schema.kind) {
    case "object":
      return schema.properties.some(
        (property) => property.name === name && property.required && !isUnknown(nodeOf(property.schema)),
      );
    case "ref":
      return requiredMembersOf(schema).has(name) && !isUnknown(memberNodeIn([schema], name, nodeOf));
    case "unevaluated":
      return requiresTyped(schema.schema, name, nodeOf);
    case "intersection":
      return schema.members.some((member) => requiresTyped(member, name, nodeOf));
    case "union": {
      const objects = schema.members.filter((member) => jsonTypesOf(member).has("object"));
      return objects.length > 0 && objects.every((member) => requiresTyped(member, name, nodeOf));
    }
    default:
      return false;
  }
}
