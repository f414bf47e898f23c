// An eighth set, of keys, the budget and the life of orders; the rest of it is in eighth.ts. Above each fault is the fact it breaks.
import { setTimeout } from "node:timers/promises";
import type { Validator } from "@fulfillment/server";
import { NewOrderSchema, NewWebhookSchema, OrderCancellationSchema } from "@fulfillment/validators";
import { sql } from "kysely";
import { rejection } from "../../../src/api/reply.ts";
import { createKey } from "../../../src/domain/keys.ts";
import { openDatabase } from "../../../src/operation/open-database.ts";
import type { RateLimiter, RateState } from "../../../src/rate-limit/limiter.ts";
import { accountOfKey } from "../../../src/storage/queries/accounts.ts";
import { orderDocument, updateOrder } from "../../../src/storage/queries/orders.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { withInside } from "../inside.ts";
import { cancel, checkElsewhere, headerOf, place, placeAnd, servedElsewhere, statusOf, subscribe } from "../probes.ts";
import { at, textAt } from "../values.ts";
import { limiting } from "../wraps/limits.ts";
import { querying, rewritten } from "../wraps/queries.ts";
import { responding, serving } from "../wraps/responses.ts";
import { handling } from "./plant.ts";
import { cancelling, list, listed } from "./third-probes.ts";

const headers = "spec/openapi.yaml#/components/headers";
const bearer = "spec/openapi.yaml#/components/securitySchemes/bearer/description";
const dayMs = 86_400_000;
const largestBody = 262_144;
/** How long the count of a client takes, where it is read and written in two steps. */
const countingMs = 5;
/** How long a cancellation takes. */
const cancellingMs = 20;

