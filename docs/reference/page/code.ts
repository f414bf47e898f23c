// A block of code as Redoc colours it -> the same text, its colours as classes.
import type { Element, ElementContent, Root, RootContent } from "hast";
import { fromHtml } from "hast-util-from-html";
import { select } from "hast-util-select";
import { toString as textOf } from "hast-util-to-string";
import { h } from "hastscript";
import type { Json } from "../description/json.ts";

/** `pre` is Redoc's, with its buttons; JSON and other languages are marked up in two different ways. */
export function blockOf(pre: Element): Element {
  const language = select("[data-language]", pre)?.properties["dataLanguage"] ?? "json";
  const plain = joined(coloursOf(pre));
  const content = language === "shell" ? withJson(plain) : plain;
  return h("pre", { className: "rd-code", tabIndex: 0, "data-language": String(language) }, h("code", content));
}

/** A text of a shell command that is a JSON body, of which each line has a colour -> the same text with the colours of JSON. */
function withJson(nodes: readonly ElementContent[]): ElementContent[] {
  const all: ElementContent[] = [];
  for (let at = 0; at < nodes.length; at += 1) {
    const rest = nodes.slice(at).map(textOfNode);
    const end = /^'[[{]/.test(rest[0] ?? "") ? rest.findIndex((text) => /[\]}]'$/.test(text)) : -1;
    const json = rest
      .slice(0, end + 1)
      .join("")
      .slice(1, -1);
    const node = nodes[at];
    if (end >= 0 && isJson(json)) {
      const quote = (): Element => h("span", { className: "tok-string" }, "'");
      all.push(quote(), ...joined(jsonColours(json)), quote());
      at += end;
    } else if (node !== undefined) all.push(node);
  }
  return all;
}

function textOfNode(node: ElementContent): string {
  return node.type === "element" || node.type === "text" ? textOf(node) : "";
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The block that is in `html`. */
export function blockIn(html: string): Element {
  const root: Root = fromHtml(html, { fragment: true });
  const pre = select("pre", root);
  if (pre === undefined) throw new Error("Redoc draws a sample without a block of code");
  return blockOf(pre);
}

function coloursOf(node: Element): ElementContent[] {
  return node.children.flatMap((child: RootContent): ElementContent[] => {
    if (child.type === "text") return [child];
    if (child.type !== "element" || child.tagName === "button" || child.tagName === "svg") return [];
    const kind = kindOf(child);
    const inner = coloursOf(child);
    return kind === null ? inner : [h("span", { className: `tok-${kind}` }, inner)];
  });
}

/** `token string`, or `th-token th-string`. */
function kindOf(node: Element): string | null {
  const classes = Array.isArray(node.properties.className) ? node.properties.className.map(String) : [];
  if (classes.includes("property")) return "property";
  if (classes.includes("token")) return classes.find((name) => name !== "token") ?? null;
  if (classes.includes("th-token")) return classes.find((name) => name !== "th-token")?.replace("th-", "") ?? null;
  return null;
}

/** Adjacent texts as one. */
function joined(nodes: readonly ElementContent[]): ElementContent[] {
  const all: ElementContent[] = [];
  for (const node of nodes) {
    const last = all.at(-1);
    if (node.type === "text" && last?.type === "text") last.value += node.value;
    else all.push(node.type === "text" ? { ...node } : node);
  }
  return all;
}

/** A value as Redoc shows JSON. */
export function jsonBlock(value: Json): Element {
  return h("pre", { className: "rd-code", tabIndex: 0, "data-language": "json" }, h("code", joined(jsonTokens(value))));
}

function jsonTokens(value: Json): ElementContent[] {
  return jsonColours(JSON.stringify(value, null, 2));
}

function jsonColours(text: string): ElementContent[] {
  const pieces = [...text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b|[^"\d\w-]+|./g)];
  const content = pieces.map(([piece, string, colon]): ElementContent[] => {
    if (string !== undefined && colon !== undefined)
      return [h("span", { className: "tok-property" }, string), textNode(colon)];
    if (string !== undefined) return [h("span", { className: "tok-string" }, string)];
    if (/^-?\d/.test(piece)) return [h("span", { className: "tok-number" }, piece)];
    if (/^[tfn]/.test(piece)) return [h("span", { className: "tok-boolean" }, piece)];
    return [textNode(piece)];
  });
  return content.flat();
}

function textNode(value: string): ElementContent {
  return { type: "text", value };
}

/** A delivery as it is sent: headers, a blank line, the body. */
export function deliveryBlock(headers: readonly (readonly [name: string, value: string])[], body: Json): Element {
  const lines = headers.flatMap(([name, value]): ElementContent[] => [
    h("span", { className: "tok-property" }, name),
    textNode(`: ${value}\n`),
  ]);
  const content = [textNode("POST /your-endpoint HTTP/1.1\n"), ...lines, textNode("\n"), ...jsonTokens(body)];
  return h("pre", { className: "rd-code", tabIndex: 0, "data-language": "http" }, h("code", joined(content)));
}

/** TypeScript in the colours of the other samples: comments, strings and keywords. */
export function typescriptBlock(source: string): Element {
  const pattern = /(\/\/[^\n]*)|("(?:[^"\\\n]|\\.)*")|\b(import|from|const|async|await|new|return)\b|[^"/\w]+|\w+|./g;
  const content = [...source.matchAll(pattern)].map(([piece, comment, string, keyword]): ElementContent => {
    if (comment !== undefined) return h("span", { className: "tok-comment" }, comment);
    if (string !== undefined) return h("span", { className: "tok-string" }, string);
    return keyword === undefined ? textNode(piece) : h("span", { className: "tok-keyword" }, keyword);
  });
  return h("pre", { className: "rd-code", tabIndex: 0, "data-language": "typescript" }, h("code", joined(content)));
}
