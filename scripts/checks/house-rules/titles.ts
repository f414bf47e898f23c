// Titles of tests, as a report prints them: `describe > test` is one sentence with a subject, a verb and what is expected.
import { type CallExpression, Visitor } from "oxc-parser";
import type { Finding, Rule } from "./rule.ts";
import { nouns, nounsOrVerbs, verbs } from "./terms.ts";
import { isTest, type Tree } from "./tree.ts";

export const titles: Rule = {
  name: "titles",
  check: (tree) => tree.modules.filter(isTest).flatMap((file) => checkModule(tree, file)),
};

function checkModule(tree: Tree, file: string): Finding[] {
  const around: { readonly text: string; readonly end: number }[] = [];
  const findings: Finding[] = [];
  new Visitor({
    CallExpression(call) {
      const title = titleOf(call, tree.text(file));
      if (title === null) return;
      while (around.length > 0 && (around.at(-1)?.end ?? 0) < call.start) around.pop();
      const outer = around.map(({ text }) => text);
      const problem = problemOf(title.text, outer, title.isTest);
      const message = `${JSON.stringify([...outer, title.text].join(" > "))} ${problem}`;
      if (problem !== null) findings.push({ file, offset: title.start, message, hint: "subject, verb, expectation" });
      if (!title.isTest) around.push({ text: title.text, end: call.end });
    },
  }).visit(tree.syntax(file).program);
  return findings;
}

/** `test.skipIf(condition).each(rows)(title, …)` has a title; `test.each(rows)` itself has none. */
const calls =
  /^(?:test|it|(describe)\w*)(?:\.(?:concurrent|each|fails|for|only|runIf|sequential|skip|skipIf)\b[\s\S]*)?$/;
const tables = /\.(?:each|for|runIf|skipIf)(?:<[^()]*>)?$/;

function titleOf({ callee, arguments: [title, body] }: CallExpression, text: string) {
  const called = text.slice(callee.start, callee.end);
  const [found, describe] = calls.exec(called) ?? [];
  if (found === undefined || tables.test(called) || title === undefined || body === undefined) return null;
  const { start, end, type } = title;
  const isText = (type === "Literal" && typeof title.value === "string") || type === "TemplateLiteral";
  if (isText) return { text: text.slice(start + 1, end - 1), start, isTest: describe === undefined };
  return describe === undefined ? null : { text: "…", start, isTest: false };
}

/** The subject of a test may be its `describe`. A placeholder cannot be one: no search finds it. */
function problemOf(text: string, around: readonly string[], isOfTest: boolean): string | null {
  if (/^(?:%[sdifjoO]|\$)/.test(text)) return "begins with a placeholder";
  const [vague] = /\b(?:aftermath|crowd|kept|manner|somebody|told|turnstile)\b/i.exec(text) ?? [];
  if (vague !== undefined) return `says "${vague}"`;
  const words = wordsOf(text);
  if (around.every(isCircumstance) && isPredicate(words[0] ?? "")) return "has no subject";
  const sentence = around.flatMap(wordsOf).concat(words);
  const hasVerb = sentence.some((word, at) => at > 0 && isVerb(word, sentence[at + 1]));
  return isOfTest && (sentence.length < 3 || !hasVerb) ? "is no sentence" : null;
}

function wordsOf(text: string): string[] {
  const named = text.replaceAll(/%[sdifjoO#c]|\$\{[^}]*\}|\$[a-zA-Z][\w.]*/g, " … ");
  return named.toLowerCase().match(/[a-z…][\w…'-]*/g) ?? [];
}

/** "in Redis" says where, and gives no subject. */
function isCircumstance(text: string): boolean {
  return /^(?:at|behind|by|from|in|of|on|over|with|without)\b/.test(text);
}

/** Whether a title that begins with the word says what is done, and not who does it. */
function isPredicate(word: string): boolean {
  if (/^(?:are|can|cannot|is|may|must|was|were)$/.test(word)) return true;
  return /[^s]s$/.test(word) && isVerb(word) && !nouns.has(word);
}

/** "names the field" has a verb, "the names of fields" has none. */
function isVerb(word: string, next = ""): boolean {
  const stems = [
    word,
    word.replace(/(?:s|d)$/, ""),
    word.replace(/(?:es|(.)\1ed|ed)$/, "$1"),
    word.replace(/ie[sd]$/, "y"),
  ];
  const isOne = (known: ReadonlySet<string>): boolean => stems.some((stem) => known.has(stem));
  return (
    isOne(verbs) ||
    (/^(?:an?|all|any|both|each|every|its?|neither|no|none|nothing|only|the|them|what|which|…)$/.test(next) &&
      isOne(nounsOrVerbs))
  );
}
