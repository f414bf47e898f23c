// Values of the description in prose: those of this repository, with another value in the description, and with another in the prose.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { rewritten, specOf } from "./values/rewritten.ts";
import { stated, values } from "./values/stated.ts";

const root = path.join(import.meta.dirname, "../..");
const spec = specOf(root);
const places = Object.entries(stated).flatMap(([file, phrases]) => phrases.map((phrase) => [file, phrase] as const));

test.each(places)("a document states the value of spec/: %s, %s", (file, phrase) => {
  const text = readFileSync(path.join(root, file), "utf8");
  expect(rewritten(text, [phrase], spec)).toEqual({ text, missing: [] });
});

test.each(Object.keys(values))("the value %s is stated somewhere", (name) => {
  expect(places.some(([, phrase]) => phrase.includes(`{${name}}`))).toBe(true);
});

test.each([
  [
    "It has 2,000 requests in any\n12 hours.",
    "{budget} requests in any {hours} hours",
    "It has 1,000 requests in any\n24 hours.",
  ],
  ["Seven headers, seven headers", "{rateLimitHeaders} headers", "Six headers, six headers"],
  ["up to 20 seconds", "up to {deliverySeconds} seconds", "up to 10 seconds"],
  ["within twenty or nine seconds", "or {deliverySeconds} seconds", "within twenty or ten seconds"],
  ["default 25, at most 25", "default {pageSize}, at most {largestPage}", "default 20, at most 100"],
])("a wrong value is corrected: %s", (text, phrase, corrected) => {
  expect(rewritten(text, [phrase], spec).text).toBe(corrected);
});

test("a changed description is found in every place that states it", () => {
  const changed = (file: string): string =>
    spec(file).replace("budget: 1000", "budget: 1500").replace("timeoutSeconds: 10", "timeoutSeconds: 5");
  const stale = Object.entries(stated).flatMap(([file, phrases]) => {
    const text = readFileSync(path.join(root, file), "utf8");
    return rewritten(text, phrases, changed).text === text ? [] : [file];
  });
  expect(stale).toEqual([
    "docs/guides/rate-limits.md",
    "docs/guides/webhooks.md",
    "packages/fulfillment/service/README.md",
    "packages/fulfillment/webhooks/README.md",
    "spec/asyncapi.yaml",
    "spec/open-decisions.md",
    "spec/openapi.yaml",
  ]);
});

test("words that stand nowhere are named", () => {
  expect(rewritten("A day has 24 hours.", ["a day of {hours} hours"], spec).missing).toEqual([
    "a day of {hours} hours",
  ]);
});
