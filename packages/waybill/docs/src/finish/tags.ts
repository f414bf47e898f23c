// The HTML of a page that Astro has printed -> its tags one after the other, each of which may be replaced. No tree is made: a site may
// have thousands of pages, and what is asked of a page needs none.

export interface Tag {
  readonly kind: "open";
  readonly name: string;
  readonly attributes: Attribute[];
  /** The text of a script or a style sheet, which has no tags inside. */
  readonly text: string | null;
  /** Whether it is closed at once, as in drawings: `<path/>`. */
  readonly closed: boolean;
  /** Where it ends in the page. */
  readonly end: number;
}

export interface Attribute {
  readonly name: string;
  /** Without the entities that HTML writes it with; `null` where none is written. */
  value: string | null;
}

/** `start`: where it begins in the page. */
export type Token = Tag | { readonly kind: "close"; readonly name: string; readonly start: number };

/** Comments and doctypes stay; texts of scripts and style sheets belong to their tags. */
const pattern =
  /<!--[\s\S]*?-->|<(script|style)\b((?:"[^"]*"|'[^']*'|[^'">])*)>([\s\S]*?)<\/\1\s*>|<(\/?)([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi;

/** `replaced`: what is printed in place of a tag; `null` leaves it as it is. Of a script, its text and its end are replaced, too. */
export function withTags(html: string, replaced: (token: Token) => string | null): string {
  const parts: string[] = [];
  let printed = 0;
  for (const match of html.matchAll(pattern)) {
    const token = tokenOf(match);
    const text = token === null ? null : replaced(token);
    if (text === null) continue;
    parts.push(html.slice(printed, match.index), text);
    printed = match.index + match[0].length;
  }
  return parts.join("") + html.slice(printed);
}

/** `null` for a comment. */
function tokenOf(match: RegExpExecArray): Token | null {
  const [fullMatch, raw, rawAttributes = "", rawText = "", slash, name, attributes = ""] = match;
  const end = match.index + fullMatch.length;
  if (raw !== undefined)
    return { kind: "open", name: raw, attributes: attributesOf(rawAttributes), text: rawText, closed: false, end };
  if (name === undefined) return null;
  if (slash === "/") return { kind: "close", name, start: match.index };
  const closed = attributes.endsWith("/");
  return { kind: "open", name, attributes: attributesOf(attributes), text: null, closed, end };
}

export function printTag({ name, attributes, text, closed }: Omit<Tag, "kind" | "end">): string {
  const printed = attributes.map((one) => ` ${one.name}${one.value === null ? "" : `="${quoted(one.value)}"`}`);
  return `<${name}${printed.join("")}${closed ? "/" : ""}>${text === null ? "" : `${text}</${name}>`}`;
}

export function elementText(
  name: string,
  attributes: Readonly<Record<string, string>>,
  text: string | null = null,
): string {
  const list = Object.entries(attributes).map(([key, value]) => ({ name: key, value }));
  return printTag({ name, attributes: list, text, closed: false });
}

export function attributeOf({ attributes }: Tag, name: string): string | undefined {
  const attribute = attributes.find((one) => one.name === name);
  return attribute === undefined ? undefined : (attribute.value ?? "");
}

function attributesOf(text: string): Attribute[] {
  return [...text.matchAll(/([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g)].map(
    ([, name = "", double, single, bare]) => {
      const value = double ?? single ?? bare;
      return { name, value: value === undefined ? null : unquoted(value) };
    },
  );
}

const entities: Readonly<Record<string, string>> = { quot: '"', amp: "&", lt: "<", gt: ">", apos: "'", nbsp: "\u00a0" };

/** Attributes of what Astro prints have these entities, and numbers. */
export function unquoted(value: string): string {
  return value.replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (entity, decimal, hexadecimal, name) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hexadecimal !== undefined) return String.fromCodePoint(Number.parseInt(hexadecimal, 16));
    return entities[name] ?? entity;
  });
}

function quoted(value: string): string {
  return escaped(value).replaceAll("\u00a0", "&nbsp;");
}

/** Text as the content or an attribute of an element. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
