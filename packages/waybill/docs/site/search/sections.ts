// A page in Markdown and what a reader looks for -> the section that says it, and the sentence, with the words that match.
import { stemOf, stemsOf, termOf } from "./terms.ts";

export interface Passage {
  /** `null` above the first heading. */
  readonly heading: string | null;
  /** Every other part matches, beginning with the second. */
  readonly sentence: readonly string[];
}

/** A longer sentence is cut, so that the first match is in sight. */
const longest = 180;

/** `null` where no sentence has any of the words. */
export function passageIn(markdown: string, typed: string, meanings: readonly string[]): Passage | null {
  const wanted = stemsOf(typed);
  const meant = meanings.flatMap(stemsOf).filter((stem) => !wanted.includes(stem));
  const isMatch = (word: string): boolean => isOneOf(word, wanted) || isOneOf(word, meant);
  let best: { readonly heading: string | null; readonly text: string; readonly score: number } | null = null;
  for (const { heading, text } of sentencesOf(markdown)) {
    const stems = stemsOf(text);
    const count = (words: readonly string[], own: readonly string[]): number =>
      words.filter((word) => own.some((stem) => stem.startsWith(word))).length;
    const above = heading === null ? [] : stemsOf(heading);
    const score = count(wanted, stems) * 2 + count(meant, stems) + count(wanted, above) * 1.5 + count(meant, above);
    if (count([...wanted, ...meant], [...stems, ...above]) > 0 && score > (best?.score ?? 0))
      best = { heading, text, score };
  }
  return best === null ? null : { heading: best.heading, sentence: marked(best.text, isMatch) };
}

function isOneOf(word: string, stems: readonly string[]): boolean {
  const term = termOf(word);
  return term !== null && stems.some((stem) => stemOf(term).startsWith(stem));
}

function* sentencesOf(markdown: string): Generator<{ heading: string | null; text: string }> {
  let heading: string | null = null;
  for (const block of markdown.replaceAll(/^(```|~~~)[\s\S]*?^\1.*$/gm, "").split(/\n(?=\s*\n|[-*|>#])|\n\s*\n/)) {
    const title = /^#{2,6} +(.+)/.exec(block.trim())?.[1];
    if (title !== undefined) heading = plain(title);
    else if (!/^\s*(?:# |:::|\|[-| ]+\|$)/.test(block))
      for (const text of plain(block).split(/(?<=[.!?]) +(?=\p{Lu})/u)) if (text.length > 2) yield { heading, text };
  }
}

function plain(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/<[^>]*>|[`*]|^\s*(?:[-*>]|\[!\w+\])\s*/gm, "")
    .replaceAll(/\s*\|\s*/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function marked(text: string, isMatch: (word: string) => boolean): string[] {
  const parts = [""];
  for (const part of text.split(/([\p{L}\p{N}_]+)/u)) {
    const matches = isMatch(part);
    if (matches === (parts.length % 2 === 0)) parts[parts.length - 1] += part;
    else parts.push(part);
  }
  const [lead = ""] = parts;
  const start = lead.length > 60 ? lead.indexOf(" ", lead.length - 50) : -1;
  if (start > 0) parts[0] = `… ${lead.slice(start + 1)}`;
  let left = longest;
  return parts.flatMap((part) => {
    const shown = part.length <= left ? part : left > 0 ? `${part.slice(0, left)}…` : null;
    left -= part.length;
    return shown === null ? [] : [shown];
  });
}
