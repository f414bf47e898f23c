// A media type and its schema -> the type of the value a body is read into or written from.
import { code, prefixType } from "../../emit/index.ts";
import { coversEveryType, hasOnlyType } from "../../model/analysis/json-types.ts";
import { isRange } from "../../model/analysis/media-types.ts";
import type { MediaType } from "../../model/http.ts";
import type { NamedSchema, ObjectSchema, Schema, StringSchema } from "../../model/schema.ts";
import { unreachable } from "../../model/unreachable.ts";
import { type Beside, nothingBeside, partsNodeOf } from "./parts-type.ts";
import { nodeOf } from "./schema-type.ts";
import { codeOf } from "./type-code.ts";
import { keyOf, keywordNode, type TypeNode, unionOf } from "./type-node.ts";

/**
 * JSON and forms are values of their schema. Text is a string, narrowed where the schema is one of strings. Bytes are a
 * `Blob`: what `fetch` and `FormData` take and give on every platform, with a size and a type, readable as a stream; a
 * `File` is one. The parts of a multipart body that hold bytes are blobs too. Sequences are their items, as they come.
 */
export function bodyNodeOf({
  body,
  schema,
  item,
  isStreamed,
}: Pick<MediaType, "body" | "schema" | "item" | "isStreamed">): TypeNode {
  switch (body) {
    case "json":
    case "form":
      return nodeOf(schema);
    case "multipart":
      return multipartNodeOf(schema, new Set());
    case "text":
      return hasOnlyType(schema, "string") ? nodeOf(schema) : keywordNode("string");
    case "binary":
      return isStreamed === true ? byteStream : blob;
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

/** Whether a part of a multipart body is bytes; 3.1 omits `type` then, and the keywords of strings decide. */
export function isBinaryPart(schema: Schema): boolean {
  if (schema.kind === "union" && coversEveryType(schema)) return schema.members.some(isBinaryPart);
  return schema.kind === "string" && isBytes(schema);
}

/** `format: binary` (3.0), or a media type without an encoding (3.1). */
function isBytes({ format, contentEncoding, contentMediaType }: StringSchema): boolean {
  if (format === "binary") return true;
  return contentMediaType !== null && contentEncoding === null && !/^text\/|json$/.test(contentMediaType);
}

/** `AsyncIterable<Item>` */
function iterableOf(item: TypeNode): TypeNode {
  return { kind: "verbatim", key: `AsyncIterable ${keyOf(item)}`, code: code`AsyncIterable<${codeOf(item)}>` };
}

const blob: TypeNode = { kind: "verbatim", key: "Blob", code: code`Blob` };
const byteStream: TypeNode = { kind: "verbatim", key: "bytes", code: code`ReadableStream<Uint8Array>` };

/** Named schemas with binary parts are inlined here: their own types describe their JSON form. */
function multipartNodeOf(schema: Schema, inside: ReadonlySet<NamedSchema>, beside = nothingBeside): TypeNode {
  if (!holdsBinary(schema, new Set())) return nodeOf(schema, withoutBinary(beside));
  switch (schema.kind) {
    case "string":
      return blob;
    case "array":
      return { kind: "array", element: multipartNodeOf(schema.items, inside) };
    case "object":
      return objectNodeOf(schema, inside);
    case "ref":
      if (inside.has(schema.target)) return nodeOf(schema);
      return multipartNodeOf(schema.target.schema, new Set([...inside, schema.target]));
    case "union":
      if (isBinaryPart(schema)) return blob;
      return unionOf(schema.members.map((member) => multipartNodeOf(member, inside)));
    case "intersection":
      return partsNodeOf(schema.members, beside, (part, others) => multipartNodeOf(part, inside, others));
    case "unevaluated":
      return multipartNodeOf(schema.schema, inside);
    default:
      return nodeOf(schema);
  }
}

/** What holds bytes is written out in this form: members that it describes have their types there. */
function withoutBinary({ types, parts }: Beside): Beside {
  return { types, parts: parts.filter((part) => !holdsBinary(part, new Set())) };
}

function objectNodeOf(schema: ObjectSchema, inside: ReadonlySet<NamedSchema>): TypeNode {
  const node = nodeOf(schema);
  if (node.kind !== "object") return node;
  const types = new Map(schema.properties.map((property) => [property.name, multipartNodeOf(property.schema, inside)]));
  const members = node.members.map((member) => ({ ...member, type: types.get(member.name) ?? member.type }));
  if (node.index === null) return { ...node, members };
  const others = schema.additional.kind === "never" ? [] : [multipartNodeOf(schema.additional, inside)];
  return { ...node, members, index: { ...node.index, type: unionOf([node.index.type, ...others, ...types.values()]) } };
}

function holdsBinary(schema: Schema, seen: Set<NamedSchema>): boolean {
  switch (schema.kind) {
    case "string":
      return isBinaryPart(schema);
    case "array":
      return holdsBinary(schema.items, seen);
    case "object":
      return [...schema.properties.map((property) => property.schema), schema.additional].some((member) =>
        holdsBinary(member, seen),
      );
    case "ref":
      if (seen.has(schema.target)) return false;
      seen.add(schema.target);
      return holdsBinary(schema.target.schema, seen);
    case "union":
    case "intersection":
      return schema.members.some((member) => holdsBinary(member, seen));
    case "unevaluated":
      return holdsBinary(schema.schema, seen);
    default:
      return false;
  }
}
