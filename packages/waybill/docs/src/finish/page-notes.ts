// The tags of a page, one after the other -> what it links to and loads, its anchors, and what is wrong with it.
import { type Attribute, attributeOf, type Tag } from "./tags.ts";

export interface Reference {
  readonly url: string;
  /** By the page itself, as opposed to a reader who follows a link. */
  readonly loads: boolean;
}

export class PageNotes {
  readonly ids: Set<string> = new Set();
  readonly problems: string[] = [];
  /** For search results, and links in a chat; empty when there is none. */
  description = "";
  private readonly found = new Map<string, Reference>();
  private titles = 0;
  private readonly codeProblems: readonly string[];

  constructor(html: string) {
    this.codeProblems = [...html.matchAll(/<pre\b[^>]*>[\s\S]*?<\/pre>/g)].flatMap(([code]) => problemsOfCode(code));
  }

  open(tag: Tag): void {
    const id = attributeOf(tag, "id");
    if (id !== undefined && this.ids.has(id)) this.problems.push(`two elements have the id "${id}": give each its own`);
    if (id !== undefined) this.ids.add(id);
    for (const attribute of tag.attributes.filter(isScript))
      this.problems.push(
        `<${tag.name} ${attribute.name}> is an inline script and was removed: add a listener in a file`,
      );
    if (tag.name === "h1") this.titles += 1;
    if (tag.name === "meta" && attributeOf(tag, "name") === "description")
      this.description = attributeOf(tag, "content") ?? "";
    for (const one of referencesOf(tag)) this.found.set(`${one.loads} ${one.url}`, one);
  }

  /** Each once. */
  references(): Iterable<Reference> {
    return this.found.values();
  }

  /** What is wrong with the page itself. */
  allProblems(): string[] {
    const titles = this.titles === 1 ? [] : [`${this.titles} <h1> elements: a page must have exactly one`];
    return [...this.problems, ...this.codeProblems, ...titles];
  }
}

/** Browsers ignore control characters and spaces in the scheme of an address. */
export function isScript({ name, value }: Attribute): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers ignore them
  return /^on/i.test(name) || /^(?:javascript|vbscript):/i.test((value ?? "").replaceAll(/[\u0000-\u0020]/g, ""));
}

const loaded: readonly string[] = ["script", "img", "source", "iframe", "video", "audio", "track", "embed", "object"];

function referencesOf(tag: Tag): Reference[] {
  const href = attributeOf(tag, "href");
  if (tag.name === "link") {
    const rel = attributeOf(tag, "rel") ?? "";
    if (href === undefined || /canonical/.test(rel)) return [];
    return [{ url: href, loads: /stylesheet|icon|preload|modulepreload|manifest/.test(rel) }];
  }
  if (tag.name === "a" || tag.name === "area") return href === undefined ? [] : [{ url: href, loads: false }];
  if (tag.name === "use") return href === undefined ? [] : [{ url: href, loads: true }];
  if (!loaded.includes(tag.name)) return [];
  return [attributeOf(tag, "src"), ...setOf(attributeOf(tag, "srcset"))].flatMap((url) =>
    url === undefined ? [] : [{ url, loads: true }],
  );
}

function setOf(srcset: string | undefined): string[] {
  return (srcset ?? "").split(",").flatMap((part) => part.trim().split(/\s+/)[0] || []);
}

function problemsOfCode(code: string): string[] {
  const plain = (html: string): string => html.replaceAll(/<[^>]*>/g, "");
  const isMermaid = /^<pre\b[^>]*\bdata-language="mermaid"/.test(code);
  const text = plain(code);
  const [, line] = /<div class="ec-line">([\s\S]*?)<div class="ec-line">/.exec(code) ?? [];
  const isBlank = line === undefined ? /^[ \t]*\n/.test(text) : plain(line).trim() === "";
  return [
    ...(isMermaid ? ["a Mermaid diagram was not rendered: replace it with an SVG"] : []),
    ...(isBlank && text.trim() !== ""
      ? [`the first line of a block of code is blank: ${text.trim().slice(0, 40)}`]
      : []),
  ];
}
