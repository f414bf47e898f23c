// What the documentation says of the API is what the description says; and in a copy with one thing wrong it is not.
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { brokenText, type Description, readDescription } from "../../spec/test/description.ts";
import { checkDocuments, extractors, readDocuments, readSurroundings } from "./described/check.ts";
import { exceptions } from "./described/exceptions.ts";
import { factsOf } from "./described/facts.ts";
import { limits } from "./described/limits.ts";
import type { Document } from "./described/passages.ts";
import {
  checkClientErrors,
  checkClientMethods,
  checkWebhookErrors,
  clientReadme,
  textsOf,
  webhooksReadme,
} from "./described/tables.ts";

const root = path.resolve(import.meta.dirname, "../..");
const spec = readDescription();
const documents = readDocuments(root);
const surroundings = readSurroundings(root);
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

function check(from: readonly Document[], description: Description = spec) {
  const own = exceptions.filter(({ file }) => from.some((document) => document.file === file));
  return checkDocuments(from, factsOf(description), { surroundings, exceptions: own });
}

const checked = check(documents);

test("everything that is said is so", () => expect(checked.findings).toEqual([]));

test.each(Object.keys(extractors))("there are %s to check", (name) => {
  expect(checked.counts[name]).toBeGreaterThan(0);
});

test.each(limits)("the $name is stated somewhere", ({ name }) => expect([...checked.limits]).toContain(name));

/** A document, what stands there, what is put in its place, and what is found then. */
const wrong: readonly (readonly [file: string, from: string, to: string, finding: string])[] = [
  [
    "packages/service/README.md",
    "/v1/orders/list",
    "/v1/orders/lst",
    "/v1/orders/lst is no path of the description; did you mean /v1/orders/list?",
  ],
  ["README.md", "/v1/webhooks \\\n  -d", "/v1/orders/list \\\n  -d", "/v1/orders/list has no POST: it has GET"],
  [
    "spec/openapi.yaml",
    "`GET /v1/orders/{orderId}` answers",
    "`PUT /v1/orders/{orderId}` answers",
    "has no PUT: it has GET",
  ],
  [webhooksReadme, '"order.shipped": async', '"order.sent": async', "order.sent is no event of the description"],
  [webhooksReadme, "webhooks send order.shipped", "webhooks send order.shiped", "did you mean order.shipped?"],
  [
    clientReadme,
    "the `RateLimit-Reset` (or",
    "the `RateLimit-Rest` (or",
    "RateLimit-Rest is no header of the description; did you mean RateLimit-Reset?",
  ],
  [webhooksReadme, "three `X-Webhook-` headers", "three `X-Hook-` headers", "X-Hook- is no header of the description"],
  [
    "spec/README.md",
    "`x-waybill-events` of the operation",
    "`cancelOrders` of the operation",
    "cancelOrders is no operation of the description; did you mean cancelOrder?",
  ],
  [webhooksReadme, "`WebhookEvent` is", "`WebhookEvnt` is", "WebhookEvnt is no schema of the description"],
  [
    "spec/openapi.yaml",
    "no such order |",
    "no such order, `unknown-webook` |",
    "unknown-webook is no code or open decision; did you mean unknown-webhook?",
  ],
  ["README.md", "(docs/errors/)", "(docs/error/)", "there is no docs/error/"],
  [
    "docs/guides/quick-start.md",
    "(/reference/http/orders/create-order/)",
    "(/reference/http/orders/create-orders/)",
    "no page of the reference; did you mean create-order?",
  ],
  [
    "spec/openapi.yaml",
    "{orderId}` answers 404",
    "{orderId}` answers 410",
    "GET /v1/orders/{orderId} has no 410: it has 200, 401, 404, 429, 500",
  ],
  ["spec/openapi.yaml", "has 1,000 requests in any", "has 2,000 requests in any", "the request budget is 1000"],
  ["spec/openapi.yaml", "in any 24 hours", "in any 12 hours", "the rate-limit window, in hours is 24"],
  ["spec/asyncapi.yaml", "within ten seconds", "within twenty seconds", "the delivery timeout, in seconds is 10"],
  [
    "spec/asyncapi.yaml",
    "more than five minutes away",
    "more than six minutes away",
    "the recommended tolerance of timestamps, in minutes is 5",
  ],
  [webhooksReadme, "`now` | 300", "`now` | 200", "the recommended tolerance of timestamps, in seconds is 300"],
  ["spec/openapi.yaml", "at most 100)", "at most 50)", "the maximum of page_size is 100"],
  ["spec/openapi.yaml", "`limit` (default 20)", "`limit` (default 25)", "the default of limit is 20"],
  ["spec/openapi.yaml", "(default 20, at most", "(default 10, at most", "the default of page_size is 20"],
  [
    "spec/open-decisions.md",
    "array of eight objects",
    "array of nine objects",
    "the number of events to subscribe to is 8",
  ],
  [
    "spec/asyncapi.yaml",
    "JSON body and four headers",
    "JSON body and five headers",
    "the number of delivery headers is 4",
  ],
  ["spec/openapi.yaml", "Six headers on every", "Seven headers on every", "the number of rate-limit headers is 6"],
];

