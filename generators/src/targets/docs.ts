// What a description says about a thing, as the doc comment of whatever is generated from it.
import type { Doc } from "../emit/index.ts";
import type { Header, Operation, Parameter, Words } from "../model/http.ts";
import { displayOf, type Location } from "../model/place.ts";
import type { Annotations, Schema } from "../model/schema.ts";
import { sentMethodOf } from "./http/method.ts";

type Tag = Doc["tags"][number];

/** The doc of a declaration made from a schema. `name`: the declared name, which a title need not repeat. */
export function docOf(schema: Pick<Schema, "notes" | "at">, name = ""): Doc {
  return { ...noteDocOf(schema.notes, name), source: displayOf(schema.at) };
}

/** The doc of a member inside a declaration: the same words, without the place, which the declaration tells. */
export function memberDocOf(schema: Pick<Schema, "notes">, name = ""): Doc {
  return { ...noteDocOf(schema.notes, name), source: null };
}

/** The doc of an operation, a parameter or another thing with words of its own. */
export function docOfWords(words: Partial<Words>, at: Location | null): Doc {
  return {
    text: paragraphsOf([words.summary, words.description]),
    tags: words.deprecated === true ? [{ name: "deprecated", text: "" }] : [],
    source: at === null ? null : displayOf(at),
  };
}

/** The doc of a parameter: its own words, and what its schema says about values. */
export function parameterDocOf(parameter: Pick<Parameter, "words" | "schema">): Doc {
  const { words, schema } = parameter;
  const own = docOfWords(words, null);
  const meanings = valuesOf(schema.notes.enumDescriptions);
  const text = paragraphsOf([own.text === "" ? schema.notes.description : own.text, meanings]);
  const tags = tagsOf({ ...schema.notes, deprecated: words.deprecated || schema.notes.deprecated });
  return { text, tags, source: null };
}

/** The doc of a response header. */
export function headerDocOf({ description, schema }: Pick<Header, "description" | "schema">): Doc {
  return parameterDocOf({ words: { summary: null, description, deprecated: false }, schema });
}

/** What an operation answers to, as code in a doc comment: `GET /v1/orders`. */
export function routeTextOf({ method, path, trigger }: Pick<Operation, "method" | "path" | "trigger">): string {
  if (trigger !== null) return `\`${sentMethodOf({ method })}\` of the ${trigger.kind} \`${path.text}\``;
  return `\`${sentMethodOf({ method })} ${path.text}\``;
}

/** A doc comment with this toolkit's own words only. */
export function docOfText(text: string): Doc {
  return { text, tags: [], source: null };
}

function noteDocOf(notes: Annotations, name: string): Omit<Doc, "source"> {
  const title = notes.title ?? "";
  const isSaid = title !== "" && (saysSame(title, name) || saysSame(`${title} body`, name));
  return {
    text: paragraphsOf([isSaid ? null : notes.title, notes.description, valuesOf(notes.enumDescriptions)]),
    tags: tagsOf(notes),
  };
}

function tagsOf(notes: Annotations): Tag[] {
  const tags: Tag[] = [];
  if (notes.deprecated) tags.push({ name: "deprecated", text: "" });
  if (notes.default !== null) tags.push({ name: "default", text: JSON.stringify(notes.default.value) });
  if (notes.readOnly) tags.push({ name: "remarks", text: "Read-only: part of answers, not of requests." });
  if (notes.writeOnly) tags.push({ name: "remarks", text: "Write-only: part of requests, not of answers." });
  return tags;
}

/** The meaning of each value of an enum, as a list. */
function valuesOf(meanings: Readonly<Record<string, string>>): string {
  return Object.entries(meanings)
    .map(([value, meaning]) => `- \`${value}\`: ${meaning.replaceAll("\n", "\n  ")}`)
    .join("\n");
}

/** Texts as paragraphs; the same words are not said twice. */
function paragraphsOf(texts: readonly (string | null | undefined)[]): string {
  const said: string[] = [];
  for (const text of texts) {
    const trimmed = text?.trim() ?? "";
    if (trimmed !== "" && !said.some((earlier) => saysSame(earlier, trimmed))) said.push(trimmed);
  }
  return said.join("\n\n");
}

/** Letters and digits count, and nothing else: `Order status` and `OrderStatus` are the same words. */
function saysSame(one: string, other: string): boolean {
  for (let i = 0, j = 0; ; i += 1, j += 1) {
    while (i < one.length && isBetweenWords(one.charCodeAt(i))) i += 1;
    while (j < other.length && isBetweenWords(other.charCodeAt(j))) j += 1;
    if (i >= one.length || j >= other.length) return squash(one.slice(i)) === squash(other.slice(j));
    const a = one.charCodeAt(i);
    const b = other.charCodeAt(j);
    if (a > 127 || b > 127) return squash(one.slice(i)) === squash(other.slice(j));
    // In ASCII the letters of both cases differ in one bit.
    if (a !== b && (a | 32) !== (b | 32)) return false;
  }
}

/** Of ASCII, all but letters and digits. */
function isBetweenWords(unit: number): boolean {
  return unit < 48 || (unit > 57 && unit < 65) || (unit > 90 && unit < 97) || (unit > 122 && unit < 128);
}

function squash(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();
}
