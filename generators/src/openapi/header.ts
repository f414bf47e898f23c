// Header Object -> Header.
import { keyOf } from "../diagnostics/index.ts";
import type { Header } from "../model/http.ts";
import { booleanField, checkFields, followObject } from "../reading/index.ts";
import type { Node } from "../source/index.ts";
import { readExamples } from "./example.ts";
import { fields } from "./fields.ts";
import { describe, type OpenApiReading, wordsBeside } from "./openapi-reading.ts";
import { readSoleContent } from "./parameter.ts";

/** A member of a response's `headers`. */
export function readHeader(reading: OpenApiReading, member: Node): Header[] {
  if (member.key.toLowerCase() === "content-type") {
    const reason = "OpenAPI ignores response headers of this name";
    const advice = "remove it; the media types of the response say it";
    reading.report.add("no-effect", keyOf(member), { what: `the header "${member.key}"`, reason, advice });
    return [];
  }
  const node = followObject(reading, member, "a header", wordsBeside(reading, "description"));
  if (node === null) return [];
  checkFields(reading, node, "a header", fields.header);
  const content = readSoleContent(reading, node, "a header");
  refuse(reading, node);
  const schema = node.get("schema");
  return [
    {
      name: member.key,
      required: booleanField(reading, node, "required") ?? false,
      schema: schema === undefined ? (content?.schema ?? reading.schemas.anything(node)) : reading.schemas.read(schema),
      description: describe(reading, member, node),
      examples: content?.examples ?? readExamples(reading, node, "a header"),
      at: node,
    },
  ];
}

function refuse(reading: OpenApiReading, node: Node): void {
  const reason = "response headers are read as plain values, separated by commas";
  const content = node.get("content");
  if (content !== undefined) {
    reading.report.add("unsupported-feature", keyOf(content), { feature: '"content" of a header', reason });
  }
  const explode = node.get("explode");
  if (explode?.value === true) {
    reading.report.add("unsupported-feature", keyOf(explode), { feature: '"explode" of a header', reason });
  }
}
