// Long lines of Markdown to lines that fit, with the same meaning: descriptions folded by YAML are one line per paragraph.

/** Breaks prose and list items at spaces; leaves code, tables, headings and lines that fit as they are. */
export function wrap(lines: readonly string[], width: number): string[] {
  let fence: string | null = null;
  return lines.flatMap((line) => {
    const marker = /^\s*(```+|~~~+)/.exec(line)?.[1] ?? null;
    const inCode = fence !== null || marker !== null;
    if (fence === null) fence = marker;
    else if (marker?.startsWith(fence) === true) fence = null;
    return inCode || line.length <= width || verbatim.test(line) ? [line] : wrapLine(line, width);
  });
}

/** Indented code, tables, headings, link definitions, and lines whose end is a hard break. */
const verbatim = /^( {4}|\t|\s*(\||#|\[[^\]]*\]:))/;

function wrapLine(line: string, width: number): string[] {
  const [, indent = "", marker = ""] = /^(\s*)((?:[-*+]|\d+[.)])\s+|>\s*)?/.exec(line) ?? [];
  const next = marker.startsWith(">") ? indent + marker : " ".repeat(indent.length + marker.length);
  const lines: string[] = [];
  let current = indent + marker;
  let isEmpty = true;
  for (const word of line.slice(current.length).split(/ +/)) {
    const fits = current.length + 1 + word.length <= width;
    if (!isEmpty && !fits && !startsBlock.test(word)) {
      lines.push(current);
      current = next;
      isEmpty = true;
    }
    current += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, current];
}

/** A word that would mean something else at the start of a line: a list, heading, quote, table, fence or tag. */
const startsBlock = /^([-+*#>|=@]|~~~|```|\d+[.)]$)/;
