// The documentation agrees with the description, and a copy with one fault is reported.
import path from "node:path";
import { describe, expect, test } from "vitest";
import { brokenText, type Description, readDescription } from "../../spec/test/description.ts";
import { checkDocuments, extractors, readDocuments, readSurroundings } from "./described/check.ts";
import { exceptions } from "./described/exceptions.ts";
import { factsOf } from "./described/facts.ts";
import type { Document } from "./described/passages.ts";

const clientReadme = "packages/fulfillment/client/README.md";
const webhooksReadme = "packages/fulfillment/webhooks/README.md";

const root = path.resolve(import.meta.dirname, "../..");
const spec = readDescription();
const documents = readDocuments(root);
const surroundings = readSurroundings(root);

function check(from: readonly Document[], description: Description = spec) {
  const own = exceptions.filter(({ file }) => from.some((document) => document.file === file));
  return checkDocuments(from, factsOf(description), { surroundings, exceptions: own });
}

const checked = check(documents);

test("everything that is said is so", () => expect(checked.findings).toEqual([]));

test.each(Object.keys(extractors))("there are %s to check", (name) => {
  expect(checked.counts[name]).toBeGreaterThan(0);
});

/** A document, a text of it, its replacement, and the findings then. */
const wrong: readonly (readonly [file: string, from: string, to: string, finding: string])[] = [
  [
    "packages/fulfillment/service/README.md",
    "/v1/orders/list",
    "/v1/orders/lst",
    "/v1/orders/lst is no path of the description; did you mean /v1/orders/list?",
  ],
  ["README.md", "/v1/webhooks \\\n  -d", "/v1/orders/list \\\n  -d", "/v1/orders/list has no POST: it has GET"],
  [
    "spec/openapi.yaml",
    "`GET /v1/orders/{orderId}` returns",
    "`PUT /v1/orders/{orderId}` returns",
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
    "spec/openapi.yaml",
    "{orderId}` returns 404",
    "{orderId}` returns 410",
    "GET /v1/orders/{orderId} has no 410: it has 200, 401, 404, 429, 500",
  ],
];

describe("a wrong document", () => {
  test.each(wrong)("is found: %s, %s -> %s", (file, from, to, finding) => {
    const { findings } = check(documentsWith(file, from, to).filter((document) => document.file === file));
    const at = documents
      .find((one) => one.file === file)
      ?.text.split(from)[0]
      ?.split("\n").length;
    expect(findings).toHaveLength(1);
    expect(findings[0]).toContain(finding);
    expect([at, (at ?? 0) + 1].map((line) => `${file}:${line}`)).toContain(/^[^:]+:\d+/.exec(findings[0] ?? "")?.[0]);
  });

  test("is found when the description has changed", () => {
    const event = brokenText(spec, "messages/order-shipped.yaml", (text) =>
      text.replace("name: order.shipped", "name: order.sent"),
    );
    expect(check(documents, event).findings.join("\n")).toMatch(
      /^packages\/fulfillment\/service\/README\.md:\d+ says order\.shipped: /m,
    );
  });

  test("is reported for an exception that excuses nothing", () => {
    const { findings } = checkDocuments([], factsOf(spec), { surroundings, exceptions: exceptions.slice(0, 1) });
    expect(findings).toEqual([
      "docs/decisions/0003-names.md does not say OrderLinesItem any more: take the exception out",
    ]);
  });
});

function documentsWith(file: string, from: string, to: string): Document[] {
  return documents.map((document) => {
    if (document.file !== file) return document;
    if (!document.text.includes(from))
      throw new Error(`${file} has no ${JSON.stringify(from)}: fix the row of this test`);
    return { file, text: document.text.replace(from, () => to) };
  });
}
