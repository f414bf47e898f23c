// A form of a schema -> its type as the difference to that of the schema: `Omit<Order, "id"> & { lines: LineWritable[] }`.
import { code, join, literal } from "../../emit/index.ts";
import type { NamedSchema } from "../../model/schema.ts";
import { typeNamed } from "./named-type.ts";
import { nodeOf } from "./schema-type.ts";
import {
  intersectionOf,
  isClosedObject,
  keyOf,
  type Member,
  type ObjectNode,
  objectNode,
  type TypeNode,
} from "./type-node.ts";

/** The type, which is the same written out; `null` where it is shorter written out, or where the two may be different types. */
export function differenceNodeOf({ schema, basis }: NamedSchema): TypeNode | null {
  if (basis === undefined) return null;
  const basisSplit = splitOf(nodeOf(basis.schema));
  const form = splitOf(nodeOf(schema));
  if (basisSplit === null || form === null || !areEqual(basisSplit.others, form.others)) return null;
  const formMembers = new Map(form.object.members.map((member) => [member.name, member]));
  const unequal = basisSplit.object.members.filter(
    ({ name, ...member }) => !isEqual({ name, ...member }, formMembers.get(name)),
  );
  const known = new Set(basisSplit.object.members.map(({ name }) => name));
  const replaced = new Set(unequal.map(({ name }) => name));
  const added = form.object.members.filter(({ name }) => replaced.has(name) || !known.has(name));
  // A reader has to look at two places: that has to be worth it.
  if (form.object.members.length - added.length < least + added.length) return null;
  return intersectionOf([
    omitOf(basis, [...replaced]),
    ...(added.length === 0 ? [] : [objectNode(added)]),
    ...form.others,
  ]);
}

/** Of members that are not written out. */
const least = 3;

interface MemberSplit {
  readonly object: ObjectNode;
  readonly others: readonly TypeNode[];
}

/**
 * The members of a type that `Omit` keeps as they are, and what is said besides, which is stated again. `Omit` knows nothing of alternatives and
 * makes an index signature of all members; so both are excluded, but for alternatives that only say more of the same members.
 */
function splitOf(node: TypeNode): MemberSplit | null {
  if (isClosedObject(node)) return { object: node, others: [] };
  if (node.kind !== "intersection") return null;
  const objects = node.members.filter(isClosedObject);
  const [object] = objects;
  const others = node.members.filter((member) => member !== object);
  return object === undefined || objects.length > 1 || !others.every(isOfClosedObjects) ? null : { object, others };
}

function isOfClosedObjects(node: TypeNode): boolean {
  return isClosedObject(node) || (node.kind === "union" && node.members.every(isClosedObject));
}

function areEqual(one: readonly TypeNode[], other: readonly TypeNode[]): boolean {
  return one.map(keyOf).join() === other.map(keyOf).join();
}

function isEqual(one: Member, other: Member | undefined): boolean {
  return other !== undefined && keyOf(objectNode([one])) === keyOf(objectNode([other]));
}

/** `Omit<Order, "id" | "status">`; the type itself where no name is left out. */
function omitOf(basis: NamedSchema, names: readonly string[]): TypeNode {
  const symbol = typeNamed(basis);
  if (names.length === 0) return { kind: "symbol", symbol };
  const keys = join(names.map(literal), " | ");
  return {
    kind: "verbatim",
    key: `Omit ${basis.name} ${names.join()}`,
    code: code`Omit<${symbol}, ${keys}>`,
  };
}
