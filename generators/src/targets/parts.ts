// The files that declare the names of a file, where schemas and operations are divided.
import type { PartOf } from "../emit/index.ts";
import { operationPartsOf } from "../model/analysis/operation-parts.ts";
import { type SplitSchemas, splitSchemasOf } from "../model/analysis/schema-parts.ts";
import type { Api } from "../model/api.ts";
import type { ApiOptions } from "../model/api-options.ts";
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
