// A text that states values -> the same text with the values of `spec/`, and the phrases that it does not contain.
import { readFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { values } from "./stated.ts";

export interface Rewritten {
  readonly text: string;
  readonly missing: readonly string[];
}

export type ReadSpec = (file: string) => string;

export function specOf(root: string): ReadSpec {
  return (file) => readFileSync(path.join(root, "spec", file), "utf8");
}

/** A number keeps its form: `1,000`, `ten` or `Ten` where one of these stood. */
export function rewritten(text: string, phrases: readonly string[], spec: ReadSpec): Rewritten {
  const missing: string[] = [];
  const all = phrases.reduce((before, phrase) => {
    const names = [...phrase.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    const words = phrase.split(/\{\w+\}/).map(pattern);
    let found = false;
    const after = before.replace(new RegExp(words.join(`(${number})`), "gi"), (whole: string, ...groups: unknown[]) => {
      found = true;
      let at = 0;
      return names.reduce((said, name, index) => {
        const old = String(groups[index]);
        const start = said.indexOf(old, at);
        const next = formOf(numberAt(name, spec), old);
        at = start + next.length;
        return said.slice(0, start) + next + said.slice(start + old.length);
      }, whole);
    });
    if (!found) missing.push(phrase);
    return after;
  }, text);
  return { text: all, missing };
}

const words = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];
const number = String.raw`\b\d[\d,]*\d\b|\b\d\b|\b(?:${words.join("|")})\b`;

/** Text may be broken into lines anywhere. */
function pattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`);
}

function formOf(value: number, like: string): string {
  const word = words[value];
  if (/^\d/.test(like) || word === undefined) return like === String(value) ? like : value.toLocaleString("en");
  return /^[A-Z]/.test(like) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}

function numberAt(name: string, spec: ReadSpec): number {
  const value = values[name];
  if (value === undefined) throw new Error(`{${name}} is no value of scripts/derived/values/stated.ts`);
  const [file = "", pointer = ""] = value.source.split("#/");
  const found = pointer.split("/").reduce<unknown>(memberOf, load(spec(file)));
  if (value.as === "count" && typeof found === "object" && found !== null) return Object.keys(found).length;
  if (typeof found !== "number")
    throw new Error(`spec/${value.source} is no number: correct scripts/derived/values/stated.ts`);
  return value.as === "hours" ? found / 3600 : value.as === "minutes" ? found / 60 : found;
}

function memberOf(value: unknown, key: string): unknown {
  return Object.entries(Object(value)).find(([name]) => name === key)?.[1];
}
