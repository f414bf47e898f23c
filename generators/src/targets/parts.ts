// The files that declare the names of a file, where schemas and operations are divided.
import type { PartOf } from "../emit/index.ts";
import { type SplitSchemas, splitSchemasOf } from "../model/analysis/schema-parts.ts";
import type { Api } from "../model/api.ts";
import type { ApiOptions, SchemaFiles } from "../model/api-options.ts";
import type { Operation } from "../model/http.ts";
import { schemaPartOf } from "./schema-files.ts";

export interface Parts {
  readonly partOf: PartOf;
  /** `undefined` where files declare the schemas as they are. */
  readonly split: SplitSchemas | undefined;
}

export function partsOf(api: Api, options: ApiOptions): Parts {
  const split = splitSchemasOf(api.schemas, options);
  const schemaPart = schemaPartOf(split);
  const operationPart = operationPartOf(api, options);
  return {
    partOf: (file, name) => operationPart(file, name) ?? schemaPart(file, name),
    split: split.parts.size === 0 ? undefined : split,
  };
}

/** What types and client declare for an operation. */
function operationPartOf({ http }: Api, { schemaFiles }: ApiOptions): PartOf {
  const parts = [...operationPartsOf(http?.operations ?? [], schemaFiles)];
  const pathOf = (part: string): string => `operations/${part}.gen.ts`;
  const paths: Readonly<Record<string, ReadonlyMap<string, string>>> = {
    types: new Map(
      parts.flatMap(([{ typeName }, part]) =>
        ["Request", "Received", "Response"].map((ending) => [`${typeName}${ending}`, pathOf(part)] as const),
      ),
    ),
    client: new Map(parts.map(([{ name }, part]) => [name, pathOf(part)])),
  };
  return ({ target, path }, name) => (path === "operations.gen.ts" ? (paths[target]?.get(name) ?? null) : null);
}

// Operations -> the parts that files of operations are divided into, so that a compiler which imports one operation does not read those
// of all tags.

/** The operations above which they are divided: a compiler reads fewer in a third of a second. */
const largest = 300;

/**
 * The part that each operation is in, named after its first tag; empty where one file has them all. Tags whose names differ only in case
 * or punctuation share a part.
 */
export function operationPartsOf(operations: readonly Operation[], files: SchemaFiles): ReadonlyMap<Operation, string> {
  if (files === "one" || operations.length <= largest) return new Map();
  const parts = new Map(operations.map((operation) => [operation, partNameOf(operation)]));
  return new Set(parts.values()).size === 1 ? new Map() : parts;
}

/** `Pull requests` -> pull-requests. */
function partNameOf({ tags: [tag = ""] }: Operation): string {
  const name = tag
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  return name === "" ? "others" : name;
}
