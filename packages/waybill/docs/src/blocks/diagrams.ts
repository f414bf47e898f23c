// Mermaid in Markdown -> a drawing in the colours of the page, with its words in its description. No browser is needed for it.
import { createHash } from "node:crypto";
import { parseMermaid, renderMermaidSVG } from "beautiful-mermaid";
import { escaped } from "../finish/tags.ts";

/** `markdown` with each block of Mermaid as an SVG, in one piece: a blank line would end it. What cannot be drawn stays code. */
export function withDiagrams(markdown: string): string {
  return markdown.replaceAll(mermaid, (block, source: string) => diagramOf(source) ?? block);
}

/** The lines, from 0, of Mermaid that cannot be drawn. */
export function undrawnLines(markdown: string): number[] {
  return [...markdown.matchAll(mermaid)].flatMap(({ 1: source = "", index }) =>
    diagramOf(source) === null ? [markdown.slice(0, index).split("\n").length - 1] : [],
  );
}

const mermaid = /^```mermaid\n([\s\S]*?)^```$/gm;

/** `null` where it is no Mermaid, or a kind that is not drawn. */
export function diagramOf(source: string): string | null {
  try {
    const svg = svgOf(source, `diagram-${createHash("sha256").update(source).digest("hex").slice(0, 8)}`);
    return /<(?!\/?(?:svg|g|path|rect|circle|ellipse|line|polyline|polygon|text|tspan|defs|marker|title|desc)\b)|\s(?:on\w+|href)=/i.test(
      svg,
    )
      ? null
      : svg;
  } catch {
    return null;
  }
}

/** Down the page: a wide drawing would be shrunk until no one can read it. */
function svgOf(source: string, name: string): string {
  const drawn = renderMermaidSVG(source.replace(/^(\s*(?:flowchart|graph)) (?:LR|RL)/, "$1 TD"), {
    transparent: true,
    padding: 8,
  });
  const body = drawn
    .replace(/^<svg [^>]*>/, "")
    // Its own style sheet loads a font from elsewhere; ours is site/styles/authoring.css.
    .replaceAll(/<style>[\s\S]*?<\/style>/g, "")
    .replaceAll(/\sid="([\w-]+)"/g, ` id="${name}-$1"`)
    .replaceAll(/url\(#([\w-]+)\)/g, `url(#${name}-$1)`)
    .replaceAll(/\n\s*/g, "\n")
    .trim();
  const [, box = ""] = / viewBox="([^"]*)"/.exec(drawn) ?? [];
  const [, , width = "0"] = box.split(" ");
  const words = [
    `<title id="${name}-title">Diagram</title>`,
    `<desc id="${name}-words">${escaped(wordsOf(source))}</desc>`,
  ];
  const labels = `aria-labelledby="${name}-title ${name}-words"`;
  const style = `width: ${Math.round(Number(width))}px`;
  return `<svg class="drawing diagram" viewBox="${box}" style="${style}" role="img" ${labels}>\n${words.join("\n")}\n${body}`;
}

/** `API model, check: valid?` for each arrow of a flowchart; other kinds as they are written. */
function wordsOf(source: string): string {
  if (!/^\s*(?:flowchart|graph)\b/.test(source))
    return source
      .trim()
      .split(/\s*\n\s*/)
      .join("; ");
  const { nodes, edges, subgraphs } = parseMermaid(source);
  const labelOf = (id: string): string =>
    nodes.get(id)?.label ?? subgraphs.find((group) => group.id === id)?.label ?? id;
  const lines = edges.map(({ source: from, target, label }) => {
    return `${labelOf(from)} → ${label === undefined ? "" : `${label} → `}${labelOf(target)}`;
  });
  return `${lines.join("; ")}.`;
}
