// Request Body Object -> RequestBody.
import { keyOf } from "../diagnostics/index.ts";
import type { RequestBody } from "../model/http.ts";
import { booleanField, checkFields, followObject, stringField } from "../reading/index.ts";
import type { Node } from "../source/index.ts";
import { fields } from "./fields.ts";
import { readContent } from "./media-type.ts";
import type { OpenApiReading } from "./openapi-reading.ts";

export function readRequestBody(reading: OpenApiReading, operation: Node): RequestBody | null {
  const field = operation.get("requestBody");
  if (field === undefined) return null;
  const node = followObject(reading, field, "a request body");
  if (node === null) return null;
  checkFields(reading, node, "a request body", fields.requestBody);
  if (!node.has("content")) reading.report.add("missing-field", keyOf(node), { object: "a request body", field: "content" });
  return {
    required: booleanField(reading, node, "required") ?? false,
    description: stringField(reading, node, "description"),
    content: readContent(reading, node),
    at: node,
  };
}
