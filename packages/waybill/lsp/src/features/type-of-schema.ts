// A schema of a description -> the TypeScript that is generated for it: the declaration of a named one, the member of such a type inside.
import { type NamedSchema, type ReadApi, schemaTypeOf, tokensTo, writtenAt } from "waybill/language";
import type { Spot } from "./named-things.ts";

/** `null` for what is no schema, or has no type of its own. */
export async function typeAt(api: ReadApi, { path, tokens }: Spot): Promise<string | null> {
  const schemas = byPlace(api);
  // The longest named schema around it.
  for (let length = tokens.length; length >= 0; length -= 1) {
    const named = schemas.get(placeOf(path, tokens.slice(0, length)));
    if (named === undefined) continue;
    const inside = tokens.slice(length);
    if (inside.length > 0) return memberOf(named.name, inside);
    return declarationOf(await schemaTypeOf(named, api.options), named.name);
  }
  return null;
}

const places = new WeakMap<ReadApi, ReadonlyMap<string, NamedSchema>>();

/** The first schema of each place. */
function byPlace(api: ReadApi): ReadonlyMap<string, NamedSchema> {
  let schemasByPlace = places.get(api);
  if (schemasByPlace === undefined) {
    schemasByPlace = new Map(
      api.whole.schemas.toReversed().map((named) => {
        const written = writtenAt(named.at);
        return [placeOf(written.document.path, tokensTo(written)), named];
      }),
    );
    places.set(api, schemasByPlace);
  }
  return schemasByPlace;
}

function placeOf(path: string, tokens: readonly string[]): string {
  return [path, ...tokens].join("\n");
}

/** A whole declaration, without its comment; long ones are cut. */
function declarationOf(text: string, name: string): string | null {
  const start = text.search(new RegExp(`^export (?:interface|type) ${name}\\b`, "m"));
  if (start === -1) return null;
  const [declaration = ""] = text.slice(start).split(/\n\n(?=\/\*\*|export )/, 1);
  const lines = declaration
    .trimEnd()
    .split("\n")
    .filter((line) => !/^\s*(?:\/\*\*|\*)/.test(line));
  return lines.length <= 40 ? lines.join("\n") : [...lines.slice(0, 38), "  // …", "}"].join("\n");
}

/** `Order["lines"][number]["sku"]`; `null` where the way leads through something that has no name. */
function memberOf(name: string, inside: readonly string[]): string | null {
  let type = name;
  for (let at = 0; at < inside.length; at += 1) {
    const token = inside[at];
    if (token === "properties" && inside[at + 1] !== undefined) {
      type += `[${JSON.stringify(inside[at + 1])}]`;
      at += 1;
    } else if (token === "items") type += "[number]";
    else if (token === "additionalProperties") type += "[string]";
    else return null;
  }
  return `type T = ${type}`;
}
