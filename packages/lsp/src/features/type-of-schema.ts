// A schema of a description -> the TypeScript that is generated for it: the declaration of a named one, the member of such a type inside.
import { isDeepStrictEqual } from "node:util";
import { tokensTo, writtenAt } from "waybill/language";
import type { Project } from "../workspace/project.ts";
import type { Spot } from "./named-things.ts";

/** `null` for what is no schema, or has no type of its own. */
export async function typeAt(project: Project, { path, tokens }: Spot): Promise<string | null> {
  const schemas = project.checked?.api?.whole.schemas ?? [];
  // The longest named schema around it.
  for (let length = tokens.length; length >= 0; length -= 1) {
    const named = schemas.find(({ at }) => {
      const written = writtenAt(at);
      return written.document.path === path && isDeepStrictEqual(tokensTo(written), tokens.slice(0, length));
    });
    if (named === undefined) continue;
    const declaration = declarationOf(await project.typesText(), named.name);
    const inside = tokens.slice(length);
    if (declaration === null || inside.length === 0) return declaration;
    return memberOf(named.name, inside);
  }
  return null;
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
