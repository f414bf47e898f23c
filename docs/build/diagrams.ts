// Mermaid in Markdown -> a drawing in the colours of the page, with its words in its description. No browser is needed for it.
import { parseMermaid, renderMermaidSVG } from "beautiful-mermaid";
import { escapeHtml } from "./html.ts";

/** `markdown` with each block of Mermaid as an SVG, in one piece: a blank line would end it. */
export function withDiagrams(markdown: string): string {
  let count = 0;
  return markdown.replaceAll(/^```mermaid\n([\s\S]*?)^```$/gm, (_block, source: string) => {
    count += 1;
    return svgOf(source, `diagram-${count}`);
  });
}

/** Down the page: a wide drawing would be shrunk until no one can read it. */
function svgOf(source: string, name: string): string {
  const drawn = renderMermaidSVG(source.replace(/^(\s*(?:flowchart|graph)) (?:LR|RL)/, "$1 TD"), {
    transparent: true,
    padding: 8,
  });
  const body = drawn
    .replace(/^<svg [^>]*>/, "")
    // Its own style sheet loads a font from elsewhere; ours is site/styles/drawings.css.
    .replaceAll(/<style>[\s\S]*?<\/style>/g, "")
    .replaceAll(/\sid="([\w-]+)"/g, ` id="${name}-$1"`)
    .replaceAll(/url\(#([\w-]+)\)/g, `url(#${name}-$1)`)
    .replaceAll(/\n\s*/g, "\n")
    .trim();
  const [, box = ""] = / viewBox="([^"]*)"/.exec(drawn) ?? [];
  const [, , width = "0"] = box.split(" ");
  const words = [
    `<title id="${name}-title">Diagram</title>`,
    `<desc id="${name}-words">${escapeHtml(wordsOf(source))}</desc>`,
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
