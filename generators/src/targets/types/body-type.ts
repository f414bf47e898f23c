// A media type and its schema -> the type of the value a body is read into or written from.
import { code, identifier, prefixType } from "../../emit/index.ts";
import { holdsBinary, isBinaryPart } from "../../model/analysis/binary-parts.ts";
import { hasOnlyType } from "../../model/analysis/json-types.ts";
import { isRange } from "../../model/analysis/media-types.ts";
import type { MediaType } from "../../model/http.ts";
import type { NamedSchema, ObjectSchema, Schema } from "../../model/schema.ts";
import { unreachable } from "../../model/unreachable.ts";
import { type Beside, nothingBeside, partsNodeOf } from "./parts-type.ts";
import { arrayNodeOf, nodeOf } from "./schema-type.ts";
import { codeOf } from "./type-code.ts";
import { keyOf, keywordNode, memberOf, objectNode, type TypeNode, unionOf } from "./type-node.ts";

/**
 * Who has the value: a client may send bytes as any platform has them, readers of responses get a `Blob`, and so do servers, for a part of a
 * form a `File`.
 */
export type Direction = "sent" | "received" | "read";

/**
 * JSON and forms are values of their schema. Text is a string, narrowed where the schema is one of strings. Bytes are a
 * `Blob`: what `fetch` and `FormData` take and give on every platform, with a size and a type, readable as a stream; a
 * `File` is one. The parts of a multipart body that hold bytes are blobs too. Sequences are their items, as they come.
 */
export function bodyNodeOf(
  { body, schema, item, isStreamed }: Pick<MediaType, "body" | "schema" | "item" | "isStreamed">,
  direction: Direction,
): TypeNode {
  switch (body) {
    case "json":
    case "form":
      return nodeOf(schema);
    case "multipart":
      return multipartNodeOf(schema, { part: partNodes[direction], inside: new Set() });
    case "text":
      return hasOnlyType(schema, "string") ? nodeOf(schema) : keywordNode("string");
    case "binary":
      if (isStreamed === true) return byteStream;
      return direction === "sent" ? sentBytes : blob;
    case "events":
    case "lines":
    case "sequence":
      return iterableOf(nodeOf(item?.schema ?? schema));
    default:
      return unreachable(body);
  }
}

/** The media type as written; for `image/*` the type of all that match. */
export function contentTypeNodeOf({ type }: MediaType): TypeNode {
  if (!isRange(type)) return { kind: "literal", value: type };
  if (type.startsWith("*/")) return keywordNode("string");
  const prefix = type.slice(0, type.indexOf("*"));
  return { kind: "verbatim", key: `media ${prefix}`, code: prefixType(prefix) };
}

/** `AsyncIterable<Item>` */
function iterableOf(item: TypeNode): TypeNode {
  return { kind: "verbatim", key: `AsyncIterable ${keyOf(item)}`, code: code`AsyncIterable<${codeOf(item)}>` };
}

const blob = globalNode("Blob");
const byteStream: TypeNode = { kind: "verbatim", key: "bytes", code: code`ReadableStream<Uint8Array>` };
/** Also a `Buffer`, which is a view. */
const sentBytes = unionOf([blob, globalNode("ArrayBufferLike"), globalNode("ArrayBufferView")]);
/** A file of React Native has a URI. */
const sentPart = unionOf([
  sentBytes,
  objectNode(["uri", "name", "type"].map((name) => memberOf(name, keywordNode("string")))),
]);

const partNodes: Readonly<Record<Direction, TypeNode>> = { sent: sentPart, received: globalNode("File"), read: blob };

function globalNode(name: string): TypeNode {
  return { kind: "verbatim", key: name, code: code`${identifier(name)}` };
}

interface PartScope {
  /** The type of a part that is bytes. */
  readonly part: TypeNode;
  readonly inside: ReadonlySet<NamedSchema>;
}

/** Named schemas with binary parts are inlined here: their own types describe their JSON form. */
function multipartNodeOf(schema: Schema, scope: PartScope, beside = nothingBeside): TypeNode {
  if (!holdsBinary(schema)) return nodeOf(schema, withoutBinary(beside));
  switch (schema.kind) {
    case "string":
      return scope.part;
    case "array":
      return arrayNodeOf(schema, (element) => multipartNodeOf(element, scope));
    case "object":
      return objectNodeOf(schema, scope);
    case "ref":
      if (scope.inside.has(schema.target)) return nodeOf(schema);
      return multipartNodeOf(schema.target.schema, { ...scope, inside: new Set([...scope.inside, schema.target]) });
    case "union":
      if (isBinaryPart(schema)) return scope.part;
      return unionOf(schema.members.map((member) => multipartNodeOf(member, scope)));
    case "intersection":
      return partsNodeOf(schema.members, beside, (part, others) => multipartNodeOf(part, scope, others));
    case "unevaluated":
      return multipartNodeOf(schema.schema, scope);
    default:
      return nodeOf(schema);
  }
}

/** What holds bytes is written out in this form: members that it describes have their types there. */
function withoutBinary({ types, parts }: Beside): Beside {
  return { types, parts: parts.filter((part) => !holdsBinary(part)) };
}

function objectNodeOf(schema: ObjectSchema, scope: PartScope): TypeNode {
  const node = nodeOf(schema);
  if (node.kind !== "object") return node;
  const types = new Map(schema.properties.map((property) => [property.name, multipartNodeOf(property.schema, scope)]));
  const members = node.members.map((member) => ({ ...member, type: types.get(member.name) ?? member.type }));
  if (node.index === null) return { ...node, members };
  const others = schema.additional.kind === "never" ? [] : [multipartNodeOf(schema.additional, scope)];
  return { ...node, members, index: { ...node.index, type: unionOf([node.index.type, ...others, ...types.values()]) } };
}
