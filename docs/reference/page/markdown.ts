// A page as a tree -> its Markdown twin, with the same words.
import type { Element, ElementContent, Root } from "hast";
import { matches } from "hast-util-select";
import { toMdast } from "hast-util-to-mdast";
import { toString as textOf } from "hast-util-to-string";
import { h } from "hastscript";
import { gfmToMarkdown } from "mdast-util-gfm";
import { toMarkdown } from "mdast-util-to-markdown";

export function markdownOf(title: string, root: Root): string {
  const content = root.children.filter((node) => node.type === "element" || node.type === "text");
  const tree = toMdast({ type: "root", children: plain(content) });
  if (tree.type !== "root") throw new Error("a page becomes something else than a Markdown document");
  const body = toMarkdown(tree, { extensions: [gfmToMarkdown()], bullet: "-", rule: "-", emphasis: "_" });
  return `# ${title}\n\n${body}`;
}

/** The elements that Markdown has words for: fields become items of lists, captions strong text, and links to fields nothing. */
function plain(nodes: readonly ElementContent[]): ElementContent[] {
  return nodes.flatMap((node, index) => {
    if (node.type !== "element") return [node];
    if (!matches(".rd-field", node)) return plainElement(node);
    const before = nodes[index - 1];
    if (before?.type === "element" && matches(".rd-field", before)) return [];
    const others = nodes.slice(index);
    const end = others.findIndex((other) => other.type === "element" && !matches(".rd-field", other));
    const fields = (end === -1 ? others : others.slice(0, end)).filter((field) => field.type === "element");
    return [h("ul", fields.map(itemOf))];
  });
}

function itemOf(field: Element): Element {
  const [head, ...rest] = field.children;
  const line = head?.type === "element" ? plain(head.children) : [];
  return h("li", [h("p", line), ...plain(rest)]);
}

function plainElement(node: Element): ElementContent[] {
  // Each sample has its name above it, too.
  if (matches("[data-needs-script]", node)) return [];
  const children = plain(node.children);
  if (node.tagName === "figure" || node.tagName === "section" || node.tagName === "div") return children;
  if (node.tagName === "figcaption" || matches(".rd-part, .rd-label, .rd-variant-name", node)) {
    return [h("p", h("strong", textOf(node)))];
  }
  if (node.tagName === "a" && String(node.properties["href"]).startsWith("#")) return children;
  if (node.tagName === "pre") {
    const language = String(node.properties["dataLanguage"] ?? "text");
    return [h("pre", h("code", { className: `language-${language}` }, textOf(node)))];
  }
  return [{ ...node, children }];
}
