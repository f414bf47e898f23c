// Checks `$id`, `$anchor` and `$dynamicAnchor` for invalid values. What they identify: see resources.ts.
import type { Node } from "../source/index.ts";
import { reject, textOf } from "./keyword-values.ts";
import type { SchemaReader } from "./schema-reader.ts";

export function checkIdentifiers(reading: SchemaReader, node: Node): void {
  checkId(reading, node);
  for (const keyword of ["$anchor", "$dynamicAnchor"]) {
    const field = node.get(keyword);
    const name = field === undefined ? null : textOf(reading, node, keyword);
    if (field !== undefined && name !== null && !isAnchor(name)) {
      reject(reading, field, "a name of letters, digits, '-', '_' and '.' that starts with a letter or '_'");
    }
  }
}

function checkId(reading: SchemaReader, node: Node): void {
  const field = node.get("$id");
  const id = field === undefined ? null : textOf(reading, node, "$id");
  if (field === undefined || id === null) return;
  const [, fragment = ""] = id.split("#", 2);
  // Draft 07, and with it AsyncAPI, has no $anchor.
  if (reading.dialect === "asyncapi" && id.startsWith("#") && isAnchor(fragment)) return;
  if (fragment !== "") {
    const advice = isAnchor(fragment) ? `name the place with "$anchor: ${fragment}"` : "remove the fragment";
    reject(reading, field, "a URI without a fragment", { advice });
  } else if (!URL.canParse(id, "https://example.com/")) {
    reject(reading, field, "a URI, absolute or relative");
  }
}

function isAnchor(name: string): boolean {
  return /^[A-Za-z_][-A-Za-z0-9._]*$/.test(name);
}
