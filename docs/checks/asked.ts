// What readers ask, written down before anyone saw what the search finds: 100 queries of this site and 30 of a site for GitHub's description,
// each with the pages of which one has to be among the first three hits.

export interface Asked {
  readonly text: string;
  readonly pages: readonly string[];
}

const http = "/reference/http";
const orders = `${http}/orders`;
const webhooks = `${http}/webhooks`;
const events = "/reference/events";

/** `["how to cancel", "/a/ /b/"]` */
export function askedOf(rows: readonly (readonly [text: string, pages: string])[]): readonly Asked[] {
  return rows.map(([text, pages]) => ({ text, pages: pages.split(" ") }));
}

export const askedHere: readonly Asked[] = askedOf([
  // The API, in the words of those who call it.
  ["how do I authenticate", "/guides/authentication/"],
  ["where do I get an api key", "/guides/authentication/ /guides/portal/"],
  ["revoke a key", "/guides/authentication/ /guides/portal/"],
  ["authorization header", `/guides/authentication/ ${http}/authentication/`],
  ["bearer token", `/guides/authentication/ ${http}/authentication/`],
  ["check my key", `/guides/authentication/ ${http}/authentication/check-auth/`],
  ["curl example", "/guides/quick-start/ /guides/authentication/"],
  ["first order", "/guides/quick-start/ /guides/orders/"],
  ["place an order", `/guides/orders/ ${orders}/create-order/ /guides/quick-start/`],
  ["post order", `${orders}/create-order/ /guides/orders/`],
  ["get an order by id", `${orders}/get-order/ /guides/orders/`],
  ["order status", "/reference/schemas/order-status/ /guides/orders/ /reference/schemas/order-status-filter/"],
  ["list orders by status", `${orders}/list-orders/ /reference/schemas/order-status-filter/`],
  ["search orders", `${orders}/list-orders/`],
  [
    "cancellation",
    `${orders}/cancel-order/ /guides/orders/ ${events}/order-cancelled/ /reference/schemas/order-cancellation/`,
  ],
  ["order lifecycle", "/guides/orders/"],
  [
    "shipping address",
    "/reference/schemas/ship-to/ /reference/schemas/order/ /reference/schemas/new-order/ /reference/schemas/address-verification-status/",
  ],
  ["ship to", "/reference/schemas/ship-to/"],
  ["line items", "/reference/schemas/line-item/"],
  ["idempotency key", "/guides/orders/ /guides/client/"],
  ["avoid duplicate orders", "/guides/orders/"],
  ["track a shipment", `${events}/order-shipped/ /guides/orders/ /reference/schemas/order/`],
  ["package delivered", `${events}/order-delivered/`],
  ["returned parcel", `${events}/order-returned/`],
  ["stock levels", `${http}/catalog/list-inventory/`],
  [
    "sku",
    `${http}/catalog/list-products/ ${http}/catalog/list-inventory/ /reference/schemas/product/ /reference/schemas/line-item/ /reference/schemas/inventory-item/ /reference/schemas/order-product/`,
  ],
  ["product catalog", `${http}/catalog/list-products/ ${http}/catalog/`],
  ["payment status", "/reference/schemas/payment-status/"],
  ["address verification", "/reference/schemas/address-verification-status/"],
  ["add a contact", `${http}/contacts/create-contact/`],
  ["list webhooks", `${webhooks}/list-webhooks/`],
  ["update webhook url", `${webhooks}/update-webhook/`],
  ["register a webhook", `${webhooks}/create-webhook/ /guides/webhooks/`],
  ["send a test event", `${webhooks}/test-webhook/ ${events}/webhook-test/ /guides/webhooks/`],
  ["webhook payload", `/guides/webhooks/ ${events}/`],
  ["webhook not received", "/guides/webhooks/ /guides/one-attempt/"],
  ["missed events", "/guides/one-attempt/ /guides/webhooks/"],
  ["webhook retries", "/guides/one-attempt/ /guides/webhooks/"],
  ["reconcile", "/guides/one-attempt/"],
  ["signing secret", `/guides/webhooks/ ${webhooks}/rotate-webhook-secret/ /guides/verifying/`],
  ["verify in python", "/guides/verifying/"],
  ["verify webhook php", "/guides/verifying/"],
  ["hmac sha256", "/guides/verifying/ /guides/webhooks/"],
  ["replay attack", "/guides/verifying/ /guides/webhooks/ /toolkit/security/"],
  ["event types", `${events}/ ${webhooks}/list-webhook-events/ /reference/schemas/webhook-event-name/`],
  ["invite viewed", `${events}/invite-viewed/`],
  ["invite redeemed event", `${events}/invite-redeemed/`],
  ["campaign id", "/guides/campaigns/"],
  ["requests per day", "/guides/rate-limits/"],
  ["too many requests", "/guides/rate-limits/ /guides/errors/"],
  ["rate limit headers", "/guides/rate-limits/"],
  ["next page", "/guides/pagination/"],
  ["limit and offset", "/guides/pagination/"],
  [
    "page_size",
    `/guides/pagination/ /reference/schemas/pagination/ ${http}/catalog/list-inventory/ ${http}/catalog/list-products/`,
  ],
  ["validation error", "/reference/schemas/validation-error/ /guides/errors/"],
  ["error format", "/guides/errors/ /reference/schemas/error-message/"],
  ["405 method not allowed", "/guides/errors/"],
  ["openapi spec", "/downloads/ /description/"],
  ["what changed in the api", "/changelog/ /guides/versioning/"],
  ["api version", "/guides/versioning/ /changelog/"],
  ["import orders csv", "/guides/portal/"],
  ["self host", "/guides/running/"],
  ["docker", "/guides/running/ /toolkit/service/"],
  ["prometheus metrics", "/guides/running/ /toolkit/service/"],
  ["backup database", "/guides/running/"],
  ["redis", "/guides/running/"],
  // The toolkit.
  ["install waybill", "/toolkit/ /toolkit/waybill/"],
  ["generate types from openapi", "/toolkit/ /toolkit/targets/types/ /toolkit/waybill/"],
  ["config file", "/toolkit/configuration/"],
  ["command line flags", "/toolkit/cli/"],
  ["watch mode", "/toolkit/cli/ /toolkit/ /guides/handlers/ /toolkit/configuration/ /guides/own-repository/"],
  ["zod schemas", "/toolkit/targets/zod/"],
  ["express server", "/guides/frameworks/"],
  ["fastify", "/guides/frameworks/"],
  ["nest", "/guides/frameworks/"],
  ["server stubs", "/toolkit/targets/server/ /guides/handlers/ /guides/frameworks/"],
  ["tanstack query", "/guides/react/ /toolkit/tanstack-query/"],
  ["server actions", "/guides/next/"],
  ["axios", "/guides/adapters/"],
  ["angular", "/guides/adapters/"],
  ["migrate from orval", "/guides/migrating/ /toolkit/migrate/"],
  ["openapi-typescript", "/guides/migrating/ /guides/which-generator/ /toolkit/comparison/"],
  ["compared to hey-api", "/guides/which-generator/ /toolkit/comparison/ /guides/migrating/"],
  ["bundle size", "/toolkit/performance/ /toolkit/benchmarks/ /guides/client/ /toolkit/comparison/"],
  ["date as Date object", "/toolkit/options/ /toolkit/json-schema/"],
  ["int64 bigint", "/toolkit/options/ /toolkit/json-schema/ /decisions/0070-int64/"],
  ["oauth client credentials", "/guides/client/"],
  ["file upload multipart", "/guides/client/ /toolkit/http/ /guides/frameworks/ /guides/adapters/"],
  ["server-sent events", "/guides/client/ /toolkit/http/"],
  ["detect breaking changes in ci", "/guides/ci/ /toolkit/diff/"],
  ["lint rules", "/toolkit/lint/ /toolkit/rulesets/"],
  ["vscode extension", "/toolkit/editors/ /toolkit/vscode/"],
  ["language server", "/toolkit/editors/ /toolkit/lsp/"],
  ["mcp server", "/toolkit/mcp/"],
  ["publish npm sdk", "/guides/sdk/ /toolkit/sdk/"],
  ["build docs site", "/guides/docs-for-your-api/ /toolkit/docs/"],
  ["custom target", "/toolkit/plugins/"],
  ["kafka", "/toolkit/channels/ /guides/webhooks-for-your-api/"],
  // Mistyped.
  [
    "subcription",
    `/guides/webhooks/ ${webhooks}/create-webhook/ /reference/schemas/webhook-subscription/ ${webhooks}/list-webhooks/`,
  ],
  ["inventry", `${http}/catalog/list-inventory/`],
]);

