// What Redoc draws of the answers of an operation -> a section for each status; headers that an earlier one has are only named.
import type { Element, ElementContent } from "hast";
import { matches, select } from "hast-util-select";
import { toHtml } from "hast-util-to-html";
import { toString as textOf } from "hast-util-to-string";
import { h } from "hastscript";
import type { ResponseView } from "../redoc/harvest.ts";
import { cleaned } from "./clean.ts";
import { identified } from "./ids.ts";
import { samplesOf, splitOf, withoutRequired } from "./parts.ts";

export interface ResponseSource {
  readonly view: ResponseView;
  /** `Created`; `null` when the status has no name. */
  readonly phrase: string | null;
  /** What follows the answer, such as links to other operations. */
  readonly after: readonly ElementContent[];
}

export function responseSections(sources: readonly ResponseSource[]): Element[] {
  const seen: SeenHeaders = new Map();
  return sources.map((source) => responseSection(source, seen));
}

type SeenHeaders = Map<string, { readonly status: string; readonly html: string }>;

function responseSection({ view, phrase, after }: ResponseSource, seen: SeenHeaders): Element {
  const id = `response-${view.status}`;
  const { intro, headers, body } = partsOf(withoutRequired(cleaned(view.html)));
  const repeated = headers.filter((header) => seen.get(nameOf(header))?.html === toHtml(header));
  const fresh = headers.filter((header) => !repeated.includes(header));
  const first = repeated.map((header) => seen.get(nameOf(header))?.status ?? "").at(0);
  for (const header of fresh) seen.set(nameOf(header), { status: view.status, html: toHtml(header) });
  const title = h("a", { className: "rd-anchor", href: `#${id}` }, [
    h("span", { className: `rd-status rd-status-${view.status.charAt(0)}` }, view.status),
    ...(phrase === null ? [] : [" ", phrase]),
  ]);
  const main = [
    ...identified([...intro, ...body], id),
    ...freshHeaders(fresh, id),
    ...(first === undefined ? [] : [repeatedLine(repeated, id, `response-${first}`, first, fresh.length > 0)]),
    ...after,
  ];
  return h("section", { className: "rd-response" }, [
    h("h3", { id }, title),
    splitOf(main, samplesOf(view.samples, "Body", "example")),
  ]);
}

/** In one line, with links to what each says, which opens: nearly every response has the same. */
function freshHeaders(headers: readonly Element[], id: string): ElementContent[] {
  if (headers.length === 0) return [];
  const fields = identified([partLine("Headers"), ...headers], id);
  const names = headers.flatMap((header, index): ElementContent[] => {
    const name = nameOf(header);
    const link = h("a", { href: `#${id}.headers.${name}` }, h("code", name));
    return index === 0 ? [link] : [{ type: "text", value: ", " }, link];
  });
  const isLimit = headers.some((header) => /^(?:x-)?ratelimit-/i.test(nameOf(header)));
  const guide = isLimit
    ? [" ", h("a", { href: "/guides/rate-limits/#see-what-is-left" }, "What is left of the budget"), "."]
    : [];
  return [
    h("p", { className: "rd-same" }, ["Headers: ", ...names, ".", ...guide]),
    h("details", { className: "rd-more" }, [h("summary", "What each header contains"), ...fields]),
  ];
}

/** `Headers as with 201: RateLimit-Limit, ...` */
function repeatedLine(headers: readonly Element[], id: string, first: string, status: string, more: boolean): Element {
  const names = headers.flatMap((header, index): ElementContent[] => {
    const name = nameOf(header);
    const link = h("a", { id: `${id}.headers.${name}`, href: `#${first}.headers.${name}` }, h("code", name));
    return index === 0 ? [link] : [{ type: "text", value: ", " }, link];
  });
  const label = more ? `And the headers of ${status}: ` : `Headers as with ${status}: `;
  return h("p", { className: "rd-same" }, [label, ...names, "."]);
}

function partLine(name: string): Element {
  return h("p", { className: "rd-part" }, h("span", { className: "rd-part-name" }, name));
}

/** Redoc has headers first. What says what the answer is comes first here. */
function partsOf(nodes: readonly ElementContent[]): {
  readonly intro: ElementContent[];
  readonly headers: Element[];
  readonly body: ElementContent[];
} {
  const intro: ElementContent[] = [];
  const headers: Element[] = [];
  const body: ElementContent[] = [];
  let part = "";
  for (const node of nodes) {
    const name = node.type === "element" ? select(":scope > .rd-part-name", node) : undefined;
    if (node.type === "element" && matches(".rd-part", node)) part = textOf(name ?? node);
    if (node.type === "element" && matches(".rd-heading", node)) continue;
    if (part === "Headers" && node.type === "element") {
      if (matches(".rd-field", node)) headers.push(node);
    } else if (part === "") intro.push(node);
    else body.push(node);
  }
  return { intro, headers, body };
}

function nameOf(header: Element): string {
  return textOf(select(".rd-name", header) ?? header);
}
