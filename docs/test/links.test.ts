import { expect, test } from "vitest";
import { linkedTwin } from "../../packages/waybill/docs/src/run/machines.ts";
import { relink } from "../build/links.ts";

const files = new Map([
  ["docs/guides/webhooks.md", "/guides/webhooks/"],
  ["docs/errors/ref-cycle.md", "/errors/ref-cycle/"],
  ["packages/fulfillment/client/README.md", "/toolkit/client/"],
]);
const there = new Set([...files.keys(), "packages/fulfillment/client/src/client.ts"]);
const targets = { pathOf: (file: string) => files.get(file) ?? null, exists: (file: string) => there.has(file) };
const linked = (markdown: string) => relink(markdown, "docs/guides/orders.md", targets);

test.each([
  ["[a](webhooks.md)", "[a](/guides/webhooks/)"],
  ["[a](./webhooks.md#verify)", "[a](/guides/webhooks/#verify)"],
  ['[`x`](../errors/ref-cycle.md "why")', '[`x`](/errors/ref-cycle/ "why")'],
  ["[a]\n\n[a]: webhooks.md#x", "[a]\n\n[a]: /guides/webhooks/#x"],
  [
    "two: [webhooks.md](webhooks.md), [b](../../packages/fulfillment/client/README.md)",
    "two: [webhooks.md](/guides/webhooks/), [b](/toolkit/client/)",
  ],
  [
    "[here](#x) [site](/errors/) [web](https://example.com/webhooks.md)",
    "[here](#x) [site](/errors/) [web](https://example.com/webhooks.md)",
  ],
  ["`[a](webhooks.md)`\n\n```md\n[a](webhooks.md)\n```", "`[a](webhooks.md)`\n\n```md\n[a](webhooks.md)\n```"],
  ["see [`client.ts`](../../packages/fulfillment/client/src/client.ts).", "see `client.ts`."],
])("a link leads to the page of its file: %j becomes %j", (markdown, expected) => {
  expect(linked(markdown)).toEqual({ markdown: expected, missing: [] });
});

test("a link to a missing file is reported", () => {
  expect(linked("[a](webhook.md#verify) [b](webhooks.md)").missing).toEqual(["webhook.md#verify"]);
});

test("the links of a twin lead to twins", () => {
  const paths = new Set(["/guides/webhooks/", "/"]);
  const page =
    "[a](/guides/webhooks/#x) [b](/downloads/openapi.json) [c](/) [d](https://example.com/)\n\n[e]: /guides/webhooks/";
  expect(linkedTwin(page, "/1.0.0/", paths)).toBe(
    "[a](/1.0.0/guides/webhooks.md#x) [b](/1.0.0/downloads/openapi.json) [c](/1.0.0/index.md) [d](https://example.com/)\n\n[e]: /1.0.0/guides/webhooks.md",
  );
});