const bodies = new Map<string, Validator>([
  ["/v1/orders/create", NewOrderSchema],
  ["/v1/orders/cancel", OrderCancellationSchema],
  ["/v1/webhooks", NewWebhookSchema],
]);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const eighthOfOthers: readonly Fault[] = [
  ...faultsOf("authentication", [
    // Authentication 6: create the new key, then revoke the old one. "Several keys per integration are allowed."
    {
      id: "eighth-newest-key-only",
      title: "Only the newest key of an account is accepted",
      contradicts: bearer,
      parts: () =>
        querying(
          rewritten(accountOfKey, (db, { hash }) =>
            db
              .selectFrom("api_keys")
              .innerJoin("accounts", "accounts.id", "api_keys.account_id")
              .select(["accounts.id", "accounts.budget"])
              .where("api_keys.hash", "=", hash)
              .where("api_keys.revoked_at", "is", null)
              .where("accounts.active", "=", 1)
              .where(({ not, exists, selectFrom }) =>
                not(
                  exists(
                    selectFrom("api_keys as newer")
                      .select("newer.id")
                      .whereRef("newer.account_id", "=", "api_keys.account_id")
                      .whereRef("newer.created_at", ">", "api_keys.created_at")
                      .where("newer.revoked_at", "is", null),
                  ),
                ),
              ),
          ),
        ),
      shows: async (service) => {
        const database = await openDatabase(service.storage, () => {});
        try {
          const made = await database.write((transaction) => createKey(transaction, service.account.id, Date.now()));
          const newer = statusOf(service.ask("GET", "/v1/auth", { key: made?.key ?? "" }));
          return [await statusOf(service.ask("GET", "/v1/auth")), await newer];
        } finally {
          await database.close();
        }
      },
      right: [200, 200],
      wrong: [401, 200],
    },
    // Authentication 1 and 4: every request carries the header; without it, 401.
    {
      id: "eighth-options-without-key",
      title: "OPTIONS without a key returns 204 on every path",
      contradicts: "spec/paths/auth.yaml#/auth/options/responses/401",
      parts: () =>
        responding((response, { method, authorization }) =>
          method === "OPTIONS" && authorization === undefined
            ? { ...response, status: 204, contentType: null, body: "" }
            : null,
        ),
      shows: async (service) => [
        await statusOf(service.ask("OPTIONS", "/v1/auth", { key: null })),
        await statusOf(service.ask("GET", "/v1/auth", { key: null })),
      ],
      right: [401, 401],
      wrong: [204, 401],
    },
    // Authentication 3 and 4: the length of the key "is checked before anything else"; a failure gives 401.
    {
      id: "eighth-body-before-key",
      title: "A body is validated before the key is looked at",
      contradicts: "spec/openapi.yaml#/components/securitySchemes/bearer/x-waybill-api-key/lengthCheckedFirst",
      parts: () =>
        serving((pipeline) => async (request) => {
          const response = await pipeline(request);
          const schema = request.method === "POST" ? bodies.get(request.pathname) : undefined;
          if (response.status !== 401 || schema === undefined) return response;
          const body = parsed((await request.readBody(largestBody))?.toString() ?? "");
          const verdict = schema.safeParse(body);
          if (verdict.success) return response;
          const errors = verdict.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
          const told =
            body === undefined
              ? { message: "Malformed JSON in request body" }
              : { message: "Invalid request body", errors };
          return { ...response, status: 400, contentType: "application/json", body: JSON.stringify(told) };
        }),
      shows: async (service) => [
        await statusOf(service.ask("POST", "/v1/orders/cancel", { key: null, body: {} })),
        await statusOf(service.ask("POST", "/v1/orders/cancel", { key: null, body: { orderId: "ord_1" } })),
      ],
      right: [401, 401],
      wrong: [400, 401],
    },
  ]),
  ...faultsOf("rate-limit", [
    // Limits: "1,000 requests per rolling 24-hour window"; each request counts.
    {
      id: "eighth-counted-together",
      title: "Requests that arrive while another of their client is being counted are not counted",
      contradicts: `${headers}/RateLimit-Remaining`,
      parts: () => {
        const underWay = new Map<string, Promise<RateState>>();
        return limiting((limiter) => ({
          hit: (client, budget) => {
            const known = underWay.get(client);
            if (known !== undefined) return known;
            const count = async (): Promise<RateState> => {
              await setTimeout(countingMs);
              underWay.delete(client);
              return await limiter.hit(client, budget);
            };
            const counted = count();
            underWay.set(client, counted);
            return counted;
          },
        }));
      },
      shows: async (service) => {
        const from = service.elsewhere;
        const left = async (): Promise<number> =>
          Number(await headerOf(service.ask("GET", "/v1/auth", { from }), "RateLimit-Remaining"));
        const before = await left();
        await Promise.all(Array.from({ length: 12 }, () => service.ask("GET", "/v1/auth", { from })));
        return before - (await left()) === 13;
      },
      right: true,
      wrong: false,
    },
    // Rate-limit headers: RateLimit-Reset is "Seconds until the oldest tracked request leaves the window."
    {
      id: "eighth-refused-waits-a-day",
      title: "A 429 says to wait for the whole window, however much of it has passed",
      contradicts: `${headers}/RateLimit-Reset`,
      parts: () =>
        limiting((limiter) => ({
          hit: async (client, budget) => {
            const state = await limiter.hit(client, budget);
            if (state.allowed) return state;
            return { ...state, resetSeconds: dayMs / 1000, resetAt: Math.ceil((Date.now() + dayMs) / 1000) };
          },
        })),
      shows: async (service) => {
        await servedElsewhere(service, 30);
        await setTimeout(1_100);
        const { status, headers: told } = await checkElsewhere(service);
        return [status, Number(told.get("RateLimit-Reset")) < dayMs / 1000];
      },
      right: [429, true],
      wrong: [429, false],
    },
    // Limits: "Webhook deliveries from the service do not consume the budget; only client calls count."
    {
      id: "eighth-test-delivery-counted",
      title: "The delivery of a test counts against the budget like a request",
      contradicts: "spec/asyncapi.yaml#/operations/deliver/x-waybill-delivery/countsAgainstRateLimit",
      parts: () => {
        let counter: RateLimiter | null = null;
        return {
          limiter: (limiter) => {
            counter = limiter;
            return limiter;
          },
          ...serving((pipeline) => async (request) => {
            const response = await pipeline(request);
            if (response.operationId !== "testWebhook" || response.status !== 200) return response;
            await counter?.hit(request.client, response.rate?.limit ?? 0);
            return response;
          }),
        };
      },
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created"]);
        const before = await headerOf(service.ask("POST", `${path}/test`), "RateLimit-Remaining");
        const after = await headerOf(service.ask("GET", "/v1/auth"), "RateLimit-Remaining");
        return Number(before) - Number(after);
      },
      right: 1,
      wrong: 2,
    },
  ]),
  ...faultsOf("life-cycle", [
    // States: a cancelled order stays as it is, and cancelling it is a 400.
    {
      id: "eighth-cancelled-together",
      title: "A cancellation that arrives while the same order is being cancelled succeeds, too",
      contradicts: `${cancelling}/responses/400`,
      parts: () =>
        handling("cancelOrder", (handle) => {
          const underWay = new Map<string, ReturnType<typeof handle>>();
          return (request, caller) => {
            const key = `${caller.accountId} ${request.body.orderId}`;
            const known = underWay.get(key);
            if (known !== undefined) return known;
            const work = async () => {
              await setTimeout(cancellingMs);
              try {
                return await handle(request, caller);
              } finally {
                underWay.delete(key);
              }
            };
            const done = work();
            underWay.set(key, done);
            return done;
          };
        }),
      shows: async (service) => {
        const orderId = await place(service);
        const both = await Promise.all([cancel(service, orderId), cancel(service, orderId)]);
        const third = await statusOf(cancel(service, orderId));
        return [...both.map(({ status }) => status).sort(), third];
      },
      right: [201, 400, 400],
      wrong: [201, 201, 400],
    },
    // States: AWAITING_SHIPMENT is cancelled on the one condition "Order belongs to the account".
    {
      id: "eighth-cancel-external-only",
      title: "Only orders that were placed through the API can be cancelled",
      contradicts: `${cancelling}/responses/201`,
      parts: () =>
        withInside((inside) =>
          handling("cancelOrder", (handle) => async (request, caller) => {
            const wanted = { id: request.body.orderId, accountId: caller.accountId };
            const row = await inside().database.first(orderDocument, wanted);
            const source = textAt(JSON.parse(row?.document ?? "{}"), "orderSource");
            if (source !== "" && source !== "EXTERNAL") return rejection("Order was not placed through the API");
            return await handle(request, caller);
          }),
        ),
      shows: async (service) => {
        await service.warehouse.importOrder(service.account);
        const [imported] = await listed(service);
        return await statusOf(cancel(service, at(imported, "id")));
      },
      right: 201,
      wrong: 400,
    },
    // GET /v1/orders/list, orderStatus: the filter goes by the status of the order, which is RETURNED after a return.
    {
      id: "eighth-returned-still-shipped",
      title: "A returned order is still found among the shipped ones, and not among the returned ones",
      contradicts: `${list}/parameters/3`,
      parts: () =>
        querying(
          rewritten(updateOrder, (db, { id, status, document }) =>
            db
              .updateTable("orders")
              .set({ document, status: sql<string>`case when ${status} = 'RETURNED' then status else ${status} end` })
              .where("id", "=", id)
              .returning("id"),
          ),
        ),
      shows: async (service) => {
        await placeAnd(service, "ship", "return");
        const shipped = await listed(service, "?orderStatus=SHIPPED");
        const returned = await listed(service, "?orderStatus=RETURNED");
        return [shipped.length, returned.length];
      },
      right: [0, 1],
      wrong: [1, 0],
    },
  ]),
];
