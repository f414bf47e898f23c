// Bodies whose schema says more than the generated code can check: text in another format, and bytes.
import { keyOf, quote } from "../../diagnostics/index.ts";
import { hasOnlyType, jsonTypesOf } from "../../model/analysis/json-types.ts";
import type { MediaType, Operation } from "../../model/http.ts";
import type { Reading } from "../fields/index.ts";

/** A warning for each: the body still arrives whole, only the check is missing. */
export function checkBodies(reading: Reading, operations: readonly Operation[]): void {
  for (const { requestBody, responses } of operations) {
    const contents = [requestBody?.content ?? [], ...responses.map((response) => response.content)];
    for (const media of contents.flat()) checkBody(reading, media);
  }
}

function checkBody(reading: Reading, media: MediaType): void {
  if (isPassedOnUnchanged(media)) return;
  const feature = `the schema of a body of the type ${quote(media.type)}`;
  const kind = media.body === "text" ? "text" : "bytes";
  const reason = `it is passed on as ${kind}, and not validated against the schema`;
  const advice = "no action is required; bodies of JSON are validated";
  const place = { document: media.at.document, parent: media.at, key: "schema" };
  reading.report.add("unsupported-feature", keyOf(place), { feature, reason, advice }, { severity: "warning" });
}

/** Text is a string of its schema. Bytes are described as a string without further restrictions. */
function isPassedOnUnchanged({ body, schema }: MediaType): boolean {
  switch (body) {
    case "text":
      return schema.kind === "any" || hasOnlyType(schema, "string");
    case "binary":
      return jsonTypesOf(schema).has("string");
    default:
      return true;
  }
}
