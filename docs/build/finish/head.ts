// The head of every page: its security policy, the link to the sitemap, and the link to its Markdown twin.
import { defaultTreeAdapter } from "parse5";
import { pagePolicy } from "../../../packages/service/src/http/docs-policy.ts";
import { attributeOf, type Document, elementNamed, elementsOf, makeElement, setAttribute } from "./document.ts";

/** `twin` is the address of the page in Markdown, `null` when it has none. */
export function completeHead(document: Document, base: string, twin: string | null): void {
  const head = elementNamed(document, "head");
  for (const element of elementsOf(head)) {
    if (attributeOf(element, "rel") === "sitemap") setAttribute(element, "href", `${base}sitemap.xml`);
  }
  const policy = makeElement("meta", { "http-equiv": "Content-Security-Policy", content: pagePolicy });
  const charset = elementsOf(head).find((element) => attributeOf(element, "charset") !== undefined);
  const after = charset === undefined ? head.childNodes[0] : head.childNodes[head.childNodes.indexOf(charset) + 1];
  if (after === undefined) defaultTreeAdapter.appendChild(head, policy);
  else defaultTreeAdapter.insertBefore(head, policy, after);
  if (twin === null) return;
  const title = "This page in Markdown";
  defaultTreeAdapter.appendChild(
    head,
    makeElement("link", { rel: "alternate", type: "text/markdown", href: twin, title }),
  );
}
