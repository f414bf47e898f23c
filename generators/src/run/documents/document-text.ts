// A document as a value -> its text as JSON or YAML.
import { DUMP_SCHEMA, defineScalarTag, dump, intCoreTag } from "js-yaml";
import type { DocumentValue } from "./bundle.ts";

export type DocumentFormat = "json" | "yaml";

const yamlSchema = DUMP_SCHEMA.withTags(
  defineScalarTag(intCoreTag.tagName, {
    ...intCoreTag,
    identify: (value: unknown) => typeof value === "bigint" || intCoreTag.identify(value),
    represent: String,
  }),
);

/** Of Node 22; TypeScript does not list it yet. */
const exactJson = JSON as JSON & { readonly rawJSON: (text: string) => unknown };

/** Strings that any version of YAML would read as something else are quoted. */
export function textOfDocument(document: DocumentValue, format: DocumentFormat): string {
  if (format === "yaml")
    return dump(document, { lineWidth: -1, noRefs: true, quoteStyle: "double", schema: yamlSchema });
  const exact = (_: string, value: unknown): unknown =>
    typeof value === "bigint" ? exactJson.rawJSON(String(value)) : value;
  return `${JSON.stringify(document, exact, 2)}\n`;
}

/** By the end of its name; `null` for any other. */
export function formatOfFile(file: string): DocumentFormat | null {
  if (file.endsWith(".json")) return "json";
  return /\.ya?ml$/.test(file) ? "yaml" : null;
}