/** `["list repositories", "repos/list-for-org …"]`, by the names that the description gives its operations. */
export const askedOfGithub: readonly Asked[] = askedOf([
  ["list repositories", "repos/list-for-org repos/list-for-authenticated-user repos/list-for-user repos/list-public"],
  ["create a repository", "repos/create-for-authenticated-user repos/create-in-org"],
  ["delete repo", "repos/delete"],
  ["create issue", "issues/create"],
  ["list issues", "issues/list-for-repo issues/list issues/list-for-org issues/list-for-authenticated-user"],
  ["comment on an issue", "issues/create-comment"],
  ["add labels to an issue", "issues/add-labels"],
  ["open a pull request", "pulls/create"],
  ["merge pull request", "pulls/merge"],
  ["request reviewers", "pulls/request-reviewers"],
  ["files of a pull request", "pulls/list-files"],
  ["list branches", "repos/list-branches"],
  ["branch protection", "repos/get-branch-protection repos/update-branch-protection repos/delete-branch-protection"],
  ["list commits", "repos/list-commits pulls/list-commits"],
  ["compare two commits", "repos/compare-commits-with-basehead"],
  ["get file contents", "repos/get-content"],
  ["create or update a file", "repos/create-or-update-file-contents"],
  ["latest release", "repos/get-latest-release"],
  ["create release", "repos/create-release"],
  ["fork a repo", "repos/create-fork"],
  ["star a repository", "activity/star-repo-for-authenticated-user"],
  ["search code", "search/code"],
  ["search repositories", "search/repos"],
  ["trigger a workflow", "actions/create-workflow-dispatch"],
  ["cancel workflow run", "actions/cancel-workflow-run"],
  [
    "repository secrets",
    "actions/list-repo-secrets actions/create-or-update-repo-secret actions/get-repo-secret dependabot/list-repo-secrets",
  ],
  ["create gist", "gists/create"],
  ["rate limit", "rate-limit/get"],
  ["organization members", "orgs/list-members orgs/list-public-members"],
  ["colaborators", "repos/list-collaborators repos/add-collaborator repos/check-collaborator"],
]).map(({ text, pages }) => ({ text, pages: pages.map(githubPage) }));

/** `repos/list-for-org` -> `/operations/repos/repos-list-for-org/` */
function githubPage(id: string): string {
  return `/operations/${id.split("/")[0] ?? ""}/${id.replace("/", "-")}/`;
}
