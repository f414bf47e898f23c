// Planted: updates that shrink or touch too much, values byte for byte, counts and races of subscriptions, resets of the limit.
import { setTimeout as delay } from "node:timers/promises";
import { subscriptionByUrl, updateSubscription } from "../../../src/storage/queries/subscriptions.ts";
import { query as raw } from "../../contract/raw-query.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { withInside } from "../inside.ts";
import { bodyOf, checkElsewhere, headerOf, statusOf, subscribe } from "../probes.ts";
import type { FaultyService } from "../run-faulty.ts";
import { at, changed, fieldsOf, itemsOf, textAt } from "../values.ts";
import { counting, limiting } from "../wraps/limits.ts";
import { askingWithBody, changedHeader, responding, respondingBody, sendingHeaders } from "../wraps/responses.ts";
import { handling } from "./plant.ts";

const changes = "spec/schemas/webhook-changes.yaml#/description";
const limits = "spec/openapi.yaml#/info/x-waybill-rate-limit";

function all(service: FaultyService): Promise<readonly unknown[]> {
  return bodyOf(service.ask("GET", "/v1/webhooks")).then((body) => itemsOf(at(body, "webhooks")));
}

function put(service: FaultyService, path: string, body: unknown): Promise<unknown> {
  return bodyOf(service.ask("PUT", path, { body }));
}

