// What a target declares for each named schema -> `schemas.gen.ts`; where schemas are divided, files below `schemas/` and one that exports
// them.
import { type Declaration, exportFrom, type FileSpec, type PartOf } from "../emit/index.ts";
import type { SplitSchemas } from "../model/analysis/schema-parts.ts";
import type { NamedSchema } from "../model/schema.ts";
import type { ApiContext } from "./target.ts";

/** The name that each target declares for a schema of a name. */
const names = {
  types: ({ name }: NamedSchema): string => name,
  zod: ({ name }: NamedSchema): string => `${name}Schema`,
};

const path = "schemas.gen.ts";

/** Which part declares what. */
export function schemaPartOf({ parts }: SplitSchemas): PartOf {
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
  { partOf, split }: Pick<ApiContext, "partOf" | "split">,
): SchemaFileSpecs {
  const { target, summary, isTypeOnly } = files;
  const nameOf = names[target];
  const declared = (named: NamedSchema): NamedSchema => (split === undefined ? named : referringTo(split, named));
  const byPath = Map.groupBy(split?.schemas ?? schemas, (named) => partOf?.({ target, path }, nameOf(named)) ?? path);
  const specs = [...byPath].map(([file, within]): FileSpec => {
    const each = function* (): Iterable<Declaration> {
      for (const named of within) yield files.declarationOf(declared(named));
    };
    return { target, path: file, summary, declarations: { names: within.map(nameOf), each } };
  });
  if (specs.length > 0 && !byPath.has(path)) {
    const declarations = specs.map((spec) => exportFrom(spec, { isTypeOnly }));
    return { whole: { target, path, summary, declarations }, parts: specs };
  }
  const [singleFile = { target, path, summary, declarations: [] }] = specs;
  return { whole: singleFile, parts: [] };
}

/** The schema, and the one that it is a form of, with references to what has a name in the files. */
function referringTo({ referring }: SplitSchemas, named: NamedSchema): NamedSchema {
  const schema = referring(named.schema);
  const basis = named.basis === undefined ? undefined : referring(named.basis.schema);
  if (schema === named.schema && basis === named.basis?.schema) return named;
  if (named.basis === undefined || basis === undefined) return { ...named, schema };
  return { ...named, schema, basis: { ...named.basis, schema: basis } };
}
