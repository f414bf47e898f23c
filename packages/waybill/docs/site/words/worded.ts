// A text of the interface, in English -> in the language of the site.

/** By the English. `{n}` is a number: `at most {n} characters`. */
export type Words = Readonly<Record<string, string>>;

type Values = Readonly<Record<string, string | number>>;

/** The same where the language has none; the space around it stays. `{count}` in either is one of the values. */
export function worded(english: string, words: Words = {}, values: Values = {}): string {
  const text = english.trim();
  const numbers = text.match(/\d+/g) ?? [];
  const key = [text, text.replaceAll(/\d+/g, "{n}")].find((one) => Object.hasOwn(words, one));
  const known = key === undefined ? undefined : words[key];
  if (known === undefined && text.endsWith(":"))
    return english.replace(text, () => `${worded(text.slice(0, -1), words, values)}:`);
  const translated =
    known === undefined ? english : english.replace(text, () => known.replaceAll("{n}", () => numbers.shift() ?? ""));
  return translated.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
