// Changes to the text of one file: replacements, text put in, parts that move; applied together, innermost first.
import type { PlannedChange } from "../plan/changes.ts";

export interface Edit {
  readonly start: number;
  readonly end: number;
  /** A function gets the edited text of any part of the file. */
  readonly text: string | ((edited: (start: number, end: number) => string) => string);
  readonly change: PlannedChange;
  /** Whether the text goes to another place, with the edits inside of it. */
  readonly isCut?: true;
}

export class FileEdits {
  readonly edits: Edit[] = [];
  /** Comments above a line, by the offset of its start: text without indentation. */
  private readonly marks = new Map<number, string[]>();
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get isEmpty(): boolean {
    return this.edits.length === 0 && this.marks.size === 0;
  }

  add(edit: Edit): void {
    const isKnown = this.edits.some(
      ({ start, end, text }) => start === edit.start && end === edit.end && text === edit.text,
    );
    if (!isKnown) this.edits.push(edit);
  }

  /** A comment of its own line above the line of `offset`. */
  mark(offset: number, comment: string): void {
    const start = this.text.lastIndexOf("\n", offset - 1) + 1;
    if (this.text.slice(0, start).trimEnd().endsWith(`// ${comment}`)) return;
    const known = this.marks.get(start) ?? [];
    if (!known.includes(comment)) this.marks.set(start, [...known, comment]);
  }

  /** `shift`: where an offset of the text before is after. */
  apply(): { readonly text: string; readonly shift: (offset: number) => number } {
    const newline = this.text.includes("\r\n") ? "\r\n" : "\n";
    const marks = [...this.marks].map(([start, comments]) => {
      const indent = /^[ \t]*/.exec(this.text.slice(start))?.[0] ?? "";
      return { start, end: start, text: comments.map((comment) => `${indent}// ${comment}${newline}`).join("") };
    });
    const applied: Applied[] = [];
    const text = edited(this.text, { from: 0, to: this.text.length }, [...marks, ...this.edits], applied);
    const shift = (offset: number): number =>
      applied
        .filter(({ end }) => end <= offset)
        .reduce((sum, { start, end, length }) => sum + length - (end - start), offset);
    return { text, shift };
  }
}

type Replacement = Pick<Edit, "start" | "end" | "text" | "isCut">;

interface Applied extends Pick<Edit, "start" | "end"> {
  readonly length: number;
}

/** An edit inside another one is applied only if the outer one uses the inner text. */
function edited(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
  edits: readonly Replacement[],
  applied: Applied[] = [],
): string {
  const own = edits
    .filter((edit) => edit.start >= from && edit.end <= to)
    .map((edit, order) => ({ edit, order, isInsert: edit.start === edit.end }))
    .sort((a, b) => {
      if (a.edit.start !== b.edit.start) return a.edit.start - b.edit.start;
      if (a.isInsert !== b.isInsert) return a.isInsert ? -1 : 1;
      return b.edit.end - a.edit.end || a.order - b.order;
    });
  const parts: string[] = [];
  let at = from;
  for (const { edit } of own) {
    if (edit.start < at) continue;
    parts.push(text.slice(at, edit.start));
    const within = (start: number, end: number): string =>
      edited(
        text,
        { from: start, to: end },
        edits.filter((other) => other.isCut !== true && other !== edit),
      );
    const now = typeof edit.text === "string" ? edit.text : edit.text(within);
    parts.push(now);
    applied.push({ start: edit.start, end: edit.end, length: now.length });
    at = edit.end;
  }
  parts.push(text.slice(at, to));
  return parts.join("");
}
