// Whole descriptions -> which operations and messages speak of a schema, and what the description shows as an example of it.
import type { Message } from "../../../generators/src/description.ts";
import { entriesAt, isObject, type Json, type JsonObject, memberAt, targetOf, textAt } from "./json.ts";

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
      const target = targetOf($ref, document);
      if (target !== undefined) visit(target);
    }
    for (const [key, member] of Object.entries(node)) if (key !== "example" && key !== "examples") visit(member);
  };
  if (value !== undefined) visit(value);
  return names;
}

/** A message of the model, as the document has it in a channel. */
export function messageIn(asyncapi: JsonObject, { key }: Message): Json | undefined {
  return entriesAt(asyncapi, ["channels"])
    .map(([, channel]) => memberAt(channel, ["messages", key]))
    .find((message) => message !== undefined);
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
  const reference = textAt(first, ["$ref"]);
  return memberAt(reference === null ? first : targetOf(reference, document), ["value"]);
}
