// Long lines of Markdown to lines that fit, with the same meaning: descriptions folded by YAML are one line per paragraph.

/**
 * Breaks prose and list items at spaces; leaves code, tables, headings and lines that fit as they are. The end of a broken
 * line flows into the rest of its paragraph, so that there is no short line in the middle.
 */
export function wrap(lines: readonly string[], width: number): string[] {
  if (lines.every((line) => line.length <= width)) return [...lines];
  const wrapped: string[] = [];
  let fence: string | null = null;
  let isBroken = false;
  for (const line of lines) {
    const marker = /^\s*(```+|~~~+)/.exec(line)?.[1] ?? null;
    const inCode = fence !== null || marker !== null;
    if (fence === null) fence = marker;
    else if (marker?.startsWith(fence) === true) fence = null;
    const start: string = isBroken && !inCode && continues(line) ? `${wrapped.pop()} ` : "";
    const parts: string[] = inCode || verbatim.test(line) ? [line] : wrapLine(start + line, width);
    wrapped.push(...parts);
    isBroken = (parts.length > 1 || start !== "") && !line.endsWith("\\");
  }
  return wrapped;
}

/** Indented code, tables, headings and link definitions. */
const verbatim = /^( {4}|\t|\s*(\||#|\[[^\]]*\]:))/;

/** Whether a line continues the paragraph before it, and keeps its meaning when it no longer starts a line. */
function continues(line: string): boolean {
  return /^[\p{L}\p{N}`"'(*_]/u.test(line) && !/^(\d+[.)]|\*)\s|^([-=_*] ?){3,}$/.test(line);
}

function wrapLine(line: string, width: number): string[] {
  if (line.length <= width) return [line];
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

/** A word that would have another meaning at the start of a line: a list, heading, quote, table, fence or tag. */
const startsBlock = /^([-+*#>|=@]|~~~|```|\d+[.)]$)/;
