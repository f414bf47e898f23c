// A media type and its schema -> the schema of the value a body is read into.
import { type Code, code } from "../../emit/index.ts";
import type { MediaType } from "../../model/http.ts";
import type { NamedSchema, Schema } from "../../model/schema.ts";
import { unreachable } from "../../model/unreachable.ts";
import { childrenOf } from "../../model/walk.ts";
import { isBinaryPart, isText } from "../types/index.ts";
import { type Scope, z } from "./scope.ts";
import { lazilyOf, standaloneOf } from "./zod-of.ts";

/**
 * Bytes are a `Blob`, as in the types: a whole binary body, and the parts of a multipart body with bytes. A sequence is
 * validated item by item.
 */
export function bodyZodOf({ body, schema, item }: MediaType, scope: Scope): Code {
  switch (body) {
    case "json":
    case "form":
      return standaloneOf(schema, scope);
    case "multipart":
      return standaloneOf(schema, { ...scope, hasBlobs: (named) => holdsBinary(named.schema, new Set([named])) });
    case "text":
      return isText(schema) ? standaloneOf(schema, scope) : lazilyOf(code`${z}.string()`, scope);
    case "binary":
      return lazilyOf(code`${z}.instanceof(Blob)`, scope);
    case "events":
    case "lines":
    case "sequence":
      return standaloneOf(item?.schema ?? schema, scope);
    default:
      return unreachable(body);
  }
}

function holdsBinary(schema: Schema, seen: Set<NamedSchema>): boolean {
  if (isBinaryPart(schema)) return true;
  if (schema.kind !== "ref") return childrenOf(schema).some((child) => holdsBinary(child, seen));
  if (seen.has(schema.target)) return false;
  seen.add(schema.target);
  return holdsBinary(schema.target.schema, seen);
}
