// The official schemas of OpenAPI and AsyncAPI, for completion: read when a document of their version is first completed.
import { asyncApiSchemaName, openApiSchemaName, standardSchema, tokensOf } from "waybill/language";
import { valueAt } from "../value-at.ts";
import { schemaOfSchemas } from "./keywords.ts";
import type { Resolve, SchemaAt } from "./schema-walk.ts";

/** The schema of documents that say this of themselves; `null` for any other. */
export function standardOf(root: unknown): SchemaAt | null {
  const versionOf = (key: string): string | null => {
    const version: unknown = typeof root === "object" && root !== null ? Reflect.get(root, key) : null;
    return typeof version === "string" ? version : typeof version === "number" ? version.toFixed(1) : null;
  };
  const [openapi, swagger, asyncapi] = [versionOf("openapi"), versionOf("swagger"), versionOf("asyncapi")];
  if (openapi !== null) return named(openApiSchemaName(openapi));
  if (swagger !== null) return named("swagger-2.0");
  return asyncapi === null ? null : named(asyncApiSchemaName(asyncapi));
}

function named(name: string): SchemaAt {
  return { schema: standardSchema(name), base: name };
}

/** Schemas of a description are described by the keywords of JSON Schema, where the official schema leaves them open. */
export const resolveInStandard: Resolve = (ref, { base }) => {
  if (ref === "#meta" || ref === "#/schema") return { schema: schemaOfSchemas, base };
  if (/json-schema\.org|draft-07/.test(ref)) return { schema: schemaOfSchemas, base };
  const tokens = tokensOf(decodeURIComponent(ref.slice(ref.indexOf("#") + 1)));
  const definition = tokens === null ? undefined : valueAt(standardSchema(base), tokens);
  if (definition === undefined) return null;
  return isOfSchemas(tokens ?? [])
    ? {
        schema: {
          ...Object(definition),
          properties: {
            ...Object(Reflect.get(Object(definition), "properties")),
            ...Object(Reflect.get(schemaOfSchemas, "properties")),
          },
        },
        base,
      }
    : { schema: definition, base };
};

/** `#/definitions/Schema` of OpenAPI 3.0, `#/definitions/schema` of AsyncAPI: they have the keywords, without words about them. */
function isOfSchemas(tokens: readonly string[]): boolean {
  return tokens.length === 2 && /^schema$/i.test(tokens[1] ?? "");
}
