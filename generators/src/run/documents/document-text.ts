// A document as a value -> its text as JSON or YAML. A description in several files -> one document, for programs that import the toolkit.
import { DUMP_SCHEMA, defineScalarTag, dump, intCoreTag } from "js-yaml";
import { Report, textOf } from "../../diagnostics/index.ts";
import type { ReadOptions } from "../../read/read-api.ts";
import { bundleDescription, type DocumentValue } from "./bundle.ts";

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

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/**
 * What `waybill bundle` writes, parsed: an OpenAPI, Swagger 2.0 or AsyncAPI document without references to other files. `file` is relative
 * to `cwd`. Throws with the messages where the file is no description, or a reference leads nowhere.
 */
export function bundledJson(
  file: string,
  options: Omit<ReadOptions, "openapi" | "asyncapi">,
): { [key: string]: JsonValue } {
  const report = new Report();
  const bundled = bundleDescription(file, options, report);
  if (bundled !== null) return JSON.parse(textOfDocument(bundled.document, "json"));
  throw new Error(Array.from(report.list(), (problem) => textOf(problem)).join("\n"));
}
