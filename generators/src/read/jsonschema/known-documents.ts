// Well-known URIs -> the documents they name, from Ajv and from what is bundled: the meta-schemas.
import { readFileSync } from "node:fs";
import { type SourceDocument, standardText } from "../../source/index.ts";

const ajv = "ajv/dist/refs";
const draft2020 = "https://json-schema.org/draft/2020-12";

/** Where each document is, as a path in a package. */
const files: ReadonlyMap<string, string> = new Map([
  [`${draft2020}/schema`, `${ajv}/json-schema-2020-12/schema.json`],
  ...["core", "applicator", "unevaluated", "validation", "meta-data", "format-annotation", "content"].map(
    (name) => [`${draft2020}/meta/${name}`, `${ajv}/json-schema-2020-12/meta/${name}.json`] as const,
  ),
  ["http://json-schema.org/draft-07/schema", `${ajv}/json-schema-draft-07.json`],
]);

/** The names of those that are bundled. */
const standards: ReadonlyMap<string, string> = new Map([
  ["https://spec.openapis.org/oas/3.1/dialect/base", "openapi-3.1-dialect"],
  ["https://spec.openapis.org/oas/3.1/meta/base", "openapi-3.1-meta"],
]);

/** What is read of packages when a description refers to it. */
export const knownFiles: readonly string[] = [...files.values()];

/** What is read of the bundled schemas then, by `standardText`. */
export const knownStandards: readonly string[] = [...standards.values()];

/** `uri` without its fragment. The path and the name of the document are the URI. */
export function knownDocument(uri: string): SourceDocument | null {
  const text = textOf(uri);
  if (text === null) return null;
  return { path: uri, name: uri, format: "json", text, value: JSON.parse(text) };
}

function textOf(uri: string): string | null {
  const standard = standards.get(uri);
  if (standard !== undefined) return standardText(standard);
  const file = files.get(uri);
  return file === undefined ? null : readFileSync(new URL(import.meta.resolve(file)), "utf8");
}
