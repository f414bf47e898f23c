// Header Object -> Header.
import { keyOf } from "../../diagnostics/index.ts";
import type { Header } from "../../model/http.ts";
import type { Node } from "../../source/index.ts";
import { booleanField, choiceOf } from "../fields/index.ts";
import { readExamples } from "./example.ts";
import { describe, type OpenApiReading, openObject, siblingTexts } from "./openapi-reading.ts";
import { readSoleContent } from "./parameter.ts";

/** A member of a response's `headers`. */
export function readHeader(reading: OpenApiReading, member: Node): Header | null {
  if (member.key.toLowerCase() === "content-type") {
    const reason = "OpenAPI ignores response headers of this name";
    const advice = "remove it; the media types of the response define it";
    reading.report.add("no-effect", keyOf(member), { what: `the header "${member.key}"`, reason, advice });
    return null;
  }
  const node = openObject(reading, member, "a header", siblingTexts(reading, "description"));
  if (node === null) return null;
  const content = readSoleContent(reading, node, "a header");
  const [style, schema] = [node.get("style"), node.get("schema")];
  if (style !== undefined) choiceOf(reading, style, ["simple"], "simple for a header");
  return {
    name: member.key,
    required: booleanField(reading, node, "required") ?? false,
    explode: booleanField(reading, node, "explode") ?? false,
    schema: schema === undefined ? (content?.schema ?? reading.schemas.anything(node)) : reading.schemas.read(schema),
    mediaType: content?.type ?? null,
    description: describe(reading, member, node),
    deprecated: booleanField(reading, node, "deprecated") ?? false,
    examples: content?.examples ?? readExamples(reading, node, "a header"),
    at: node,
  };
}
