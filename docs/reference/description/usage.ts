// Whole descriptions -> which operations and messages speak of a schema, and what the description shows as an example of it.
import { isObject, type Json, type JsonObject, memberAt } from "./json.ts";

const prefix = "#/components/schemas/";

/** The names of the schemas that `value` leads to, over any number of references. */
export function schemasReached(value: Json | undefined, document: JsonObject): Set<string> {
  const names = new Set<string>();
  const seen = new Set<string>();
  const visit = (node: Json): void => {
    if (Array.isArray(node)) for (const item of node) visit(item);
    if (!isObject(node)) return;
    const { $ref } = node;
    if (typeof $ref === "string" && $ref.startsWith("#/") && !seen.has($ref)) {
      seen.add($ref);
      if ($ref.startsWith(prefix)) names.add($ref.slice(prefix.length));
      const target = memberAt(document, $ref.slice(2).split("/").map(unescaped));
      if (target !== undefined) visit(target);
    }
    for (const [key, member] of Object.entries(node)) if (key !== "example" && key !== "examples") visit(member);
  };
  if (value !== undefined) visit(value);
  return names;
}

/** The first example of a body that has just this schema. */
export function exampleOf(name: string, document: JsonObject): Json | undefined {
  const reference = `${prefix}${name}`;
  let found: Json | undefined;
  const visit = (node: Json): void => {
    if (found !== undefined) return;
    if (Array.isArray(node)) for (const item of node) visit(item);
    if (!isObject(node)) return;
    if (memberAt(node, ["schema", "$ref"]) === reference) found = firstExample(node, document);
    for (const member of Object.values(node)) visit(member);
  };
  visit(document);
  return found;
}

function firstExample(media: JsonObject, document: JsonObject): Json | undefined {
  const { example, examples } = media;
  if (example !== undefined) return example;
  const first = isObject(examples) ? Object.values(examples)[0] : undefined;
  const reference = memberAt(first, ["$ref"]);
  const whole =
    typeof reference === "string" ? memberAt(document, reference.slice(2).split("/").map(unescaped)) : first;
  return memberAt(whole, ["value"]);
}

function unescaped(token: string): string {
  return decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~");
}
