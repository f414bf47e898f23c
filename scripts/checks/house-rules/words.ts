// Prose in the words of the field: Markdown, and comments and sentences in code, read against the table of terms.
import type { Finding, Rule } from "./tree.ts";

interface Term {
  /** Matched without regard to case; a space also matches a line break. */
  readonly pattern: RegExp;
  readonly instead: string;
}

/** Phrases that have one plain equivalent. A word with an ordinary use as well has a pattern narrow enough to leave that use alone. */
const terms: readonly Term[] = [
  { pattern: /\bmend(?:s|ed|ing)?\b/, instead: "fix" },
  { pattern: /\bnobody(?:'s)?\b/, instead: "no one, or say who" },
  { pattern: /\bwhoever\b/, instead: "say who: the caller, the reader, a team" },
  { pattern: /\bwhatever\b/, instead: "any, every, or what exactly" },
  { pattern: /\b(?:held to|(?:holds?|holding) (?:it|them|him|itself|themselves) to)\b/, instead: "check against" },
  { pattern: /\b(?:what|that|which) [\w'\s]{1,30}\bstands? for\b/, instead: "means, generates, represents" },
  {
    pattern: /\blet(?:s|ting)? (?:\w+ ){0,2}(?:pass|be)\b(?! (?:through|on)\b)/,
    instead: "accept, allow, skip, leave",
  },
  { pattern: /\b(?<!Endpoint )answer(?:s|ed|ing)? (?:with|by|nothing|[1-5]\d\d)\b/, instead: "respond with, return" },
  {
    pattern:
      /\b(?:an?|each|every|the|of|in|its|no|whose|this|that) answers? (?:has|have|is not|to (?:a|the|each|every) request|bod(?:y|ies)|header)\b/,
    instead: "response",
  },
  { pattern: /\b(?:is|are|was|were|be|been) told\b/, instead: "is reported, is printed" },
  {
    pattern: /\btells? (?:\w+ ){1,4}from (?:the others?|each other|one another)\b/,
    instead: "distinguish, differ from",
  },
  { pattern: /\b(?:says?|said) so\b/, instead: "report, state, print" },
  { pattern: /\b(?:goes|go|went|gone|going) wrong\b/, instead: "fail, throw" },
  { pattern: /\bmay be left out\b/, instead: "is optional" },
  { pattern: /\b(?:does|do|need) not (?:need to )?be there\b/, instead: "is optional" },
  { pattern: /\bfor (?:each|every) (?:further )?character more\b/, instead: "backtracks exponentially, is quadratic" },
  { pattern: /\b(?:comes?|came|coming) into being\b/, instead: "is created" },
  {
    pattern:
      /\b(?:stands?|standing|stood|lies?|lying|lay) (?:in|at|on|there|here|beside|above|below|beneath|under|outside|where|between|before|after|next to)\b/,
    instead: "is, appears, is defined, is next to",
  },
  { pattern: /\banew\b/, instead: "again, from scratch" },
  { pattern: /\bexcludes? (?:each other|one another)\b/, instead: "cannot be used together, contradict each other" },
  { pattern: /\bis looked at (?:first|last)\b/, instead: "is checked" },
  { pattern: /\bkept between runs\b/, instead: "cached" },
  { pattern: /\b(?:in|with|without|to) so many words\b/, instead: "state it" },
  { pattern: /\b(?:taken|takes?|took) for (?:granted )?(?:an?|the|one|what)\b/, instead: "is treated as" },
];

/** Texts that are quoted, recorded or given from outside, this table, and messages of generated code, which minor versions may not change. */
const exempt =
  /^scripts\/checks\/house-rules\/|^spec\/releases\/|^generators\/src\/targets\/server\/runtime\/|(?:^|\/)CHANGELOG\.md$|(?:^|\/)fixtures\/|\.gen\./;

/** A line of a comment or of a list may break anywhere between two words. */
const compiled = terms.map(({ pattern, instead }) => ({
  instead,
  pattern: new RegExp(pattern.source.replaceAll(" ", String.raw`(?:\s+(?:[*>]\s+|//\s*)?)`), "gi"),
}));

export const words: Rule = {
  name: "words",
  check: (tree) => {
    const modules = new Set(tree.modules);
    return tree.files.flatMap((file): Finding[] => {
      if (exempt.test(file) || !(file.endsWith(".md") || modules.has(file))) return [];
      const text = file.endsWith(".md") ? proseOf(tree.text(file)) : sentencesOf(tree.text(file));
      return compiled.flatMap(({ pattern, instead }) =>
        [...text.matchAll(pattern)].map(({ 0: said, index: offset }) => {
          const message = `"${said.replace(/[\s*/]+/g, " ").trim()}" is not a term of the field`;
          return { file, offset, message, hint: `write: ${instead}` };
        }),
      );
    });
  },
};

/** The comments of a module and its texts of three words or more; everything else is replaced by as many spaces. */
function sentencesOf(code: string): string {
  const pattern = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
  let [text, end] = ["", 0];
  for (const { 0: found, index } of code.matchAll(pattern)) {
    const isProse = found.startsWith("/") || /\S\s+\S+\s+\S/.test(found);
    text += blank(code.slice(end, index)) + (isProse ? found : blank(found));
    end = index + found.length;
  }
  return text + blank(code.slice(end));
}

/** The Markdown without front matter, code, link targets and HTML comments, each replaced by as many spaces. */
function proseOf(markdown: string): string {
  return markdown
    .replace(/^(\s*)(`{3,}|~{3,})[^\n]*\n[\s\S]*?\n\s*\2[ \t]*$/gm, blank)
    .replace(/<!--[\s\S]*?-->/g, blank)
    .replace(/`[^`\n]+`/g, blank)
    .replace(/\]\([^)\s]*\)/g, blank);
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}
