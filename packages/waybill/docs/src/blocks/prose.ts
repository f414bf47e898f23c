// Markdown of a description -> HTML that is safe to publish: the authors of a description need not be those of the site.
import MarkdownIt from "markdown-it";
import sanitize from "sanitize-html";
import { escaped } from "../finish/tags.ts";
import { diagramOf } from "./diagrams.ts";
import { withDirectives } from "./directives.ts";
import { highlighted } from "./highlight.ts";

export interface ProseOptions {
  /** The level of its first headings: below the headings of the page that it is part of. */
  readonly level: 2 | 3 | 4 | 5;
  /** Whether its headings get anchors. */
  readonly anchors: boolean;
  /** The folder of the site, for links to mentions. */
  readonly base?: string;
  /** Pages by what code calls them: `GET /v1/orders`. */
  readonly mentions?: ReadonlyMap<string, string>;
}

export interface ProseHeading {
  readonly depth: number;
  readonly slug: string;
  readonly text: string;
}

/** One per site: the same words are in many places, and each is rendered once. */
export class Prose {
  private readonly markdown = new MarkdownIt({ html: true, linkify: true, highlight: highlighted });
  private readonly blocks = new Map<string, string>();
  private readonly lines = new Map<string, string>();

  constructor() {
    // Names such as `order.is` are no links; only what begins with http is.
    this.markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
    this.markdown.renderer.rules["code_inline"] = (tokens, at, _, env) => codeHtml(tokens, at, { ...unlinked, ...env });
    this.markdown.renderer.rules["table_open"] = () => '<div class="rd-table" tabindex="0"><table>';
    this.markdown.renderer.rules["table_close"] = () => "</table></div>";
  }

  html(text: string, { level, anchors, base = unlinked.base, mentions = unlinked.mentions }: ProseOptions): string {
    const key = `${level}${anchors} ${text}`;
    const known = this.blocks.get(key);
    if (known !== undefined) return known;
    // Of a description, what is no directive stays text.
    const tokens = this.markdown.parse(withDirectives(text).text, {});
    const levels = tokens.flatMap(({ type, tag }) => (type === "heading_open" ? [Number(tag.slice(1))] : []));
    const down = levels.length === 0 ? 0 : level - Math.min(...levels);
    for (const [at, token] of tokens.entries()) {
      if (token.type !== "heading_open" && token.type !== "heading_close") continue;
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + down)}`;
      if (anchors && token.type === "heading_open") token.attrSet("id", slugOf(tokens[at + 1]?.content ?? ""));
    }
    for (const [at, { type, children }] of tokens.entries()) {
      const item = type === "inline" ? tokens[at - 2] : undefined;
      const [first] = children ?? [];
      if (item?.type !== "list_item_open" || first?.type !== "text" || !/^\[[ xX]\] /.test(first.content)) continue;
      // A task: a box that no one can tick is only its picture.
      first.content = `${first.content.startsWith("[ ]") ? "☐" : "☑"} ${first.content.slice(4)}`;
      item.attrJoin("class", "wb-task");
    }
    const drawings: string[] = [];
    for (const token of tokens) {
      const drawing = token.type === "fence" && token.info.trim() === "mermaid" ? diagramOf(token.content) : null;
      if (drawing === null) continue;
      token.type = "html_block";
      token.content = `<p>${placeOfDrawing}${drawings.push(drawing) - 1}${placeOfDrawing}</p>`;
    }
    const html = safe(this.markdown.renderer.render(tokens, this.markdown.options, { base, mentions })).replaceAll(
      new RegExp(`<p>${placeOfDrawing}(\\d+)${placeOfDrawing}</p>`, "g"),
      (place, at: string) => drawings[Number(at)] ?? place,
    );
    this.blocks.set(key, html);
    return html;
  }

  /** Without a paragraph around it. */
  line(text: string): string {
    const known = this.lines.get(text);
    if (known !== undefined) return known;
    const html = safe(this.markdown.renderInline(text));
    this.lines.set(text, html);
    return html;
  }

  /** The headings that `html` gives anchors, of the first two levels. */
  headings(text: string): ProseHeading[] {
    const tokens = this.markdown.parse(text, {});
    const headings = tokens.flatMap((token, at) =>
      token.type === "heading_open" ? [{ depth: Number(token.tag.slice(1)), text: tokens[at + 1]?.content ?? "" }] : [],
    );
    const least = Math.min(...headings.map(({ depth }) => depth));
    return headings
      .map((heading) => ({ ...heading, depth: heading.depth - least + 2, slug: slugOf(heading.text) }))
      .filter(({ depth }) => depth <= 3);
  }
}

/** A character that no text has: SVG is put in after the rest was made safe. */
const placeOfDrawing = "\u{f0000}";

interface Token {
  readonly type: string;
  readonly content: string;
}

type Mentions = Required<Pick<ProseOptions, "base" | "mentions">>;

const unlinked: Mentions = { base: "/", mentions: new Map() };

/** Code that names an operation or an event links to its page, unless it is in a link already. */
function codeHtml(tokens: readonly Token[], at: number, { base, mentions }: Mentions): string {
  const text = tokens[at]?.content ?? "";
  const html = `<code>${escaped(text)}</code>`;
  const target = mentions.get(text);
  const before = tokens.slice(0, at);
  const opened = before.filter(({ type }) => type === "link_open").length;
  const closed = before.filter(({ type }) => type === "link_close").length;
  return target === undefined || opened > closed
    ? html
    : `<a href="${escaped(`${base}${target.slice(1)}`)}">${html}</a>`;
}

export function slugOf(text: string): string {
  const slug = text
    .normalize("NFKD")
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return slug === "" ? "section" : slug;
}

/** HTML in Markdown is the author's: scripts, styles, forms and handlers go, the text stays. */
function safe(html: string): string {
  // Code that scrolls is reached by keyboard.
  return sanitize(html.replaceAll("<pre>", '<pre tabindex="0">'), {
    allowedTags: [...sanitize.defaults.allowedTags, "img", "details", "summary", "del", "ins", "input"],
    allowedAttributes: {
      "*": ["id", "title", "lang", "dir", "align"],
      a: ["href", "name"],
      img: ["src", "alt", "width", "height"],
      code: ["class"],
      pre: ["tabindex"],
      span: ["class"],
      div: ["class", "tabindex", "role"],
      p: ["class"],
      li: ["class"],
      details: ["name", "open"],
      th: ["colspan", "rowspan", "scope"],
      td: ["colspan", "rowspan"],
      ol: ["start"],
    },
    allowedSchemes: ["http", "https", "mailto", "tel"],
    disallowedTagsMode: "discard",
  });
}

/** The first sentence of a text, without its Markdown. */
export function firstSentence(text: string | null): string {
  if (text === null) return "";
  const [paragraph = ""] = text.trim().split(/\n\s*\n/);
  const plain = plainOf(paragraph);
  const sentence = /^.*?[.!?](?=\s|$)/su.exec(plain)?.[0] ?? plain;
  return sentence.length <= 200 ? sentence : `${sentence.slice(0, 197).replace(/\s+\S*$/, "")}…`;
}

/** Markdown without its marks. */
export function plainOf(text: string): string {
  return (
    text
      .replace(/<[^>]*>/g, "")
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replace(/^\s*(#+|>|[-*+])\s+/gm, "")
      .replace(/[*`]{1,3}([^*`]+)[*`]{1,3}/g, "$1")
      // Names have underscores inside.
      .replace(/(?<!\w)_{1,3}([^_]+)_{1,3}(?!\w)/g, "$1")
      .replace(/\s+/g, " ")
      .trim()
  );
}
