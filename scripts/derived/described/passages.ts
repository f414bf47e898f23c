// Markdown, and the prose in YAML, to passages: sentences, table rows and code blocks, each with the line it starts on.

/** `prose` is a sentence, a heading or a row of a table; of a code block it is the language. */
export type PassageKind = "prose" | "ts" | "sh" | "other";

export interface Passage {
  /** From the root of the repository. */
  readonly file: string;
  /** One-based. */
  readonly line: number;
  readonly kind: PassageKind;
  /** As written in the file, line breaks included. */
  readonly text: string;
}

export interface Document {
  readonly file: string;
  readonly text: string;
}

export function passagesOf({ file, text }: Document): Passage[] {
  const passages: Passage[] = [];
  const blocks = file.endsWith(".md") ? blocksOf(text) : [{ line: 1, kind: "prose" as const, text }];
  for (const block of blocks) {
    if (block.kind !== "prose") passages.push({ file, ...block });
    else
      for (const part of sentencesOf(block.text))
        passages.push({ file, kind: "prose", text: part.text, line: block.line + part.line });
  }
  return passages;
}

/** The line on which an offset of a passage stands. */
export function lineAt({ line, text }: Passage, offset: number): number {
  return line + text.slice(0, offset).split("\n").length - 1;
}

/** The code spans of a sentence, each with its offset. */
export function spansOf({ kind, text }: Passage): { text: string; offset: number }[] {
  if (kind !== "prose") return [];
  return [...text.matchAll(/`([^`\n]+)`/g)].map(({ 1: span = "", index }) => ({ text: span, offset: index + 1 }));
}

interface Block {
  readonly line: number;
  readonly kind: PassageKind;
  readonly text: string;
}

const kinds: Readonly<Record<string, PassageKind>> = { ts: "ts", tsx: "ts", js: "ts", sh: "sh", bash: "sh" };

/** Code blocks, and the text between them. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let [start, fence]: [number, string | null] = [0, null];
  const lines = text.split("\n");
  const end = (at: number): void => {
    const kind = fence === null ? "prose" : (kinds[fence] ?? "other");
    if (at > start) blocks.push({ line: start + 1, kind, text: lines.slice(start, at).join("\n") });
    start = at + 1;
  };
  for (const [at, line] of lines.entries()) {
    const mark = /^\s*```(\w*)/.exec(line);
    if (mark === null) continue;
    end(at);
    fence = fence === null ? (mark[1] ?? "") : null;
  }
  end(lines.length);
  return blocks;
}

/** Paragraphs, rows, list items and headings; paragraphs at the ends of their sentences. `line` counts from the block's. */
function sentencesOf(text: string): { text: string; line: number }[] {
  const boundary = /\n\s*\n|\n(?=\s*(?:[|#]|[-*] |\d+\. |[\w-]+:(?:\s|$)))|(?<=[a-z0-9`)*][.?!])\s+(?=[A-Z`*[(])/g;
  const parts: { text: string; line: number }[] = [];
  let [start, line] = [0, 0];
  for (const { 0: gap, index } of [...text.matchAll(boundary), { 0: "", index: text.length }]) {
    const part = text.slice(start, index);
    parts.push({ text: part, line });
    line += (part + gap).split("\n").length - 1;
    start = index + gap.length;
  }
  return parts.filter((part) => part.text.trim() !== "");
}
