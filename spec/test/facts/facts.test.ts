// The description says every fact of the requirements, and nothing can be taken out of it without losing one.
import { describe, expect, test } from "vitest";
import { brokenCopy, type Json, readDescription } from "../description.ts";
import { facts, factsByFile, isLost, proseFacts } from "./facts.ts";
import { prose } from "./prose.ts";
import { removalsIn } from "./removals.ts";

const spec = readDescription();

describe("the description states", () => {
  test.each([...facts, ...proseFacts])("$fact", ({ stated, described }) => {
    expect(described(spec)).toEqual(stated);
  });
});

describe("whatever is taken out or changed, a fact is lost", () => {
  const rests = factsByFile(spec);
  test.each([...rests].filter(([, facts]) => facts.length > 0))("in %s", (file, facts) => {
    const unnoticed = removalsIn(spec, file).filter(({ without }) => !facts.some((fact) => isLost(without, fact)));
    expect(unnoticed.map(({ place }) => place)).toEqual([]);
  });

  test("there is much to lose", () => {
    expect([...rests.keys()].flatMap((file) => removalsIn(spec, file)).length).toBeGreaterThan(3000);
  });
});

test("without its words, a fact is lost", () => {
  const kept = prose.filter(([, file, words], at) => {
    const withoutWords = brokenCopy(spec, file, (value) => Object.assign(value, withoutAny(value, words)));
    const fact = proseFacts[at];
    return fact !== undefined && !isLost(withoutWords, fact);
  });
  expect(kept.map(([fact]) => fact)).toEqual([]);
});

function withoutAny(value: Json, words: RegExp): Json {
  if (typeof value === "string") return value.replace(/\s+/g, " ").replace(new RegExp(words, "g"), "");
  if (Array.isArray(value)) return value.map((element) => withoutAny(element, words));
  return value instanceof Object
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutAny(member, words)]))
    : value;
}
