// A seventh set, of keys, the budget and subscriptions; the rest of it is in seventh.ts. Above each fault is the statement it breaks.
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import {
  insertSubscription,
  type SubscriptionRow,
  subscriptionByUrl,
  subscriptionOfAccount,
  updateSubscription,
} from "../../../src/storage/queries/subscriptions.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { withInside } from "../inside.ts";
import { bodyOf, statusOf, subscribe } from "../probes.ts";
import { at, fieldsOf } from "../values.ts";
import { limiting } from "../wraps/limits.ts";
import { querying, rewritten } from "../wraps/queries.ts";
import { responding, serving } from "../wraps/responses.ts";
import { webhooks } from "./third-probes.ts";

const subscription = "spec/schemas/webhook-subscription.yaml#/properties";

export const seventhOfOthers: readonly Fault[] = [
  ...faultsOf("rate-limit", [
    // openapi.yaml, "Rate limit": "A client has 1,000 requests in any 24 hours"; each counts once.
    {
      id: "seventh-post-twice",
      title: "A POST uses up two requests of the budget",
      contradicts: "spec/openapi.yaml#/components/headers/RateLimit-Remaining",
      parts: () => {
        const posts = new AsyncLocalStorage<boolean>();
        return {
          ...serving((pipeline) => (request) => posts.run(request.method === "POST", () => pipeline(request))),
          ...limiting(({ hit }) => ({
            hit: async (client, budget) => {
              const rate = await hit(client, budget);
              return posts.getStore() === true && rate.allowed ? await hit(client, budget) : rate;
            },
          })),
        };
      },
      shows: async (service) => {
        const options = { from: service.elsewhere };
        await service.ask("POST", "/v1/auth", options);
        const { headers } = await service.ask("GET", "/v1/auth", options);
        return Number(headers.get("ratelimit-limit")) - Number(headers.get("ratelimit-remaining"));
      },
      right: 2,
      wrong: 3,
    },
  ]),
  ...faultsOf("authentication", [
    // schemas/auth-check.yaml: "Confirms that the key is accepted, and names its account."
    {
      id: "seventh-account-by-address",
      title: "The key check names the account that was first seen from the address",
      contradicts: "spec/schemas/auth-check.yaml#/properties/account_id",
      parts: () => {
        const accounts = new Map<string, unknown>();
        return responding((response, { pathname, client }) => {
          if (pathname !== "/v1/auth" || response.status !== 200 || response.body === "") return null;
          const body: unknown = JSON.parse(response.body);
          const first = accounts.get(client) ?? at(body, "account_id");
          accounts.set(client, first);
          return { ...response, body: JSON.stringify({ ...fieldsOf(body), account_id: first }) };
        });
      },
      shows: async (service) => {
        const from = service.elsewhere;
        await service.ask("GET", "/v1/auth", { from });
        const { body } = await service.ask("GET", "/v1/auth", { from, key: service.other.key });
        return at(body, "account_id") === service.other.id;
      },
      right: true,
      wrong: false,
    },
  ]),
  ...faultsOf("subscription", [
    // paths/webhooks.yaml, POST: "point neither to localhost"; PUT: "A new URL must satisfy the same rules as when you create a
    // subscription".
    {
      id: "seventh-localhost-capitals",
      title: "A URL on LOCALHOST is accepted",
      contradicts: "spec/schemas/webhook-url.yaml#/x-waybill-url-rules/forbiddenHosts/0",
      parts: () => ({
        checkUrl: (check) => async (url) => {
          const { protocol, hostname, href } = new URL(URL.canParse(url) ? url : "about:blank");
          const isOverlooked = protocol === "https:" && hostname === "localhost" && !url.includes("localhost");
          return isOverlooked ? href : await check(url);
        },
      }),
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created"]);
        return await statusOf(service.ask("PUT", path, { body: { url: "https://LOCALHOST/orders" } }));
      },
      right: 400,
      wrong: 200,
    },
    // paths/webhooks.yaml, DELETE: "Deletes a subscription and its secret permanently. It cannot be restored".
    {
      id: "seventh-deleted-restored",
      title: "A deleted subscription that is set to active is back",
      contradicts: `${webhooks}/webhook/delete/description`,
      parts: () => {
        const deleted = new Map<string, SubscriptionRow>();
        return withInside((inside) => ({
          api: (api) => ({
            ...api,
            deleteWebhook: async (request, caller) => {
              const wanted = { accountId: caller.accountId, id: request.path.id };
              const row = await inside().database.first(subscriptionOfAccount, wanted);
              const reply = await api.deleteWebhook(request, caller);
              if (row !== null) deleted.set(row.id, row);
              return reply;
            },
            updateWebhook: async (request, caller) => {
              const { accountId } = caller;
              const row = deleted.get(request.path.id);
              if (row?.account_id !== accountId || request.body.active !== true) {
                return await api.updateWebhook(request, caller);
              }
              const { database } = inside();
              const rival = { accountId, canonicalUrl: row.canonical_url };
              if ((await database.first(subscriptionByUrl, rival)) === null) {
                await database.write(async (transaction) => transaction.all(insertSubscription, row));
                deleted.delete(row.id);
              }
              return await api.updateWebhook(request, caller);
            },
          }),
        }));
      },
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created"]);
        await service.ask("DELETE", path);
        return await statusOf(service.ask("PUT", path, { body: { active: true } }));
      },
      right: 400,
      wrong: 200,
    },
    // webhook-subscription.yaml, updatedAt: "When the subscription last changed, in ISO 8601."
    {
      id: "seventh-events-untimed",
      title: "A change of the events does not change `updatedAt` in lists",
      contradicts: `${subscription}/updatedAt`,
      parts: () =>
        querying(
          rewritten(updateSubscription, (db, { id, updated_at, ...columns }) =>
            db
              .updateTable("subscriptions")
              .set({
                ...columns,
                updated_at: sql<string>`case when events = ${columns.events} then ${updated_at} else updated_at end`,
              })
              .where("id", "=", id)
              .returning("id"),
          ),
        ),
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created"]);
        await setTimeout(5);
        const updated = await bodyOf(service.ask("PUT", path, { body: { events: ["order.shipped"] } }));
        const { body } = await service.ask("GET", "/v1/webhooks");
        return at(body, "webhooks", 0, "updatedAt") === at(updated, "updatedAt");
      },
      right: true,
      wrong: false,
    },
  ]),
];