export const plantedSubscriptions: readonly Fault[] = [
  ...faultsOf("subscription", [
    {
      id: "planted-events-only-grow",
      title: "An update adds to the events of a subscription, and removes none",
      contradicts: changes,
      parts: () => {
        const known = new Map<string, unknown[]>();
        return withInside((inside) =>
          handling("updateWebhook", (handle) => async (request, caller) => {
            const { events } = request.body;
            const rows = await inside().database.all(raw("select id, events from subscriptions"), {});
            const row = rows.find(({ id }) => id === request.path.id);
            if (events === undefined || row === undefined) return await handle(request, caller);
            known.set(request.path.id, []);
            const before: typeof events = JSON.parse(String(row["events"]));
            return await handle(
              { ...request, body: { ...request.body, events: [...new Set([...before, ...events])] } },
              caller,
            );
          }),
        );
      },
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created", "order.shipped"]);
        return at(await put(service, path, { events: ["order.created"] }), "events");
      },
      right: ["order.created"],
      wrong: ["order.created", "order.shipped"],
    },
    {
      id: "planted-update-created-at",
      title: "An update changes createdAt",
      contradicts: "spec/schemas/webhook-subscription.yaml#/properties/createdAt/description",
      parts: () =>
        respondingBody({ operation: "updateWebhook", status: 200 }, (body) => ({
          ...fieldsOf(body),
          createdAt: new Date(Date.now() + 1000).toISOString(),
        })),
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created"]);
        const createdAt = at((await all(service))[0], "createdAt");
        return at(await put(service, path, { active: false }), "createdAt") === createdAt;
      },
      right: true,
      wrong: false,
    },
    {
      id: "planted-rotate-created-at",
      title: "Rotating the secret changes createdAt in lists",
      contradicts: "spec/schemas/webhook-subscription.yaml#/properties/createdAt/description",
      parts: () => {
        const rotated = new Set<unknown>();
        return responding((response, { pathname }) => {
          if (response.operationId === "rotateWebhookSecret") rotated.add(pathname.split("/")[3]);
          if (response.operationId !== "listWebhooks" || response.status !== 200) return null;
          const webhooks = itemsOf(at(JSON.parse(response.body), "webhooks")).map((one) =>
            rotated.has(at(one, "id")) ? { ...fieldsOf(one), createdAt: "2026-01-01T00:00:00.000Z" } : one,
          );
          return { ...response, body: JSON.stringify({ webhooks }) };
        });
      },
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created"]);
        await service.ask("POST", `${path}/rotate-secret`);
        return textAt((await all(service))[0], "createdAt").startsWith("2026-01-01");
      },
      right: false,
      wrong: true,
    },
    {
      id: "planted-pause-resets-events",
      title: "An update that only pauses keeps only the first of several events",
      contradicts: changes,
      parts: () =>
        withInside((inside) =>
          handling("updateWebhook", (handle) => async (request, caller) => {
            const rows = await inside().database.all(raw("select id, events from subscriptions"), {});
            const row = rows.find(({ id }) => id === request.path.id);
            if (request.body.active !== false || row === undefined) return await handle(request, caller);
            const events: ["order.created"] = JSON.parse(String(row["events"])).slice(0, 1);
            return await handle({ ...request, body: { events, ...request.body } }, caller);
          }),
        ),
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created", "order.shipped"]);
        return at(await put(service, path, { active: false }), "events");
      },
      right: ["order.created", "order.shipped"],
      wrong: ["order.created"],
    },
    {
      id: "planted-url-resumes",
      title: "A new URL resumes a paused subscription",
      contradicts: changes,
      parts: () =>
        askingWithBody(/^\/v1\/webhooks\/[^/]+$/, (body) =>
          typeof at(body, "url") === "string" ? { active: true, ...fieldsOf(body) } : body,
        ),
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created"]);
        await put(service, path, { active: false });
        return at(await put(service, path, { url: service.receiver.open().url }), "active");
      },
      right: false,
      wrong: true,
    },
    {
      id: "planted-rotate-pauses",
      title: "Rotating the secret resumes a paused subscription",
      contradicts: "spec/schemas/webhook-subscription.yaml#/x-waybill-state-machine/transitions",
      parts: () =>
        withInside((inside) =>
          handling("rotateWebhookSecret", (handle) => async (request, caller) => {
            const before = await handle(request, caller);
            const id = request.path.id.replaceAll("'", "''").replaceAll("\u0000", "");
            await inside().database.write(
              async (transaction) =>
                await transaction.all(raw(`update subscriptions set active = 1 where id = '${id}' returning id`), {}),
            );
            return before;
          }),
        ),
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created"]);
        await put(service, path, { active: false });
        await service.ask("POST", `${path}/rotate-secret`);
        return at((await all(service))[0], "active");
      },
      right: false,
      wrong: true,
    },
    {
      id: "planted-url-lower-case",
      title: "The path of a URL is returned in lower case",
      contradicts: "spec/schemas/webhook-subscription.yaml#/properties/url",
      parts: () =>
        respondingBody({ operation: "createWebhook", status: 201 }, (body) =>
          changed(body, "url", (url) => String(url).toLowerCase()),
        ),
      shows: async (service) => {
        const url = `${service.receiver.open().url}/Path`;
        return (
          at(await bodyOf(service.ask("POST", "/v1/webhooks", { body: { url, events: ["order.created"] } })), "url") ===
          url
        );
      },
      right: true,
      wrong: false,
    },
    {
      id: "planted-url-query-lost",
      title: "The query of a URL is lost in lists",
      contradicts: "spec/schemas/webhook-subscription.yaml#/properties/url",
      parts: () =>
        respondingBody({ operation: "listWebhooks", status: 200 }, (body) =>
          changed(body, "webhooks", (webhooks) =>
            itemsOf(webhooks).map((one) => changed(one, "url", (url) => String(url).split("?")[0])),
          ),
        ),
      shows: async (service) => {
        const url = `${service.receiver.open().url}?Key=a%20B`;
        await service.ask("POST", "/v1/webhooks", { body: { url, events: ["order.created"] } });
        return at((await all(service))[0], "url") === url;
      },
      right: true,
      wrong: false,
    },
    {
      id: "planted-delete-oldest-too",
      title: "Deleting a subscription deletes an inactive one too",
      contradicts: "spec/paths/webhooks.yaml#/webhook/delete/description",
      parts: () =>
        withInside((inside) =>
          handling("deleteWebhook", (handle) => async (request, caller) => {
            const reply = await handle(request, caller);
            if (reply.status !== 200) return reply;
            const text = `delete from subscriptions where active = 0 and account_id = '${caller.accountId}' returning id`;
            await inside().database.write(async (transaction) => await transaction.all(raw(text), {}));
            return reply;
          }),
        ),
      shows: async (service) => {
        const [one, two] = [await subscribe(service, ["order.created"]), await subscribe(service, ["order.created"])];
        await put(service, one.path, { active: false });
        await service.ask("DELETE", two.path);
        return (await all(service)).length;
      },
      right: 1,
      wrong: 0,
    },
    {
      id: "planted-newest-not-listed",
      title: "The list of subscriptions has ten at most",
      contradicts: "spec/paths/webhooks.yaml#/webhooks/get/description",
      parts: () =>
        respondingBody({ operation: "listWebhooks", status: 200 }, (body) =>
          changed(body, "webhooks", (webhooks) => itemsOf(webhooks).slice(0, 10)),
        ),
      shows: async (service) => {
        for (let count = 0; count < 11; count += 1) await subscribe(service, ["order.created"]);
        return (await all(service)).length;
      },
      right: 11,
      wrong: 10,
    },
    {
      id: "planted-duplicate-race",
      title: "Of two subscriptions with one URL at once, both may be made",
      contradicts: "spec/schemas/new-webhook.yaml#/x-waybill-unique/0",
      parts: () => {
        let running = 0;
        return withInside((inside) =>
          handling("createWebhook", (handle) => async (request, caller) => {
            running += 1;
            const isRace = running > 1;
            await delay(3);
            const reply = await handle(request, caller);
            running -= 1;
            if (!isRace || reply.status !== 400) return reply;
            void inside;
            const url = `${request.body.url}${request.body.url.includes("?") ? "&" : "?"}`;
            return await handle({ ...request, body: { ...request.body, url } }, caller);
          }),
        );
      },
      shows: async (service) => {
        const { url } = service.receiver.open();
        const make = () => statusOf(service.ask("POST", "/v1/webhooks", { body: { url, events: ["order.created"] } }));
        return (await Promise.all([make(), make()])).sort();
      },
      right: [201, 400],
      wrong: [201, 201],
    },
  ]),
  ...faultsOf("rate-limit", [
    {
      id: "planted-reset-never-falls",
      title: "The reset is always a whole window away",
      contradicts: `${limits}/headers/secondsUntilReset`,
      parts: () =>
        counting((state) => ({ ...state, resetSeconds: 86_400, resetAt: Math.ceil(Date.now() / 1000) + 86_400 })),
      shows: async (service) => {
        await checkElsewhere(service);
        await delay(1_200);
        return Number(await headerOf(checkElsewhere(service), "ratelimit-reset")) < 86_400;
      },
      right: true,
      wrong: false,
    },
    {
      id: "planted-reset-stands",
      title: "RateLimit-Reset of a client stays what it was at first",
      contradicts: `${limits}/headers/secondsUntilReset`,
      parts: () => sendingHeaders((headers) => changedHeader([...headers], "RateLimit-Reset", () => "86400")),
      shows: async (service) => {
        await checkElsewhere(service);
        await delay(1_200);
        return Number(await headerOf(checkElsewhere(service), "ratelimit-reset")) < 86_400;
      },
      right: true,
      wrong: false,
    },
    {
      id: "planted-not-found-free",
      title: "Requests for orders that do not exist do not count",
      contradicts: "spec/openapi.yaml#/info/x-waybill-rate-limit/budget",
      parts: () => {
        let free = 0;
        const inner = responding((response) => {
          if (response.status === 404) free += 1;
          return null;
        });
        return {
          ...inner,
          ...counting((state) => ({ ...state, remaining: Math.min(state.limit, state.remaining + free) })),
        };
      },
      shows: async (service) => {
        const before = Number(await headerOf(checkElsewhere(service), "ratelimit-remaining"));
        await service.ask("GET", "/v1/orders/none", { from: service.elsewhere });
        return before - Number(await headerOf(checkElsewhere(service), "ratelimit-remaining"));
      },
      right: 2,
      wrong: 1,
    },
  ]),
];
void [subscriptionByUrl, updateSubscription, limiting];
