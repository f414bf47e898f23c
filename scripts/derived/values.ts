// A text that states values of `spec/` -> the same text with the values as they are, and the phrases that it does not contain. A value is defined
// in one place; the table `stated` finds it in the others.
import { readFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";

interface Value {
  /** File below `spec/`, and JSON pointer. */
  readonly source: string;
  /** What is stated of it: the number, how many members it has, or the number in a larger unit. */
  readonly as?: "count" | "hours" | "minutes";
}

const values: Readonly<Record<string, Value>> = {
  budget: { source: "openapi.yaml#/info/x-waybill-rate-limit/budget" },
  hours: { source: "openapi.yaml#/info/x-waybill-rate-limit/windowSeconds", as: "hours" },
  rateLimitHeaders: { source: "openapi.yaml#/components/headers", as: "count" },
  keyLength: { source: "openapi.yaml#/components/securitySchemes/bearer/x-waybill-api-key/length" },
  limit: { source: "openapi.yaml#/components/parameters/Limit/schema/default" },
  offset: { source: "openapi.yaml#/components/parameters/Offset/schema/default" },
  pageSize: { source: "paths/inventory.yaml#/list/get/parameters/1/schema/default" },
  largestPage: { source: "paths/inventory.yaml#/list/get/parameters/1/schema/maximum" },
  deliveryHeaders: { source: "schemas/webhook-headers.yaml#/properties", as: "count" },
  deliverySeconds: { source: "asyncapi.yaml#/operations/deliver/x-waybill-delivery/timeoutSeconds" },
  toleranceSeconds: {
    source: "asyncapi.yaml#/components/securitySchemes/signature/x-waybill-signature/tolerance/seconds",
  },
  toleranceMinutes: {
    source: "asyncapi.yaml#/components/securitySchemes/signature/x-waybill-signature/tolerance/seconds",
    as: "minutes",
  },
};

/**
 * By file, the words around each value, as short as they are unmistakable. Every occurrence in the file is rewritten by
 * `pnpm generate`; words that occur nowhere are an error.
 */
export const stated: Readonly<Record<string, readonly string[]>> = {
  "docs/guides/authentication.md": ["exactly {keyLength} characters"],
  "docs/guides/errors.md": ["page_size must be at most {largestPage}`"],
  "docs/guides/pagination.md": [
    "`limit` (default {limit})",
    "`offset` (default {offset})",
    "`page_size` (default {pageSize}, at most {largestPage})",
    "`page_size` over {largestPage} ",
  ],
  "docs/guides/rate-limits.md": [
    "{budget} requests in any {hours} hours",
    "counting {hours} hours after",
    "{rateLimitHeaders} headers",
  ],
  "docs/guides/verifying.md": ["more than **{toleranceMinutes} minutes**"],
  "docs/guides/webhooks.md": ["more than {toleranceMinutes} minutes from", "more than {deliverySeconds} seconds"],
  "packages/fulfillment/service/README.md": ["2xx status within {deliverySeconds} seconds"],
  "packages/fulfillment/webhooks/README.md": [
    "waits {deliverySeconds} seconds",
    "`toleranceSeconds`, `now` | {toleranceSeconds},",
  ],
  "spec/README.md": ["{rateLimitHeaders} rate-limit headers"],
  "spec/asyncapi.yaml": [
    "JSON body and {deliveryHeaders} headers",
    "within {deliverySeconds} seconds",
    "more than {deliverySeconds} seconds",
    "more than {toleranceMinutes} minutes",
  ],
  "spec/open-decisions.md": ["after {deliverySeconds} seconds without", "`page_size` over {largestPage},"],
  "spec/openapi.yaml": [
    "{budget} requests in any {hours} hours",
    "counting {hours} hours after",
    "{rateLimitHeaders} headers on every response",
    "`limit` (default {limit})",
    "`offset` (default {offset})",
    "`page_size` (default {pageSize}, at most {largestPage})",
    "exactly {keyLength} characters",
  ],
  "spec/workflows/README.md": ["for up to {hours} hours"],
};

interface Rewritten {
  readonly text: string;
  readonly missing: readonly string[];
}

type ReadSpec = (file: string) => string;

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
  if (value === undefined) throw new Error(`{${name}} is no value of scripts/derived/values.ts`);
  const [file = "", pointer = ""] = value.source.split("#/");
  const found = pointer.split("/").reduce<unknown>(memberOf, load(spec(file)));
  if (value.as === "count" && typeof found === "object" && found !== null) return Object.keys(found).length;
  if (typeof found !== "number")
    throw new Error(`spec/${value.source} is no number: correct scripts/derived/values.ts`);
  return value.as === "hours" ? found / 3600 : value.as === "minutes" ? found / 60 : found;
}

function memberOf(value: unknown, key: string): unknown {
  return Object.entries(Object(value)).find(([name]) => name === key)?.[1];
}
