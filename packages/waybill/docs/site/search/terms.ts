// A text -> the terms that the search compares: words, and the parts of names such as `rotateWebhookSecret` beside the whole names.
import { stemmer } from "stemmer";

/** Too common to find anything by. */
const fillers = new Set(
  "a an and are as at be by can do does for from how i if in is it its my of on or that the this to what when where with you your".split(
    " ",
  ),
);

/** `X-Webhook-Signature` is itself, `x`, `webhook` and `signature`. */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const [whole] of text.matchAll(/[\p{L}\p{N}_$]+(?:[./{}:-]+[\p{L}\p{N}_$]+)*/gu)) {
    const parts = partsOf(whole);
    if (parts.length > 1 && whole.length < 60) terms.push(whole);
    terms.push(...parts);
  }
  return terms;
}

/** `null` for a word that says nothing. */
export function termOf(term: string): string | null {
  const word = term.toLowerCase();
  return fillers.has(word) || word.length > 60 ? null : singular(word);
}

/** The words of a text as terms, without whole names. */
export function wordsOf(text: string): string[] {
  return partsOf(text).flatMap((part) => termOf(part) ?? []);
}

/** `authenticate` and `authentication` have one stem, and so have `repo` and `repository`. */
export function stemOf(term: string): string {
  return /^\p{L}+$/u.test(term) ? stemmer(short[term] ?? term) : term;
}

export function stemsOf(text: string): string[] {
  return wordsOf(text).map(stemOf);
}

const short: Readonly<Record<string, string>> = { repo: "repository", org: "organization", auth: "authentication" };

function partsOf(name: string): string[] {
  return name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== "");
}

/** `warehouses` finds `warehouse`: English plurals, no more. */
function singular(word: string): string {
  if (!/^\p{L}+$/u.test(word) || word.length < 4) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  // `statuses`, unlike `causes`.
  if (/[tnrp]uses$/.test(word)) return word.slice(0, -2);
  return /(?:ss|us|is)$/.test(word) ? word : word.replace(/s$/, "");
}
