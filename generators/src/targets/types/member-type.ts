// The parts of a schema and the name of a member -> its type, by what the parts say of it. `required` may be in one part and the
// property in another.
import { code, literal } from "../../emit/index.ts";
import { jsonTypesOf } from "../../model/analysis/json-types.ts";
import { membersNamed } from "../../model/analysis/value-parts.ts";
import type { NamedSchema, RefSchema, Schema } from "../../model/schema.ts";
import { typeNamed } from "./named-type.ts";
import { intersectionOf, keywordNode, type TypeNode, unionOf } from "./type-node.ts";

/** `unknown` where no part describes the member. */
export function memberNodeIn(parts: readonly Schema[], name: string, nodeOf: (schema: Schema) => TypeNode): TypeNode {
  return new MemberSearch(name, nodeOf).inAll(parts);
}

class MemberSearch {
  private readonly name: string;
  private readonly nodeOf: (schema: Schema) => TypeNode;
  private readonly known = new Map<NamedSchema, TypeNode>();

  constructor(name: string, nodeOf: (schema: Schema) => TypeNode) {
    this.name = name;
    this.nodeOf = nodeOf;
  }

  inAll(parts: readonly Schema[]): TypeNode {
    return intersectionOf(parts.map((part) => this.in(part)));
  }

  private in(schema: Schema): TypeNode {
    switch (schema.kind) {
      case "object":
        return intersectionOf(membersNamed(schema, this.name).map((member) => this.nodeOf(member)));
      case "ref":
        return this.inNamed(schema);
      case "unevaluated":
        return this.in(schema.schema);
      case "intersection":
        return this.inAll(schema.members);
      case "union":
        return unionOf(schema.members.filter(acceptsObjects).map((member) => this.in(member)));
      case "conditional":
        return unionOf([this.in(schema.then), this.in(schema.else)]);
      default:
        return keywordNode("unknown");
    }
  }

  /** A long type is not repeated: it is the type of the member there. */
  private inNamed({ target }: RefSchema): TypeNode {
    const known = this.known.get(target);
    if (known !== undefined) return known;
    this.known.set(target, keywordNode("unknown"));
    const node = this.in(target.schema);
    const type = isShort(node) || !showsMember(target.schema, this.name) ? node : memberTypeIn(target, this.name);
    this.known.set(target, type);
    return type;
  }
}

function memberTypeIn(named: NamedSchema, name: string): TypeNode {
  const type = code`Exclude<${typeNamed(named)}[${literal(name)}], undefined>`;
  return { kind: "verbatim", key: `${JSON.stringify(name)} of ${named.name}`, code: type };
}

/** Whether the type of a schema has the member, however it is read. */
function showsMember(schema: Schema, name: string, seen: ReadonlySet<NamedSchema> = new Set()): boolean {
  switch (schema.kind) {
    case "object":
      return schema.properties.some((property) => property.name === name && property.unsent !== true);
    case "ref":
      return !seen.has(schema.target) && showsMember(schema.target.schema, name, new Set([...seen, schema.target]));
    case "unevaluated":
      return showsMember(schema.schema, name, seen);
    case "intersection":
      return schema.members.some((member) => showsMember(member, name, seen));
    default:
      return false;
  }
}

function acceptsObjects(schema: Schema): boolean {
  return jsonTypesOf(schema).has("object");
}

function isShort(node: TypeNode): boolean {
  switch (node.kind) {
    case "array":
      return isShort(node.element);
    case "union":
      return node.members.length <= 4 && node.members.every(isShort);
    case "tuple":
    case "object":
    case "intersection":
      return false;
    default:
      return true;
  }
}
