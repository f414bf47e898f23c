// summary, description, deprecated: the documentation fields that OpenAPI objects share.
import type { Words } from "../model/http.ts";
import { booleanField, type Reading, stringField } from "../reading/index.ts";
import type { Node } from "../source/index.ts";

export function readWords(reading: Reading, node: Node): Words {
  return {
    summary: stringField(reading, node, "summary"),
    description: stringField(reading, node, "description"),
    deprecated: booleanField(reading, node, "deprecated") ?? false,
  };
}
