// The schema of a multipart body, or of one of its parts -> where it is bytes.
import type { NamedSchema, Schema, StringSchema } from "../schema.ts";
import { childrenOf, resolvedSchema } from "../walk.ts";
import { coversEveryType } from "./json-types.ts";

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

/** Whether a body is bytes, or may be: also as base64, which frameworks write of bytes that they send as they are. */
export function holdsBytes(schema: Schema): boolean {
  const one = resolvedSchema(schema);
  if (one.kind === "union" || one.kind === "intersection") return one.members.some(holdsBytes);
  return isBinaryPart(one) || (one.kind === "string" && (one.format === "byte" || one.contentEncoding !== null));
}

/** Whether bytes are anywhere in it. `seen`: the named schemas that were looked into already. */
export function holdsBinary(schema: Schema, seen: Set<NamedSchema> = new Set()): boolean {
  if (isBinaryPart(schema)) return true;
  if (schema.kind !== "ref") return childrenOf(schema).some((child) => holdsBinary(child, seen));
  if (seen.has(schema.target)) return false;
  seen.add(schema.target);
  return holdsBinary(schema.target.schema, seen);
}
