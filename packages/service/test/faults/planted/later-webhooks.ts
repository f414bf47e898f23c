// Planted after the checks were made, in other places of the same classes: receivers, updates, races and the limit.
import { setTimeout as delay } from "node:timers/promises";
import { query as raw } from "../../contract/raw-query.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { withInside } from "../inside.ts";
import { bodyOf, checkElsewhere, headerOf, place, statusOf, subscribe } from "../probes.ts";
import type { FaultyService } from "../run-faulty.ts";
import { at, changed, fieldsOf, itemsOf } from "../values.ts";
import { posting } from "../wraps/deliveries.ts";
import { counting } from "../wraps/limits.ts";
import { askingWithBody, responding, respondingBody } from "../wraps/responses.ts";
import { handling, mistaking, repeating } from "./plant.ts";

const result = "spec/schemas/webhook-test-result.yaml#/properties";
const delivery = "spec/asyncapi.yaml#/operations/deliver/x-waybill-delivery";
const changes = "spec/schemas/webhook-changes.yaml#/description";

async function tested(service: FaultyService, status: number, member: string): Promise<unknown> {
  const { path } = await subscribe(service, ["order.created"], { status });
  return at(await bodyOf(service.ask("POST", `${path}/test`)), member);
}

async function arrivals(service: FaultyService, status: number): Promise<number> {
  const subscription = await subscribe(service, ["order.created"], { status });
  await place(service);
  return (await subscription.events()).length;
}

function all(service: FaultyService): Promise<readonly unknown[]> {
  return bodyOf(service.ask("GET", "/v1/webhooks")).then((body) => itemsOf(at(body, "webhooks")));
}

