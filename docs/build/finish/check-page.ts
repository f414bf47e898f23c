// A finished page -> what a strict policy or a reader's tools would stumble over.
import { attributeOf, type Document, elementsOf } from "./document.ts";

export function checkPage(document: Document): string[] {
  const elements = elementsOf(document.tree);
  const found: string[] = [];
  const ids = new Set<string>();
  for (const element of elements) {
    const id = attributeOf(element, "id");
    if (id !== undefined && ids.has(id)) found.push(`two elements have the id "${id}": give each its own`);
    if (id !== undefined) ids.add(id);
    const handler = element.attrs.find(({ name }) => /^on[a-z]+$/.test(name));
    if (handler !== undefined)
      found.push(`<${element.tagName} ${handler.name}> is an inline script: add a listener in a file`);
  }
  const titles = elements.filter(({ tagName }) => tagName === "h1").length;
  if (titles !== 1) found.push(`${titles} <h1>: a page has one`);
  return found.map((problem) => `${document.file}: ${problem}`);
}
