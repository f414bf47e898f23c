// A Swagger 2.0 document -> the OpenAPI 3.0 document that is read in its place. Converted by @scalar/openapi-upgrader, which loses less
// than swagger2openapi and weighs a quarter: docs/decisions/0057.
import { createRequire } from "node:module";
import { keyOf, kindOf } from "../../diagnostics/index.ts";
import type { Node } from "../../source/index.ts";
import type { Reading } from "../fields/index.ts";
import { completed } from "./completed.ts";
import { swaggerPlace } from "./places.ts";
import { type Fields, type SelfContained, selfContained } from "./self-contained.ts";

/** Whether a document is one of Swagger, of any version. */
export function isSwagger(root: Node): boolean {
  return root.has("swagger") && !root.has("openapi");
}

/** The root of the converted document, which has taken the place of the one that was read; `null` when it cannot be converted. */
export function convertSwagger(reading: Reading, root: Node): Node | null {
  const { report } = reading;
  const version = root.get("swagger");
  if (version === undefined) return null;
  if (String(version.value) !== "2.0" && version.value !== 2) {
    const written = typeof version.value === "string" ? version.value : kindOf(version.value);
    const advice = "Swagger 2.0 is converted; earlier versions have to be converted to it first";
    report.add("unsupported-version", version, { standard: "Swagger", version: written, advice });
    return null;
  }
  const contained = selfContained(reading, root);
  const swagger = structuredClone(contained.value);
  const value = converted(reading, root, contained);
  if (value === null) return null;
  report.add("swagger-converted", keyOf(version), {});
  const { ends: _, ...document } = root.document;
  const written = (tokens: readonly string[]) => contained.written(swaggerPlace(swagger, tokens));
  reading.sources.replace({ ...document, value, written });
  const opened = reading.sources.open(root.document.path);
  return opened.ok ? opened.value : null;
}

function converted(reading: Reading, root: Node, contained: SelfContained): Fields | null {
  // Loaded here: most descriptions are not of Swagger.
  const name = "@scalar/openapi-upgrader/2.0-to-3.0";
  const { upgradeFromTwoToThree }: typeof import("@scalar/openapi-upgrader/2.0-to-3.0") = createRequire(
    import.meta.url,
  )(name);
  try {
    const swagger = structuredClone(contained.value);
    swagger["swagger"] = "2.0";
    const upgraded: unknown = upgradeFromTwoToThree(swagger);
    return completed(reading, upgraded, contained);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    reading.report.add("swagger-not-converted", root, { detail });
    return null;
  }
}
