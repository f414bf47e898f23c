// What has a name in a description and is named elsewhere: parts of documents by `$ref`, operations, security schemes, tags.
import path from "node:path";
import { decodeFragment, type SourceDocument, tokensOf } from "waybill/language";
import { valueAt } from "../value-at.ts";

/** The keys and indexes that lead to a value of a file. */
export interface Spot {
  readonly path: string;
  readonly tokens: readonly string[];
}

/** How a name is written at a place. */
export type Spelling =
  /** A key of an object: that of a component, a security scheme in a requirement. */
  | "key"
  /** The whole of a text: an operationId, a tag, a component in the mapping of a discriminator. */
  | "text"
  /** A token of a pointer in a reference; `index` counts them. */
  | { readonly token: number };

/** A place that names something. */
export interface Mention {
  readonly spot: Spot;
  readonly spelling: Spelling;
  readonly named: Named;
}

/** The `path` of a part that the entry document of the API has: names of security schemes and of schemas are looked up there. */
export const entry = "";

export type Named =
  | { readonly kind: "part"; readonly path: string; readonly tokens: readonly string[] }
  | { readonly kind: "operation" | "tag"; readonly name: string };

export function sameThing(a: Named, b: Named): boolean {
  if (a.kind === "part") return b.kind === "part" && a.path === b.path && sameTokens(a.tokens, b.tokens);
  return b.kind !== "part" && a.kind === b.kind && a.name === b.name;
}

export function sameTokens(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((token, index) => b[index] === token);
}

/** Whether `outer` is `inner` or contains it: a reference to `Order/properties/id` mentions `Order`. */
export function isWithin(inner: Named, outer: Named): boolean {
  if (inner.kind !== "part" || outer.kind !== "part") return sameThing(inner, outer);
  return inner.path === outer.path && outer.tokens.every((token, index) => inner.tokens[index] === token);
}

/** What a reference in a file says, without following it: `null` for a URL, or for what is no reference. */
export function referredBy(
  ref: string,
  file: string,
): { readonly path: string; readonly tokens: readonly string[] } | null {
  const hash = ref.indexOf("#");
  const named = hash === -1 ? ref : ref.slice(0, hash);
  if (/^(?:[a-z][a-z0-9+.-]+:|\/\/)/i.test(named)) return null;
  const decoded = decodeFragment(named);
  const pointer = decodeFragment(hash === -1 ? "" : ref.slice(hash + 1));
  const tokens = pointer === null ? null : tokensOf(pointer);
  if (decoded === null || tokens === null) return null;
  return { path: named === "" ? file : path.posix.resolve(path.posix.dirname(file), decoded), tokens };
}

/** Every place of a document that names something, and every place that something gets its name from. */
export function mentionsIn(document: SourceDocument): readonly Mention[] {
  const known = mentionCache.get(document);
  if (known !== undefined) return known;
  const mentions: Mention[] = [];
  collect(document, { value: document.value, tokens: [], mentions });
  mentionCache.set(document, mentions);
  return mentions;
}

/** A document is searched once, as long as it stays the same, and so is each of its parts. */
const mentionCache = new WeakMap<object, readonly Mention[]>();

/** Keys above a part: those of `paths./orders` and `components.schemas.Order`. */
function isPart(tokens: readonly string[]): boolean {
  return tokens.length === (tokens[0] === "components" ? 3 : 2);
}

interface Visit {
  readonly value: unknown;
  readonly tokens: readonly string[];
  readonly mentions: Mention[];
}

function collect(document: SourceDocument, { value, tokens, mentions }: Visit): void {
  if (typeof value !== "object" || value === null) return;
  if (!isPart(tokens)) {
    collectInside(document, { value, tokens, mentions });
    return;
  }
  let partMentions = mentionCache.get(value);
  if (partMentions === undefined) {
    const inside: Mention[] = [];
    collectInside(document, { value, tokens, mentions: inside });
    partMentions = inside;
    // The value of a part is another object when it has changed, and an empty one names nothing.
    mentionCache.set(value, partMentions);
  }
  for (const mention of partMentions) mentions.push(mention);
}

