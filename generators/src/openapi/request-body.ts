// Request Body Object -> RequestBody.
import { keyOf } from "../diagnostics/index.ts";
import type { RequestBody } from "../model/http.ts";
import { booleanField, checkFields, followObject } from "../reading/index.ts";
import type { Node } from "../source/index.ts";
import { fields } from "./fields.ts";
import { readContent } from "./media-type.ts";
import { describe, type OpenApiReading, wordsBeside } from "./openapi-reading.ts";

export function readRequestBody(reading: OpenApiReading, member: Node): RequestBody | null {
  const node = followObject(reading, member, "a request body", wordsBeside(reading, "description"));
  if (node === null) return null;
  checkFields(reading, node, "a request body", fields.requestBody);
  if (!node.has("content")) {
    reading.report.add(
      "missing-field",
      keyOf(node),
      { object: "a request body", field: "content" },
      { tolerated: null },
    );
  }
  return {
    required: booleanField(reading, node, "required") ?? false,
    description: describe(reading, member, node),
    content: readContent(reading, node),
    at: node,
  };
}
