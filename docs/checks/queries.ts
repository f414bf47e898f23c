// What people look for by its name, and the pages one of which has to be among the first three hits: every operation by its name and its
// path, every event and every diagnostic, and what more pages than one are right for.
import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { readDescription } from "../../spec/test/description.ts";
import { listIn, messagesOf, operationsOf } from "../../spec/test/operations.ts";
import { type Asked, askedOf } from "./asked.ts";

const http = "/reference/http";
const events = "/reference/events";
const slugOf = (name: string): string =>
  name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "-")
    .replaceAll(/[ ._]/g, "-")
    .toLowerCase();

const description = readDescription();
const operations = operationsOf(description).map(({ id, name, node }) => ({
  id,
  path: name.slice(name.indexOf(" ") + 1),
  page: `${http}/${slugOf(listIn(node, "tags")[0] ?? "")}/${slugOf(id)}/`,
}));
const eventPages = messagesOf(description).map(({ name }) => ({ text: name, pages: [`${events}/${slugOf(name)}/`] }));
const codes = globSync("*.md", { cwd: join(import.meta.dirname, "../errors") }).map((file) => basename(file, ".md"));

export const named: readonly Asked[] = [
  ...operations.map(({ id, page }) => ({ text: id, pages: [page] })),
  ...[...Map.groupBy(operations, ({ path }) => path)].map(([text, all]) => ({
    text,
    pages: all.map(({ page }) => page),
  })),
  ...eventPages,
  ...codes.filter((code) => code !== "README").map((code) => ({ text: code, pages: [`/errors/${code}/`] })),
  ...askedOf([
    ["createContactRecord", `${http}/orders/create-order/ /reference/schemas/new-order/`],
    ["has_more", `/guides/pagination/ ${http}/catalog/list-inventory/ /reference/schemas/pagination/`],
    ["NEEDS_REVIEW", "/reference/schemas/order/ /reference/schemas/address-verification-status/ /guides/orders/"],
    ["RateLimit-Reset", "/guides/rate-limits/"],
    ["X-Webhook-Signature", `/reference/schemas/webhook-headers/ ${events}/ /guides/webhooks/ /guides/verifying/`],
    ["Order not found", `${http}/orders/get-order/ /guides/errors/ /reference/schemas/order-not-found-error/`],
    ["Rate limit exceeded", "/guides/rate-limits/ /guides/errors/"],
  ]),
];

/** What has one right page, which is the first hit: no allowance is made for these. */
export const firstHits: readonly Asked[] = askedOf([
  ["signature", "/guides/verifying/"],
  ["webhook signature", "/guides/verifying/"],
  ["verify webhook", "/guides/verifying/"],
]);
