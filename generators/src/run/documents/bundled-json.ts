// A description in several files -> one document, as JSON reads it: what programs that import the toolkit get.
import { Report, textOf } from "../../diagnostics/index.ts";
import type { ReadOptions } from "../../read/read-api.ts";
import { bundleDescription } from "./bundle.ts";
import { textOfDocument } from "./document-text.ts";

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
  throw new Error(
    report
      .list()
      .map((problem) => textOf(problem))
      .join("\n"),
  );
}
