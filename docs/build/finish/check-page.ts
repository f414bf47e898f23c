// A finished page -> what a strict policy or a reader's tools would stumble over.
import { attributeOf, type Document, type Element, elementsOf, textOf } from "./document.ts";

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
  for (const pre of elements.filter(({ tagName }) => tagName === "pre")) found.push(...problemsOfCode(pre));
  if (contentOf(elements, "property", "og:image") === undefined) found.push("there is no og:image");
  const titles = elements.filter(({ tagName }) => tagName === "h1").length;
  if (titles !== 1) found.push(`${titles} <h1>: a page has one`);
  return found.map((problem) => `${document.file}: ${problem}`);
}

function problemsOfCode(pre: Element): string[] {
  const language = attributeOf(pre, "data-language") ?? "";
  const text = textOf(pre);
  const first = elementsOf(pre).find((element) => attributeOf(element, "class") === "ec-line");
  const isBlank = first === undefined ? /^[ \t]*\n/.test(text) : textOf(first).trim() === "";
  return [
    ...(language === "mermaid" ? ["Mermaid is printed as source: docs/build/drawings.ts draws it"] : []),
    ...(isBlank && text.trim() !== ""
      ? [`the first line of a block of code is blank: ${text.trim().slice(0, 40)}`]
      : []),
  ];
}

/** What a search engine, a link in a chat and llms.txt say of a page: a sentence of its own, which says something. */
export function checkDescriptions(documents: readonly Document[]): string[] {
  const described = documents
    .filter(({ file }) => file !== "404.html")
    .map((document) => ({ ...document, words: contentOf(elementsOf(document.tree), "name", "description") ?? "" }));
  const byWords = Map.groupBy(described, ({ words }) => words);
  return [...byWords].flatMap(([words, pages]) => {
    const files = pages.map(({ file }) => file);
    if (words.split(/\s+/).length < 3)
      return [`${files.join(", ")}: "${words}" describes no page: write a description, or a first sentence that does`];
    // A request and its response may be two schemas with one description.
    return pages.length <= 2 ? [] : [`${files.join(", ")}: have the same description: ${words}`];
  });
}

function contentOf(elements: readonly Element[], attribute: string, name: string): string | undefined {
  const meta = elements.find((element) => element.tagName === "meta" && attributeOf(element, attribute) === name);
  return meta === undefined ? undefined : attributeOf(meta, "content");
}
