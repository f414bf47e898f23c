// The blocks of a page -> HTML. Text of the description is escaped here, or sanitised in prose.ts.

import { type Words, worded } from "../../site/words/worded.ts";
import { escaped } from "../finish/tags.ts";
import type {
  Block,
  Endpoint,
  Fact,
  Field,
  IndexEntry,
  Inline,
  Line,
  Page,
  ResponseBlock,
  Samples,
  TryItForm,
} from "./block.ts";
import { highlighted } from "./highlight.ts";
import { type Prose, slugOf } from "./prose.ts";

export interface HtmlContext {
  readonly prose: Prose;
  /** The folder of the site, with a slash at both ends: `/` or `/docs/`. */
  readonly base: string;
  /** Pages by what code in prose calls them: `GET /v1/orders`. */
  readonly mentions?: ReadonlyMap<string, string>;
  /** What the interface is called in the language of the site. */
  readonly words?: Words;
}

/** While one page is written. */
interface Writing extends HtmlContext {
  /** The anchors it has: the parts of a combination may each have a field of one name. */
  readonly used: Set<string>;
}

export function htmlOf(
  page: Pick<Page, "intro" | "main" | "aside"> & Partial<Pick<Page, "path">>,
  context: HtmlContext,
): string {
  const html = wholeHtml(page, { ...context, used: new Set() });
  if (page.path === undefined) return html;
  // Prose is the same on every page, and names the page itself on some.
  const self = `<a href="${hrefOf(page.path, context)}"><code>`;
  return html
    .split(self)
    .map((part, at) => (at === 0 ? part : `<code>${part.replace("</code></a>", "</code>")}`))
    .join("");
}

function wholeHtml(page: Pick<Page, "intro" | "main" | "aside">, context: Writing): string {
  const intro = introHtml(page, context);
  if (page.aside.length === 0)
    return `<div class="rd not-content">${intro}<div class="rd-main">${blocks(page.main, context)}</div></div>`;
  const end = startOfResponses(page.main);
  // Narrow screens show them in this order; wide ones show the samples beside the text, and each response beside its examples.
  const main = `<div class="rd-main">${blocks(page.main.slice(0, end), context)}</div>`;
  const aside = `<div class="rd-side" role="complementary" aria-label="${worded("Samples", context.words)}">${blocks(page.aside, context)}</div>`;
  const rest = page.main.slice(end);
  const after = rest.length === 0 ? "" : `<div class="rd-after">${blocks(rest, context)}</div>`;
  return `<div class="rd not-content">${intro}<div class="rd-split">${main}${aside}</div>${after}</div>`;
}

/** What leads elsewhere, or opens something, is one row below the rest. */
function introHtml({ intro, main }: Pick<Page, "intro" | "main">, context: Writing): string {
  const isJump = (block: Block): boolean => block.kind === "line" && block.tone === "jump";
  const isForm = ({ kind }: Block): boolean => kind === "try-it";
  const row = [
    ...intro.filter(isForm).map((block) => blockHtml(block, context)),
    ...(main.some(isFolding) ? [expandButton(context)] : []),
    ...intro.filter(isJump).map((block) => blockHtml(block, context)),
  ];
  const above = blocks(
    intro.filter((block) => !isJump(block) && !isForm(block)),
    context,
  );
  return row.length === 0 ? above : `${above}<div class="rd-bar">${row.join("")}</div>`;
}

/** The heading above the first response; else the end. */
function startOfResponses(main: readonly Block[]): number {
  const first = main.findIndex(({ kind }) => kind === "response");
  const headings = main.slice(0, Math.max(0, first)).map(({ kind }) => kind);
  return first === -1 ? main.length : Math.max(0, headings.lastIndexOf("heading"));
}

/** Whether something in it opens and closes. */
function isFolding(block: Block): boolean {
  switch (block.kind) {
    case "details":
      return true;
    case "box":
      return (block.choice !== undefined && block.blocks.length > 0) || block.blocks.some(isFolding);
    case "response":
      return block.blocks.some(isFolding);
    case "fields":
      return block.fields.some((field) => field.blocks.some(isFolding));
    default:
      return false;
  }
}

function expandButton({ words }: HtmlContext): string {
  return `<p class="rd-expand" data-needs-script><button type="button">${worded("Expand all", words)}</button></p>`;
}

function blocks(some: readonly Block[], context: Writing): string {
  return some.map((block) => blockHtml(block, context)).join("\n");
}

