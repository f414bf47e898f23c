// The parts of a schema and the name of a member -> its type, by what the parts say of it. `required` may be in one part and the
// property in another.
import { code, literal } from "../../emit/index.ts";
import { jsonTypesOf } from "../../model/analysis/json-types.ts";
import { membersNamed } from "../../model/analysis/value-parts.ts";
import { type NamedSchema, noAnnotations, type Schema } from "../../model/schema.ts";
import { typeNamed } from "./named-type.ts";
import { keywordNode, type TypeNode } from "./type-node.ts";

/** `unknown` where no part describes the member. */
export function memberNodeIn(parts: readonly Schema[], name: string, nodeOf: (schema: Schema) => TypeNode): TypeNode {
  const search: Search = { name, known: new Map() };
  const described = parts.map((part) => ({ part, schemas: schemasIn(part, search) }));
  const speaking = described.filter(({ schemas }) => schemas.length > 0);
  const schema = togetherOf(speaking.flatMap(({ schemas }) => schemas));
  const node = schema === null ? keywordNode("unknown") : nodeOf(schema);
  // A long type is not repeated: it is the type of the member there.
  const [only] = speaking;
  const isRepeated = speaking.length === 1 && only?.part.kind === "ref" && !isShort(node);
  return isRepeated && only.part.kind === "ref" && showsMember(only.part, name)
    ? memberTypeIn(only.part.target, name)
    : node;
}

interface Search {
  readonly name: string;
  readonly known: Map<NamedSchema, readonly Schema[]>;
}

/** The schemas of the member, which all apply to it; none where the schema describes nothing of it. */
function schemasIn(schema: Schema, search: Search): readonly Schema[] {
  switch (schema.kind) {
    case "object":
      return membersNamed(schema, search.name).filter(({ kind }) => kind !== "any");
    case "ref":
      return schemasInNamed(schema.target, search);
    case "unevaluated":
      return schemasIn(schema.schema, search);
    case "intersection":
      return schema.members.flatMap((member) => schemasIn(member, search));
    case "union":
      return oneOfAll(schema.members.filter(acceptsObjects), schema, search);
    case "conditional":
      return oneOfAll([schema.then, schema.else], schema, search);
    default:
      return [];
  }
}

function schemasInNamed(named: NamedSchema, search: Search): readonly Schema[] {
  const known = search.known.get(named);
  if (known !== undefined) return known;
  search.known.set(named, []);
  const schemas = schemasIn(named.schema, search);
  search.known.set(named, schemas);
  return schemas;
}

/** Nothing is known of the member if one alternative describes nothing of it. */
function oneOfAll(alternatives: readonly Schema[], { at }: Schema, search: Search): readonly Schema[] {
  const members = alternatives.map((alternative) => togetherOf(schemasIn(alternative, search)));
  const known = members.filter((member) => member !== null);
  if (known.length === 0 || known.length < members.length) return [];
  return [{ kind: "union", mode: "anyOf", members: known, discriminator: null, at, annotations: noAnnotations }];
}

function togetherOf(members: readonly Schema[]): Schema | null {
  const [first] = members;
  if (first === undefined) return null;
  return members.length === 1 ? first : { kind: "intersection", members, at: first.at, annotations: noAnnotations };
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