export const laterWebhooks: readonly Fault[] = [
  ...faultsOf("delivery", [
    {
      id: "later-301-accepted",
      title: "A test that the endpoint returns 301 or 308 succeeds",
      contradicts: `${result}/success/description`,
      parts: () =>
        mistaking((outcome) =>
          outcome.kind === "refused" && [301, 308].includes(outcome.status)
            ? { ...outcome, kind: "accepted" }
            : outcome,
        ),
      shows: (service) => tested(service, 301, "success"),
      right: false,
      wrong: true,
    },
    {
      id: "later-status-200-for-2xx",
      title: "The statusCode of an accepted test is always 200",
      contradicts: `${result}/statusCode/description`,
      parts: () => mistaking((outcome) => (outcome.kind === "accepted" ? { ...outcome, status: 200 } : outcome)),
      shows: (service) => tested(service, 202, "statusCode"),
      right: 202,
      wrong: 200,
    },
    {
      id: "later-429-retried",
      title: "A delivery that is rejected with 429 is sent again",
      contradicts: delivery,
      parts: () => repeating((outcome) => outcome.kind === "refused" && outcome.status === 429),
      shows: (service) => arrivals(service, 429),
      right: 1,
      wrong: 2,
    },
    {
      id: "later-400-retried-late",
      title: "A delivery that is rejected with 400 is sent again a second later",
      contradicts: delivery,
      parts: () =>
        posting(async (post, target, event) => {
          const outcome = await post(target, event);
          if (outcome.kind === "refused" && outcome.status === 400) setTimeout(() => void post(target, event), 1_000);
          return outcome;
        }),
      shows: async (service) => {
        const subscription = await subscribe(service, ["order.created"], { status: 400 });
        await place(service);
        await subscription.events();
        await delay(1_300);
        return subscription.arrived.length;
      },
      right: 1,
      wrong: 2,
    },
    {
      id: "later-410-deletes",
      title: "A subscription whose endpoint returns 410 is deleted",
      contradicts: "spec/schemas/webhook-subscription.yaml#/x-waybill-state-machine/transitions",
      parts: () =>
        withInside((inside) =>
          posting(async (post, target, event) => {
            const outcome = await post(target, event);
            if (outcome.kind === "refused" && outcome.status === 410)
              await inside().database.write(
                async (transaction) =>
                  await transaction.all(raw(`delete from subscriptions where url = '${target.url}' returning id`), {}),
              );
            return outcome;
          }),
        ),
      shows: async (service) => {
        await tested(service, 410, "success");
        return (await all(service)).length;
      },
      right: 1,
      wrong: 0,
    },
    {
      id: "later-6-seconds-events",
      title: "Events, but not tests, are given up after 6 seconds",
      contradicts: delivery,
      parts: () => ({
        connect: (connect) => (options, callback) =>
          connect(options, (...args) => {
            const [, socket] = args;
            // An idle end: tests wait as long as they may.
            if (socket !== null) {
              let isTest = false;
              const write = socket.write.bind(socket);
              socket.write = ((chunk: string, ...rest: []) => {
                if (String(chunk).includes("webhook.test")) isTest = true;
                return write(chunk, ...rest);
              }) as typeof socket.write;
              setTimeout(() => void (isTest || socket.destroy()), 6_000).unref();
            }
            callback(...args);
          }),
      }),
      shows: async (service) => {
        const times: number[] = [];
        const subscription = await subscribe(service, ["order.created"], { receive: () => delay(7_000) });
        const started = Date.now();
        await place(service);
        await subscription.events();
        times.push(Date.now() - started);
        return (times[0] ?? 0) > 6_700;
      },
      right: true,
      wrong: false,
    },
    {
      id: "later-slow-is-unreached",
      title: "A test that takes longer than 5 seconds is reported as failed although it was accepted",
      contradicts: `${result}/success/description`,
      parts: () =>
        mistaking((outcome) =>
          outcome.kind === "accepted" && outcome.durationMs > 5_000
            ? { kind: "unreached", reason: "Too slow", durationMs: outcome.durationMs }
            : outcome,
        ),
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created"], { receive: () => delay(5_500) });
        return at(await bodyOf(service.ask("POST", `${path}/test`)), "success");
      },
      right: true,
      wrong: false,
    },
  ]),
  ...faultsOf("subscription", [
    {
      id: "later-events-cannot-shrink-to-one",
      title: "An update to a single event is ignored",
      contradicts: changes,
      parts: () =>
        askingWithBody(/^\/v1\/webhooks\/[^/]+$/, (body) => {
          const { events, ...others } = fieldsOf(body);
          return itemsOf(events).length === 1 && itemsOf(events)[0] === "order.shipped" ? others : body;
        }),
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created", "order.shipped"]);
        return at(await bodyOf(service.ask("PUT", path, { body: { events: ["order.shipped"] } })), "events");
      },
      right: ["order.shipped"],
      wrong: ["order.created", "order.shipped"],
    },
    {
      id: "later-list-created-at",
      title: "createdAt in lists is when the subscription last changed",
      contradicts: "spec/schemas/webhook-subscription.yaml#/properties/createdAt/description",
      parts: () =>
        respondingBody({ operation: "listWebhooks", status: 200 }, (body) =>
          changed(body, "webhooks", (webhooks) =>
            itemsOf(webhooks).map((one) => ({ ...fieldsOf(one), createdAt: at(one, "updatedAt") })),
          ),
        ),
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created"]);
        const before = at((await all(service))[0], "createdAt");
        await delay(5);
        await service.ask("PUT", path, { body: { active: false } });
        return at((await all(service))[0], "createdAt") === before;
      },
      right: true,
      wrong: false,
    },
    {
      id: "later-update-url-slash",
      title: "An update returns the URL with its query sorted away",
      contradicts: "spec/schemas/webhook-subscription.yaml#/properties/url",
      parts: () =>
        respondingBody({ operation: "createWebhook", status: 201 }, (body) =>
          changed(body, "url", (url) => String(url).replaceAll("%20", "+")),
        ),
      shows: async (service) => {
        const url = `${service.receiver.open().url}?a=b%20c`;
        return (
          at(await bodyOf(service.ask("POST", "/v1/webhooks", { body: { url, events: ["order.created"] } })), "url") ===
          url
        );
      },
      right: true,
      wrong: false,
    },
    {
      id: "later-rotate-drops-events",
      title: "Rotating the secret of a subscription keeps its first event only",
      contradicts: "spec/paths/webhooks.yaml#/rotate-secret/post/description",
      parts: () =>
        withInside((inside) =>
          handling("rotateWebhookSecret", (handle) => async (request, caller) => {
            const reply = await handle(request, caller);
            if (reply.status !== 200) return reply;
            const events = JSON.stringify([at(reply.body, "events", 0)]);
            await inside().database.write(
              async (transaction) =>
                await transaction.all(
                  raw(`update subscriptions set events = '${events}' where id = '${request.path.id}' returning id`),
                  {},
                ),
            );
            return reply;
          }),
        ),
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created", "order.shipped"]);
        await service.ask("POST", `${path}/rotate-secret`);
        return at((await all(service))[0], "events");
      },
      right: ["order.created", "order.shipped"],
      wrong: ["order.created"],
    },
    {
      id: "later-create-twice",
      title: "Creating a subscription makes a second one without a path",
      contradicts: "spec/paths/webhooks.yaml#/webhooks/post/description",
      parts: () =>
        handling("createWebhook", (handle) => async (request, caller) => {
          const reply = await handle(request, caller);
          if (reply.status === 201)
            await handle(
              {
                ...request,
                body: { ...request.body, url: `${request.body.url}${request.body.url.includes("?") ? "&" : "?"}copy` },
              },
              caller,
            );
          return reply;
        }),
      shows: async (service) => {
        await subscribe(service, ["order.created"]);
        return (await all(service)).length;
      },
      right: 1,
      wrong: 2,
    },
    {
      id: "later-race-duplicate",
      title: "Every second time, two subscriptions with one URL at once are both made",
      contradicts: "spec/schemas/new-webhook.yaml#/x-waybill-unique/0",
      parts: () => {
        const running = new Set<string>();
        let races = 0;
        return handling("createWebhook", (handle) => async (request, caller) => {
          const { url } = request.body;
          const isRace = running.has(url);
          running.add(url);
          await delay(2);
          const reply = await handle(request, caller);
          running.delete(url);
          if (!isRace || reply.status !== 400) return reply;
          races += 1;
          if (races % 2 === 1) return reply;
          return await handle(
            { ...request, body: { ...request.body, url: `${url}${url.includes("?") ? "&" : "?"}` } },
            caller,
          );
        });
      },
      shows: async (service) => {
        const counts: number[] = [];
        for (let round = 0; round < 2; round += 1) {
          const { url } = service.receiver.open();
          const make = () =>
            statusOf(service.ask("POST", "/v1/webhooks", { body: { url, events: ["order.created"] } }));
          counts.push((await Promise.all([make(), make()])).filter((status) => status === 201).length);
        }
        return counts;
      },
      right: [1, 1],
      wrong: [1, 2],
    },
  ]),
  ...faultsOf("rate-limit", [
    {
      id: "later-reset-of-newest",
      title: "The reset is when the newest request leaves the window",
      contradicts: "spec/openapi.yaml#/info/x-waybill-rate-limit/headers/secondsUntilReset",
      parts: () =>
        counting((state) => ({ ...state, resetSeconds: 86_400, resetAt: Math.ceil(Date.now() / 1000 + 86_400) })),
      shows: async (service) => {
        await checkElsewhere(service);
        await delay(1_200);
        return Number(await headerOf(checkElsewhere(service), "ratelimit-reset")) < 86_400;
      },
      right: true,
      wrong: false,
    },
    {
      id: "later-list-free",
      title: "Requests for the catalog of events do not count",
      contradicts: "spec/openapi.yaml#/info/x-waybill-rate-limit/budget",
      parts: () => {
        let free = 0;
        const inner = responding((response) => {
          if (response.operationId === "listWebhookEvents" && response.status === 200) free += 1;
          return null;
        });
        return {
          ...inner,
          ...counting((state) => ({ ...state, remaining: Math.min(state.limit, state.remaining + free) })),
        };
      },
      shows: async (service) => {
        const before = Number(await headerOf(checkElsewhere(service), "ratelimit-remaining"));
        await service.ask("GET", "/v1/webhooks/events", { from: service.elsewhere });
        return before - Number(await headerOf(checkElsewhere(service), "ratelimit-remaining"));
      },
      right: 2,
      wrong: 1,
    },
  ]),
];
