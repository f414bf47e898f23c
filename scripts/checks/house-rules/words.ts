// Prose in the words of the field: Markdown, comments, test names and messages, read against the table of terms.
import { Visitor } from "oxc-parser";
import type { Finding, Rule } from "./rule.ts";
import { identifiers, type Term, terms } from "./terms.ts";
import { isGenerated, type Tree } from "./tree.ts";

/**
 * Paths that are not rewritten: two messages here are part of generated code, which may not change them in a minor version.
 */
const notYetRewritten: readonly string[] = ["generators/src/targets/server/runtime"];

/** Texts that are quoted, recorded or given from outside, and the modules that hold the terms themselves. */
const exempt: readonly RegExp[] = [
  /^scripts\/checks\/house-rules\/(?:terms|house-rules\.test)\.ts$/,
  /^spec\/releases\//,
  /(?:^|\/)CHANGELOG\.md$/,
  /(?:^|\/)fixtures\//,
];

export const words: Rule = wordsRule(notYetRewritten);

export function wordsRule(later: readonly string[]): Rule {
  return { name: "words", check: (tree) => checkTree(tree, later) };
}

function checkTree(tree: Tree, later: readonly string[]): Finding[] {
  const modules = new Set(tree.modules);
  const found = tree.files
    .filter((file) => !isGenerated(file) && !exempt.some((pattern) => pattern.test(file)))
    .flatMap((file) => {
      if (file.endsWith(".md")) return checkPassage(file, 0, proseOf(tree.text(file)));
      return modules.has(file) ? checkModule(tree, file) : [];
    });
  const isLater = (file: string, path: string): boolean => file === path || file.startsWith(`${path}/`);
  const stale = later.filter((path) => !found.some(({ file }) => isLater(file, path)));
  return [
    ...found.filter(({ file }) => !later.some((path) => isLater(file, path))),
    ...stale.map((path) => ({
      file: "scripts/checks/house-rules/words.ts",
      offset: 0,
      message: `${path} is listed as not yet rewritten and has no findings`,
      hint: "remove it from the list",
    })),
  ];
}

/** Comments, literals that are sentences (messages and test names), and the names that the module declares or uses. */
function checkModule(tree: Tree, file: string): Finding[] {
  const findings: Finding[] = [];
  const { comments, program } = tree.syntax(file);
  for (const { start, end } of passagesOf(tree.text(file), comments)) {
    findings.push(...checkPassage(file, start, tree.text(file).slice(start, end)));
  }
  const checkLiteral = (start: number, end: number): void => {
    const text = tree.text(file).slice(start, end);
    if (/\S\s+\S+\s+\S/.test(text)) findings.push(...checkPassage(file, start, text));
  };
  new Visitor({
    Literal: ({ start, end, value }) => {
      if (typeof value === "string") checkLiteral(start, end);
    },
    TemplateElement: ({ start, end }) => checkLiteral(start, end),
    Identifier: ({ start, name }) => {
      const term = identifiers.find(({ pattern }) => pattern.test(name));
      if (term !== undefined) findings.push(findingOf(file, start, name, term));
    },
  }).visit(program);
  return findings.sort((a, b) => a.offset - b.offset);
}

/** Line comments below each other are one passage: a phrase may break between them. */
function passagesOf(text: string, comments: readonly Span[]): Span[] {
  const passages: Span[] = [];
  for (const { start, end } of comments) {
    const last = passages.at(-1);
    const continues = last !== undefined && /^[ \t]*\n[ \t]*$/.test(text.slice(last.end, start));
    passages.push({ start: continues ? last.start : start, end });
    if (continues) passages.splice(-2, 1);
  }
  return passages;
}

function checkPassage(file: string, start: number, text: string): Finding[] {
  return compiled.flatMap(({ term, pattern }) =>
    [...text.matchAll(pattern)].map((match) => findingOf(file, start + match.index, match[0], term)),
  );
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function findingOf(file: string, offset: number, said: string, term: Term): Finding {
  const quoted = said.replace(/[\s*/]+/g, " ").trim();
  return { file, offset, message: `"${quoted}" is not a term of the field`, hint: `write: ${term.instead}` };
}

/** A line of a comment or of a list may break anywhere between two words. */
const compiled = terms.map((term) => ({
  term,
  pattern: new RegExp(term.pattern.source.replaceAll(" ", String.raw`(?:\s+(?:[*>]\s+|//\s*)?)`), "gi"),
}));

/** The Markdown without front matter, code, link targets and HTML comments, each replaced by as many spaces. */
function proseOf(markdown: string): string {
  const blank = (text: string): string => text.replace(/[^\n]/g, " ");
  return markdown
    .replace(/^(\s*)(`{3,}|~{3,})[^\n]*\n[\s\S]*?\n\s*\2[ \t]*$/gm, blank)
    .replace(/<!--[\s\S]*?-->/g, blank)
    .replace(/`[^`\n]+`/g, blank)
    .replace(/\]\([^)\s]*\)/g, blank);
}
