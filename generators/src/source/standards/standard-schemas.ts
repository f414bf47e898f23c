// The name of a standard, with its version -> its official JSON Schema, from the files beside it (README.md).
import { readFileSync } from "node:fs";

export type StandardSchema = Readonly<Record<string, unknown>>;

const loaded = new Map<string, StandardSchema>();

/** Such as `openapi-3.1`, `asyncapi-2.6` or `swagger-2.0`. Read when first needed. */
export function standardSchema(name: string): StandardSchema {
  const earlier = loaded.get(name);
  if (earlier !== undefined) return earlier;
  const schema: StandardSchema = JSON.parse(standardText(name));
  loaded.set(name, schema);
  return schema;
}

export function standardText(name: string): string {
  return readFileSync(new URL(`./${name}.json`, import.meta.url), "utf8");
}

const newestOpenApi = "3.2";
const newestAsyncApi = "3.1";

/** The name of the schema for documents that state this version of OpenAPI. */
export function openApiSchemaName(version: string): string {
  const known = ["3.0", "3.1"].find((one) => version.startsWith(one));
  return `openapi-${known ?? newestOpenApi}`;
}

/** The name of the schema for documents that state this version of AsyncAPI; for a newer one, that of the newest known. */
export function asyncApiSchemaName(version: string): string {
  const known = ["2.0", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "3.0"].find((one) => version.startsWith(one));
  return `asyncapi-${known ?? newestAsyncApi}`;
}
