// What a target declares for each named schema -> `schemas.gen.ts`; where schemas are divided, files below `schemas/` and one that exports
// them.
import { type Declaration, exportFrom, type FileSpec, type PartOf } from "../emit/index.ts";
import { schemaPartsOf } from "../model/analysis/schema-parts.ts";
import type { Api } from "../model/api.ts";
import type { ApiOptions } from "../model/api-options.ts";
import type { NamedSchema } from "../model/schema.ts";

/** The name that each target declares for a schema of a name. */
const names = {
  types: ({ name }: NamedSchema): string => name,
  zod: ({ name }: NamedSchema): string => `${name}Schema`,
};

const path = "schemas.gen.ts";

/** Which part declares what. */
export function schemaPartOf({ schemas }: Api, { schemaFiles }: ApiOptions): PartOf {
  const parts = schemaPartsOf(schemas, schemaFiles);
  const byTarget = new Map(
    Object.entries(names).map(([target, nameOf]) => [
      target,
      new Map([...parts].map(([named, part]) => [nameOf(named), `schemas/${part}.gen.ts`])),
    ]),
  );
  return (file, name) => (file.path === path ? (byTarget.get(file.target)?.get(name) ?? null) : null);
}

export interface SchemaDeclarations {
  readonly target: keyof typeof names;
  readonly summary: string;
  readonly isTypeOnly: boolean;
  readonly declarationOf: (named: NamedSchema) => Declaration;
}

export interface SchemaFileSpecs {
  /** The file that has or exports everything. */
  readonly whole: FileSpec;
  /** In the order of their first schemas. */
  readonly parts: readonly FileSpec[];
}

export function schemaFilesOf(
  schemas: readonly NamedSchema[],
  files: SchemaDeclarations,
  partOf?: PartOf,
): SchemaFileSpecs {
  const { target, summary, isTypeOnly } = files;
  const nameOf = names[target];
  const byPath = Map.groupBy(schemas, (named) => partOf?.({ target, path }, nameOf(named)) ?? path);
  const specs = [...byPath].map(([file, within]): FileSpec => {
    const each = function* (): Iterable<Declaration> {
      for (const named of within) yield files.declarationOf(named);
    };
    return { target, path: file, summary, declarations: { names: within.map(nameOf), each } };
  });
  if (specs.length > 0 && !byPath.has(path)) {
    const declarations = specs.map((spec) => exportFrom(spec, { isTypeOnly }));
    return { whole: { target, path, summary, declarations }, parts: specs };
  }
  const [whole = { target, path, summary, declarations: [] }] = specs;
  return { whole, parts: [] };
}
