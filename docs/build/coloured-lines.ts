// A YAML or JSON text -> its lines as HTML, with classes on keys, values and comments.
import { isScalar, parseAllDocuments, visit } from "yaml";
import { escapeHtml } from "./html.ts";

type Kind = "key" | "text" | "literal" | "comment";

interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: Kind;
}

/** JSON is read as the YAML it is. Text that is neither has no colours. */
export function colouredLines(text: string): string[] {
  const spans = spansOf(text);
  const lines = text.replace(/\n$/, "").split("\n");
  let offset = 0;
  return lines.map((line) => {
    const start = offset;
    offset += line.length + 1;
    return colouredLine(
      line,
      spans.flatMap((span) => within(span, start, line.length)),
    );
  });
}

function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  for (const document of parseAllDocuments(text, { logLevel: "silent" })) {
    visit(document, {
      Scalar(key, node) {
        const [start, end] = node.range ?? [0, 0];
        const kind = key === "key" ? "key" : typeof node.value === "string" ? "text" : "literal";
        if (isScalar(node) && end > start) spans.push({ start, end, kind });
      },
    });
  }
  spans.sort((a, b) => a.start - b.start);
  return [...spans, ...commentsOf(text, spans)].sort((a, b) => a.start - b.start);
}

function commentsOf(text: string, values: readonly Span[]): Span[] {
  return [...text.matchAll(/(?<=^|\s)#.*$/gm)]
    .map((found) => ({ start: found.index, end: found.index + found[0].length, kind: "comment" as const }))
    .filter(({ start }) => !values.some((value) => value.start <= start && start < value.end));
}

/** The part of a span in a line, with offsets from the start of the line. */
function within({ start, end, kind }: Span, lineStart: number, length: number): Span[] {
  const from = Math.max(start - lineStart, 0);
  const to = Math.min(end - lineStart, length);
  return from < to ? [{ start: from, end: to, kind }] : [];
}

function colouredLine(line: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, kind } of spans) {
    parts.push(escapeHtml(line.slice(at, start)), `<span class="${kind}">${escapeHtml(line.slice(start, end))}</span>`);
    at = end;
  }
  return [...parts, escapeHtml(line.slice(at))].join("");
}