function blockHtml(block: Block, context: Writing): string {
  switch (block.kind) {
    case "heading":
      return headingHtml(block);
    case "prose":
      return `<div class="rd-prose">${context.prose.html(block.markdown, {
        level: block.top === true ? 2 : 4,
        anchors: block.top === true,
        base: context.base,
        ...(context.mentions === undefined ? {} : { mentions: context.mentions }),
      })}</div>`;
    case "line":
      return `<p class="${lineClasses[block.tone ?? "plain"]}">${line(block.content, context)}</p>`;
    case "list":
      return `<ul class="rd-links">${block.items.map((item) => `<li>${line(item, context)}</li>`).join("")}</ul>`;
    case "endpoint":
      return endpointHtml(block, context);
    case "fields":
      return `<div class="rd-fields">${block.fields.map((field) => fieldHtml(field, context)).join("")}</div>`;
    case "samples":
      return samplesHtml(block);
    case "details":
      return `<details class="rd-more"><summary>${line(block.summary, context)}</summary><div class="rd-nested">${blocks(block.blocks, context)}</div></details>`;
    case "box":
      return boxHtml(block, context);
    case "response":
      return responseHtml(block, context);
    case "index":
      return `<ul class="rd-index">${block.entries.map((entry) => entryHtml(entry, context)).join("")}</ul>`;
    case "try-it":
      return tryItHtml(block, context);
    default:
      return unreachableBlock(block);
  }
}

function boxHtml({ title, choice, blocks: inner }: Extract<Block, { kind: "box" }>, context: Writing): string {
  const name = line(title, context);
  const content = blocks(inner, context);
  // A summary is a control, and holds no link.
  const text = title.map((part) => (typeof part === "object" && "href" in part ? part.text : part));
  const link = title.some((part) => typeof part === "object" && "href" in part)
    ? `<p class="rd-label-line">${name}</p>`
    : "";
  // Without parts, there is nothing to open.
  return choice === undefined || inner.length === 0
    ? `<div class="rd-variant"><p class="rd-variant-name">${name}</p>${content}</div>`
    : `<details class="rd-variant"${choice === "open" ? " open" : ""}><summary class="rd-variant-name">${line(text, context)}</summary>${link}${content}</details>`;
}

const lineClasses = {
  plain: "rd-line",
  meta: "rd-meta",
  warning: "rd-warning",
  label: "rd-label-line",
  jump: "rd-jump",
} as const;

/** site/scripts/try-it.ts makes the form. */
function tryItHtml({ form, label }: TryItForm, context: Writing): string {
  const text = label === undefined ? worded("Try it", context.words) : line(label, context);
  return `<div class="rd-try" data-try="${escaped(JSON.stringify(form))}" data-needs-script><button type="button" class="rd-try-open" aria-expanded="false">${text}</button></div>`;
}

function headingHtml({ level, text, id }: Extract<Block, { kind: "heading" }>): string {
  return `<h${level} id="${escaped(id)}"><a class="rd-anchor" href="#${escaped(id)}">${escaped(text)}</a></h${level}>`;
}

function endpointHtml({ method, server, path }: Endpoint, { words }: Writing): string {
  const url = escaped(`${server}${path}`);
  const start = server === "" ? "" : `<span class="rd-server">${breakable(server)}</span>`;
  const copy = `<button type="button" class="rd-copy-address" data-copy="${url}" data-needs-script>${worded("Copy", words)}</button>`;
  return `<div class="rd-endpoint">${method === null ? "" : methodHtml(method)} <code>${start}${breakable(path)}</code>${copy}</div>`;
}

/** A long address breaks between its segments, before it breaks within one. */
function breakable(address: string): string {
  return escaped(address).replaceAll(/(?<![:/])\/(?!\/|$)/g, "<wbr>/");
}

function methodHtml(method: string): string {
  return `<span class="rd-method rd-method-${slugOf(method)}">${escaped(method.toUpperCase())}</span>`;
}

function fieldHtml({ name, id: wanted, type, marks, facts, blocks: inner }: Field, context: Writing): string {
  const id = wanted === null || context.used.has(wanted) ? null : wanted;
  if (id !== null) context.used.add(id);
  const code = `<code>${escaped(name)}</code>`;
  const label =
    id === null
      ? `<span class="rd-name">${code}</span>`
      : `<a class="rd-name" href="#${escaped(id)}" aria-label="${worded("Link to", context.words)} ${escaped(name)}">${code}</a>`;
  const marked = marks
    .map((mark) => ` <span class="${markClass(mark)}">${worded(mark, context.words)}</span>`)
    .join("");
  const typeHtml = type.length === 0 ? "" : ` <span class="rd-type">${line(type, context)}</span>`;
  const lines = facts.map((fact) => factHtml(fact, context)).join("");
  return `<div class="rd-field"${id === null ? "" : ` id="${escaped(id)}"`}><div class="rd-field-head">${label}${typeHtml}${marked}</div>${blocks(inner.filter(isProse), context)}${lines}${blocks(
    inner.filter((block) => !isProse(block)),
    context,
  )}</div>`;
}

function isProse({ kind }: Block): boolean {
  return kind === "prose";
}