describe("but not", () => {
  test.each(wrong)("%s: %s -> %s", (file, from, to, finding) => {
    const { findings } = check(documentsWith(file, from, to).filter((document) => document.file === file));
    const at = documents
      .find((one) => one.file === file)
      ?.text.split(from)[0]
      ?.split("\n").length;
    expect(findings).toHaveLength(1);
    expect(findings[0]).toContain(finding);
    expect([at, (at ?? 0) + 1].map((line) => `${file}:${line}`)).toContain(/^[^:]+:\d+/.exec(findings[0] ?? "")?.[0]);
  });

  test("a length", () => {
    const lengths = { file: "docs/lengths.md", text: "One.\n\nA `shipTo.zip` has 1-30 characters." };
    expect(check([lengths]).findings).toEqual([
      "docs/lengths.md:3 says 1-30 characters: the length of zip, in characters is 20 (spec/schemas/ship-to.yaml#/properties/zip/maxLength)",
    ]);
  });

  test("what the description has changed", () => {
    const budget = brokenText(spec, "openapi.yaml", (text) => text.replace("budget: 1000", "budget: 500"));
    expect(check(documents, budget).findings.join("\n")).toMatch(
      /^spec\/openapi\.yaml:\d+ says 1,000 requests: the request budget is 500/m,
    );
    const event = brokenText(spec, "messages/order-shipped.yaml", (text) =>
      text.replace("name: order.shipped", "name: order.sent"),
    );
    expect(check(documents, event).findings.join("\n")).toMatch(
      /^packages\/service\/README\.md:\d+ says order\.shipped: /m,
    );
  });

  test("an exception that excuses nothing", () => {
    const { findings } = checkDocuments([], factsOf(spec), { surroundings, exceptions: exceptions.slice(0, 1) });
    expect(findings).toEqual([
      "docs/decisions/0003-names.md does not say OrderLinesItem any more: take the exception out",
    ]);
  });
});

describe("tables are complete", () => {
  const tables = { checkClientMethods, checkClientErrors, checkWebhookErrors };
  test.each(Object.entries(tables))("%s", (_name, table) => expect(table(read)).toEqual([]));

  test.each([
    [
      checkClientMethods,
      clientReadme,
      " `createOnce` `cancel`",
      " `createTwice` `cancel`",
      ["leaves out orders.createOnce", "has orders.createTwice"],
    ],
    [
      checkClientMethods,
      clientReadme,
      "`products`, `inventory`, `contacts`",
      "`products`, `inventory`",
      ["leaves out contacts.create"],
    ],
    [checkClientErrors, clientReadme, "| `timeout` | `T", "| `time_out` | `T", ["leaves out timeout", "has time_out"]],
    [
      checkWebhookErrors,
      webhooksReadme,
      "| `payload_too_large` | 413",
      "| `payload_too_large` | 400",
      ["leaves out payload_too_large 413", "has payload_too_large 400"],
    ],
  ] as const)("but not: %o %s", (table, file, from, to, findings) => {
    const found = table(textsOf(documentsWith(file, from, to), read));
    expect(found).toHaveLength(findings.length);
    for (const [at, finding] of findings.entries()) expect(found[at]).toContain(finding);
  });
});

function documentsWith(file: string, from: string, to: string): Document[] {
  return documents.map((document) => {
    if (document.file !== file) return document;
    if (!document.text.includes(from))
      throw new Error(`${file} has no ${JSON.stringify(from)}: mend the row of this test`);
    return { file, text: document.text.replace(from, () => to) };
  });
}
