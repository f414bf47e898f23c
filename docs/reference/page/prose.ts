// Markdown of the description that Redoc does not draw -> HTML.
import type { ElementContent } from "hast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { toHast } from "mdast-util-to-hast";

/** HTML within the Markdown is left out. */
export function proseOf(markdown: string): ElementContent[] {
  const tree = toHast(fromMarkdown(markdown));
  return "children" in tree ? tree.children.flatMap((node) => (node.type === "element" ? [node] : [])) : [];
}