function collectInside(
  document: SourceDocument,
  { value, tokens, mentions }: Visit & { readonly value: object },
): void {
  const isList = Array.isArray(value);
  for (const [key, member] of Object.entries(value)) {
    const inner = [...tokens, key];
    if (!isList) mentions.push(...mentionsAt(document, inner, member));
    collect(document, { value: member, tokens: inner, mentions });
  }
}

/** The places at one member. */
function mentionsAt(document: SourceDocument, tokens: readonly string[], value: unknown): Mention[] {
  const { path: file, value: root } = document;
  const spot = { path: file, tokens };
  const [key = "", parent = "", above = ""] = [tokens.at(-1), tokens.at(-2), tokens.at(-3)];
  const mentions: Mention[] = [];
  const text = (named: Named | null): void => {
    if (named !== null) mentions.push({ spot, spelling: "text", named });
  };
  if (typeof value === "string") {
    if (key === "$ref" || key === "operationRef") {
      const named = referredBy(value, file);
      if (named !== null)
        mentions.push({ spot, spelling: { token: named.tokens.length - 1 }, named: { kind: "part", ...named } });
    }
    if (parent === "mapping" && above === "discriminator") {
      const named = /[#/.]/.test(value) ? referredBy(value, file) : null;
      if (named !== null)
        mentions.push({ spot, spelling: { token: named.tokens.length - 1 }, named: { kind: "part", ...named } });
      else text(componentOf(document, ["components", "schemas", value]));
    }
    if (key === "operationId") text({ kind: "operation", name: value });
    if (key === "name" && tokens.length === 3 && tokens[0] === "tags") text({ kind: "tag", name: value });
  }
  // `security: [{ apiKey: [] }]`
  if (tokens.at(-3) === "security" && /^\d+$/.test(parent) && Array.isArray(value))
    mentions.push({
      spot,
      spelling: "key",
      named: componentOf(document, ["components", "securitySchemes", key]),
    });
  if (isDefinition(tokens) && typeof root === "object" && root !== null)
    mentions.push({ spot, spelling: "key", named: { kind: "part", path: file, tokens } });
  if (key === "tags" && Array.isArray(value) && tokens.length > 1)
    value.forEach((tag, index) => {
      if (typeof tag === "string")
        mentions.push({
          spot: { path: file, tokens: [...tokens, String(index)] },
          spelling: "text",
          named: { kind: "tag", name: tag },
        });
    });
  return mentions;
}

/** A component that is named without a file: that of the document, or, in a file that only has a part of the API, that of the entry. */
function componentOf({ path: file, value }: SourceDocument, tokens: readonly string[]): Named {
  const componentTokens = componentIn(value, tokens);
  const isWhole = ["openapi", "swagger", "asyncapi"].some((key) => valueAt(value, [key]) !== undefined);
  if (isWhole || valueAt(value, componentTokens) !== undefined)
    return { kind: "part", path: file, tokens: componentTokens };
  return { kind: "part", path: entry, tokens };
}

/** Where a document has a component; Swagger 2.0 has security schemes elsewhere. */
export function componentIn(root: unknown, tokens: readonly string[]): readonly string[] {
  const isElsewhere = tokens[1] === "securitySchemes" && valueAt(root, ["swagger"]) !== undefined;
  return isElsewhere ? ["securityDefinitions", ...tokens.slice(2)] : tokens;
}

const topFolders = ["channels", "operations", "definitions", "$defs", "parameters", "responses", "securityDefinitions"];

/** `components/schemas/Order`, `channels/orders`, `channels/orders/messages/created`. */
function isDefinition(tokens: readonly string[]): boolean {
  if (tokens.length === 3 && tokens[0] === "components") return true;
  if (tokens.length === 2) return topFolders.includes(tokens[0] ?? "");
  return tokens.length === 4 && tokens[0] === "channels" && tokens[2] === "messages";
}
