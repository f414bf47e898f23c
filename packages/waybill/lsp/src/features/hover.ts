// A place in a description -> what a person wants to know of it: the schema that it leads to, and the TypeScript that this becomes.
import type { Hover } from "vscode-languageserver";
import { positionAt, type SourceDocument } from "waybill/language";
import { locationOf, rangeOfLocation } from "../places.ts";
import { valueAt } from "../value-at.ts";
import type { Texts } from "../workspace/texts.ts";
import { referredBy, type Spot } from "./named-things.ts";
import { followed } from "./references.ts";

export interface Known {
  readonly texts: Texts;
  /** The TypeScript of a schema; `null` for what is no schema, or has no type of its own. */
  readonly typeOf: (spot: Spot) => Promise<string | null>;
}

export async function hoverAt(
  document: SourceDocument,
  offset: number,
  { texts, typeOf }: Known,
): Promise<Hover | null> {
  const { tokens, part } = positionAt(document, offset);
  const spot = targetOf(document, tokens);
  const target = followed(spot, texts);
  const home = texts.lastParsed(target.path)?.document ?? null;
  const value = home === null ? undefined : valueAt(home.value, target.tokens);
  if (home === null || typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const parts = [...headed(home, target.tokens), ...wordsOf(value), await typeText(typeOf, target)];
  const sections = parts.filter((one) => one !== "");
  if (sections.length === 0) return null;
  const { range } = rangeOfLocation(locationOf(document, tokens), part);
  const singleLineRange = range.start.line === range.end.line ? { range } : {};
  return { contents: { kind: "markdown", value: sections.join("\n\n") }, ...singleLineRange };
}

/** What a reference leads to; anything else is its own target, and a text that of the object it is in. */
function targetOf({ path: file, value }: SourceDocument, tokens: readonly string[]): Spot {
  const at = valueAt(value, tokens);
  if (typeof at === "string" && tokens.at(-1) === "$ref") return referredBy(at, file) ?? { path: file, tokens };
  if (typeof at === "object" && at !== null) return { path: file, tokens };
  return { path: file, tokens: tokens.slice(0, -1) };
}

function headed({ path: file }: SourceDocument, tokens: readonly string[]): string[] {
  const name = tokens.at(-1) ?? file.slice(file.lastIndexOf("/") + 1);
  return [`**${name.replaceAll("*", "\\*")}**`];
}

/** The summary, the description, and the constraints that JSON Schema has for it. */
function wordsOf(value: object): string[] {
  const texts = ["summary", "title", "description"].map((key): unknown => Reflect.get(value, key));
  const uniqueTexts = [...new Set(texts.filter((text): text is string => typeof text === "string"))];
  const rules = constraints.flatMap((key): string[] => {
    const rule: unknown = Reflect.get(value, key);
    return rule === undefined ? [] : [`\`${key}: ${shortJson(rule)}\``];
  });
  return [...uniqueTexts, ...(rules.length === 0 ? [] : [rules.join(" · ")])];
}

const constraints = [
  ...["type", "format", "enum", "const", "pattern", "minLength", "maxLength", "minimum", "exclusiveMinimum", "maximum"],
  ...[
    "exclusiveMaximum",
    "multipleOf",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "required",
  ],
  ...["default", "deprecated", "readOnly", "writeOnly", "nullable", "in", "operationId", "address", "contentType"],
];

function shortJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= 100 ? text : `${text.slice(0, 97)}…`;
}

async function typeText(typeOf: Known["typeOf"], target: Spot): Promise<string> {
  const text = await typeOf(target);
  return text === null ? "" : `\`\`\`ts\n${text}\n\`\`\``;
}
