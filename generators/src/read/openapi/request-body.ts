// Request Body Object -> RequestBody.
import { keyOf } from "../../diagnostics/index.ts";
import type { RequestBody } from "../../model/http.ts";
import type { Node } from "../../source/index.ts";
import { booleanField, expectFields } from "../fields/index.ts";
import { readContent } from "./media-type.ts";
import { describe, type OpenApiReading, openObject, siblingTexts } from "./openapi-reading.ts";

export function readRequestBody(reading: OpenApiReading, member: Node): RequestBody | null {
  const node = openObject(reading, member, "a request body", siblingTexts(reading, "description"));
  if (node === null) return null;
  expectFields(reading, node, "a request body", ["content"], { tolerated: null });
  const required = booleanField(reading, node, "required") ?? false;
  const description = describe(reading, member, node);
  const content = readContent(reading, node);
  if (content.length > 0) return { required, description, content, at: node };
  const list = node.get("content");
  if (list?.isObject && list.members().length === 0) {
    const reason = "its content lists no media type, so no body could be sent";
    const advice = 'list the media types; "*/*" stands for all of them';
    reading.report.add("no-effect", keyOf(list), { what: "the request body", reason, advice });
  }
  return null;
}
