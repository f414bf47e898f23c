// `$recursiveRef: "#"` of JSON Schema 2019-09 -> the schema it refers to. Authors use it in descriptions of OpenAPI 3.1, whose schemas
// rarely have an `$id`: "#" would be the description itself. It is the schema around it that they mean.
import type { Node } from "../../source/index.ts";
import { schemaAround } from "./schema-places.ts";

/** The nearest schema around a `$recursiveRef` with `$recursiveAnchor: true`; without one, the whole schema it is in, or its resource. */
export function recursiveTargetOf(node: Node): Node {
  if (node.get("$recursiveAnchor")?.value === true || typeof node.get("$id")?.value === "string") return node;
  const around = schemaAround(node);
  return around === null ? node : recursiveTargetOf(around);
}

/** The name in the dynamic scope of a resource that other resources extend; no `$dynamicAnchor` can have it. */
export const recursiveAnchor = "#";