function markClass(mark: Field["marks"][number]): string {
  if (mark === "required" || mark === "deprecated") return `rd-${mark}`;
  return "rd-optional";
}

/** A longer list is folded: it would hide the fields after it. */
const mostListed = 12;

function factHtml({ label, values }: Fact, context: Writing): string {
  if (values.length > mostListed) {
    const listed = values.map((value) => inline(value, context)).join(" ");
    const count = inline(`${values.length} values`, context);
    return `<details class="rd-more"><summary>${escaped(label)}: ${count}</summary><div class="rd-fact">${listed}</div></details>`;
  }
  return `<div class="rd-fact">${escaped(label)}${label === "" ? "" : ": "}${values.map((value) => inline(value, context)).join(" ")}</div>`;
}

function samplesHtml({ title, group, tabs }: Samples): string {
  if (tabs.length === 0) return "";
  const lines = roomOf(tabs.map(linesOf));
  const buttons = tabs
    .map(({ label }, at) => `<button type="button" aria-selected="${at === 0}">${escaped(label)}</button>`)
    .join("");
  const list = tabs.length < 2 ? "" : `<div class="rd-tabs" data-needs-script>${buttons}</div>`;
  const panels = tabs.map(({ label, language, text }, at) => {
    const caption =
      label === title ? escaped(title) : `<span class="rd-sample-group">${escaped(title)}: </span>${escaped(label)}`;
    return `<div class="rd-sample" data-tab="${escaped(label)}"${at === 0 ? " data-chosen" : ""}><p class="rd-caption">${caption}</p><pre class="rd-code" tabindex="0" data-language="${escaped(language)}"><code>${highlighted(text, language)}</code></pre></div>`;
  });
  // All of a group have the same height, so that nothing below moves when another is chosen.
  return `<div class="rd-samples" data-tabs="${group}" data-title="${escaped(title)}" style="--lines: ${lines}">${list}${panels.join("")}</div>`;
}

/** As many lines as the longest sample has, unless the first is much shorter: beside two lines of curl, the others scroll. */
function roomOf(lines: readonly number[]): number {
  return Math.min(Math.max(...lines), Math.max(lines[0] ?? 0, fewestLines));
}

const fewestLines = 16;

/** A line that is longer than its column goes on below. */
function linesOf({ text }: Samples["tabs"][number]): number {
  const lines = text.trimEnd().split("\n");
  return lines.reduce((all, one) => all + Math.max(1, Math.ceil(one.length / wrapped)), 0);
}

/** Characters in a line of a sample beside its text. */
const wrapped = 55;

function responseHtml({ status, text, blocks: inner, aside }: ResponseBlock, context: Writing): string {
  const id = `response-${slugOf(status)}`;
  const name = `<span class="rd-status rd-status-${escaped(status.slice(0, 1).toLowerCase())}">${escaped(status)}</span>`;
  const heading = `<h3 id="${id}"><a class="rd-anchor" href="#${id}">${name}${text === "" ? "" : ` ${inline(text, context)}`}</a></h3>`;
  const beside = aside.length === 0 ? "" : `<div class="rd-beside">${blocks(aside, context)}</div>`;
  return `<section class="rd-response"><div class="rd-said">${heading}${blocks(inner, context)}</div>${beside}</section>`;
}

function entryHtml({ href, label, badge, code, deprecated }: IndexEntry, context: Writing): string {
  const mark = badge === null ? "<span></span>" : methodHtml(badge);
  const path = code === null ? "" : `<code>${breakable(code)}</code>`;
  const note = deprecated ? ` <span class="rd-deprecated">${worded("deprecated", context.words)}</span>` : "";
  const start = code === null && badge === null ? "" : mark;
  return `<li><a href="${hrefOf(href, context)}"${start === "" ? ' class="rd-plain"' : ""}>${start} <span class="rd-entry"><span>${escaped(label)}${note}</span> ${path}</span></a></li>`;
}

function line(content: Line, context: Writing): string {
  return content.map((part) => inline(part, context)).join("");
}

function inline(part: Inline, context: Writing): string {
  if (typeof part === "string") return escaped(part);
  if ("markdown" in part) return context.prose.line(part.markdown);
  if ("href" in part) {
    const text = part.code === true ? `<code>${escaped(part.text)}</code>` : escaped(part.text);
    return `<a href="${hrefOf(part.href, context)}">${text}</a>`;
  }
  if ("text" in part) return escaped(part.text);
  return `<code>${escaped(part.code)}</code>`;
}

/** Paths of the site get its folder in front. */
function hrefOf(href: string, { base }: Pick<HtmlContext, "base">): string {
  return escaped(href.startsWith("/") ? `${base}${href.slice(1)}` : href);
}

function unreachableBlock(block: never): never {
  throw new TypeError(`a block of an unknown kind: ${JSON.stringify(block)}`);
}
