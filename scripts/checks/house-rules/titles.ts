// Titles of tests, as a report prints them: `describe > test` is one sentence with a subject, a verb and what is expected.
import { type CallExpression, type Expression, type MemberExpression, Visitor } from "oxc-parser";
import type { Finding, Rule } from "./rule.ts";
import { nouns, nounsOrVerbs, verbs } from "./terms.ts";
import { isTest, type Tree } from "./tree.ts";

export const titles: Rule = {
  name: "titles",
  check: (tree) => tree.modules.filter(isTest).flatMap((file) => checkModule(tree, file)),
};

interface Title {
  readonly text: string;
  readonly start: number;
  /** Of the call. */
  readonly end: number;
  readonly of: "describe" | "test";
}

function checkModule(tree: Tree, file: string): Finding[] {
  const around: Title[] = [];
  return titlesIn(tree, file).flatMap((title) => {
    while (around.length > 0 && (around.at(-1)?.end ?? 0) < title.start) around.pop();
    const problem = problemOf(
      title,
      around.map(({ text }) => text),
    );
    if (title.of === "describe") around.push(title);
    return problem === null ? [] : [{ file, offset: title.start, ...problem }];
  });
}

/** In the order of the text. */
export function titlesIn(tree: Tree, file: string): Title[] {
  const found: Title[] = [];
  new Visitor({
    CallExpression(call) {
      const title = titleOf(call, tree.text(file));
      if (title !== null) found.push(title);
    },
  }).visit(tree.syntax(file).program);
  return found;
}

function titleOf({ callee, arguments: [title, body], end }: CallExpression, text: string): Title | null {
  const name = nameOf(callee);
  const of = name === "test" || name === "it" ? "test" : name?.startsWith("describe") ? "describe" : null;
  if (of === null || title === undefined || body === undefined) return null;
  const { start } = title;
  if (title.type === "Literal" && typeof title.value === "string") return { text: title.value, start, end, of };
  if (title.type === "TemplateLiteral") return { text: text.slice(start + 1, title.end - 1), start, end, of };
  return of === "describe" ? { text: "…", start, end, of } : null;
}

/** `test.skipIf(condition).each(rows)(title, …)` is `test`; `test.each(rows)` itself has no title. */
function nameOf(callee: Expression): string | null {
  if (callee.type === "Identifier") return callee.name;
  if (callee.type === "MemberExpression") return memberOf(callee) === "modifier" ? nameOf(callee.object) : null;
  if (callee.type !== "CallExpression" && callee.type !== "TaggedTemplateExpression") return null;
  const table = callee.type === "CallExpression" ? callee.callee : callee.tag;
  return table.type === "MemberExpression" && memberOf(table) === "table" ? nameOf(table.object) : null;
}

function memberOf({ property }: MemberExpression): "modifier" | "table" | null {
  const name = property.type === "Identifier" ? property.name : "";
  if (["concurrent", "fails", "only", "sequential", "skip"].includes(name)) return "modifier";
  return ["each", "for", "runIf", "skipIf"].includes(name) ? "table" : null;
}

const placeholder = /%[sdifjoO#c]|\$\{[^}]*\}|\$[a-zA-Z][\w.]*/g;

/** The subject of a test may be its `describe`. A placeholder cannot be one: no search finds it. */
function problemOf({ text, of }: Title, around: readonly string[]): { message: string; hint: string } | null {
  const quoted = JSON.stringify([...around, text].join(" > "));
  if (/^(?:%[sdifjoO]|\$)/.test(text)) {
    return { message: `${quoted} begins with a placeholder`, hint: "begin with a noun that says what it is" };
  }
  const words = wordsOf(text);
  if (around.every(isCircumstance) && isPredicate(words[0] ?? "")) {
    return { message: `${quoted} has no subject`, hint: "say what does this, or what is expected of what" };
  }
  const sentence = around.flatMap(wordsOf).concat(words);
  if (
    of === "test" &&
    (sentence.length < 3 || !sentence.some((word, at) => at > 0 && isVerb(word, sentence[at + 1])))
  ) {
    return { message: `${quoted} is no sentence`, hint: "write subject, verb, expectation" };
  }
  return null;
}

function wordsOf(text: string): string[] {
  return (
    text
      .replaceAll(placeholder, " … ")
      .toLowerCase()
      .match(/[a-z…][\w…'-]*/g) ?? []
  );
}

/** "in Redis" says where, and gives no subject. */
function isCircumstance(text: string): boolean {
  return /^(?:at|behind|by|from|in|of|on|over|with|without)\b/.test(text);
}

/** Whether a title that begins with the word says what is done, and not who does it. */
function isPredicate(word: string): boolean {
  return (
    /^(?:are|can|cannot|is|may|must|was|were)$/.test(word) || (/[^s]s$/.test(word) && isVerb(word) && !nouns.has(word))
  );
}

function isVerb(word: string, next?: string): boolean {
  const stems = [word, word.replace(/(?:s|d)$/, ""), word.replace(/(?:es|ed)$/, ""), word.replace(/ie[sd]$/, "y")];
  const isOne = (known: ReadonlySet<string>): boolean =>
    stems.some((stem) => known.has(stem)) || known.has(word.replace(/(.)\1ed$/, "$1"));
  return isOne(verbs) || (next !== undefined && determiners.has(next) && isOne(nounsOrVerbs));
}

const determiners: ReadonlySet<string> = new Set(
  "a an all any both each every it its neither no none nothing only the them what which …".split(" "),
);
