// Planted: what becomes of a delivery whose receiver returns 201, 302 or 404, hangs up, or takes its time.
import { setTimeout as delay } from "node:timers/promises";
import type { ServiceParts } from "../../../src/operation/parts.ts";
import { query as raw } from "../../contract/raw-query.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { withInside } from "../inside.ts";
import { bodyOf, place, subscribe } from "../probes.ts";
import type { FaultyService } from "../run-faulty.ts";
import { at } from "../values.ts";
import { posting } from "../wraps/deliveries.ts";
import { mistaking, repeating } from "./plant.ts";

const result = "spec/schemas/webhook-test-result.yaml#/properties";
const delivery = "spec/asyncapi.yaml#/operations/deliver/x-waybill-delivery";

/** The result of a test that the endpoint returns this status. */
async function tested(service: FaultyService, status: number, member: string): Promise<unknown> {
  const { path } = await subscribe(service, ["order.created"], { status });
  return at(await bodyOf(service.ask("POST", `${path}/test`)), member);
}

/** How often one event arrives at an endpoint that returns this status. */
async function arrivals(service: FaultyService, status: number): Promise<number> {
  const subscription = await subscribe(service, ["order.created"], { status });
  await place(service);
  return (await subscription.events()).length;
}

/** Attempts end after so long. */
function within(ms: number): ServiceParts {
  return posting(async (post, target, { event, body }) => {
    const given = { kind: "unreached", reason: "No response in time", durationMs: ms } as const;
    return await Promise.race([post(target, { event, body }), delay(ms, given, { ref: false })]);
  });
}

export const plantedReceivers: readonly Fault[] = faultsOf("delivery", [
  {
    id: "planted-201-refused",
    title: "A test that the endpoint returns 201 is reported as failed",
    contradicts: `${result}/success/description`,
    parts: () =>
      mistaking((outcome) =>
        outcome.kind === "accepted" && outcome.status === 201 ? { ...outcome, kind: "refused" } : outcome,
      ),
    shows: (service) => tested(service, 201, "success"),
    right: true,
    wrong: false,
  },
  {
    id: "planted-202-only-200",
    title: "A test succeeds for 200, 201 and 204 only",
    contradicts: `${result}/success/description`,
    parts: () =>
      mistaking((outcome) =>
        outcome.kind === "accepted" && ![200, 201, 204].includes(outcome.status)
          ? { ...outcome, kind: "refused" }
          : outcome,
      ),
    shows: (service) => tested(service, 202, "success"),
    right: true,
    wrong: false,
  },
  {
    id: "planted-302-accepted",
    title: "A test that the endpoint returns 302 succeeds",
    contradicts: `${result}/success/description`,
    parts: () =>
      mistaking((outcome) =>
        outcome.kind === "refused" && outcome.status < 400 ? { ...outcome, kind: "accepted" } : outcome,
      ),
    shows: (service) => tested(service, 302, "success"),
    right: false,
    wrong: true,
  },
  {
    id: "planted-404-unreached",
    title: "A test that the endpoint returns 404 has no statusCode",
    contradicts: `${result}/statusCode/description`,
    parts: () =>
      mistaking((outcome) =>
        outcome.kind === "refused" && outcome.status === 404
          ? { kind: "unreached", reason: "Not found", durationMs: 1 }
          : outcome,
      ),
    shows: (service) => tested(service, 404, "statusCode"),
    right: 404,
    wrong: null,
  },
  {
    id: "planted-410-status-class",
    title: "The statusCode of a test is rounded down to hundreds",
    contradicts: `${result}/statusCode/description`,
    parts: () =>
      mistaking((outcome) =>
        outcome.kind === "refused" ? { ...outcome, status: outcome.status - (outcome.status % 100) } : outcome,
      ),
    shows: (service) => tested(service, 410, "statusCode"),
    right: 410,
    wrong: 400,
  },
  {
    id: "planted-404-deactivates",
    title: "An endpoint that returns 404 is made inactive",
    contradicts: "spec/schemas/webhook-subscription.yaml#/x-waybill-state-machine/transitions",
    parts: () =>
      withInside((inside) =>
        posting(async (post, target, event) => {
          const outcome = await post(target, event);
          if (outcome.kind === "refused" && outcome.status === 404) {
            const text = `update subscriptions set active = 0 where url = '${target.url}' returning id`;
            await inside().database.write(async (transaction) => await transaction.all(raw(text), {}));
          }
          return outcome;
        }),
      ),
    shows: async (service) => {
      await tested(service, 404, "success");
      return at(await bodyOf(service.ask("GET", "/v1/webhooks")), "webhooks", 0, "active");
    },
    right: true,
    wrong: false,
  },
  {
    id: "planted-hang-up-retried",
    title: "A delivery whose connection breaks is sent again",
    contradicts: delivery,
    parts: () =>
      posting(async (post, target, event) => {
        const outcome = await post(target, event);
        return outcome.kind === "unreached" && /clos|reset/i.test(outcome.reason) ? await post(target, event) : outcome;
      }),
    shows: async (service) => (await hungUp(service)).count,
    right: 1,
    wrong: 2,
  },
  {
    id: "planted-hang-up-accepted",
    title: "A test whose connection breaks is reported as accepted",
    contradicts: `${result}/success/description`,
    parts: () =>
      mistaking((outcome) =>
        outcome.kind === "unreached" && /clos|reset/i.test(outcome.reason)
          ? { kind: "accepted", status: 200, durationMs: 1 }
          : outcome,
      ),
    shows: async (service) => (await hungUp(service)).success,
    right: false,
    wrong: true,
  },
  {
    id: "planted-503-retried",
    title: "A delivery that is rejected with 503 is sent again",
    contradicts: delivery,
    parts: () => repeating((outcome) => outcome.kind === "refused" && outcome.status === 503),
    shows: (service) => arrivals(service, 503),
    right: 1,
    wrong: 2,
  },
  {
    id: "planted-202-retried",
    title: "A delivery that is not accepted with 200 or 204 is sent again",
    contradicts: delivery,
    parts: () =>
      repeating((outcome) => outcome.kind === "accepted" && outcome.status !== 200 && outcome.status !== 204),
    shows: (service) => arrivals(service, 202),
    right: 1,
    wrong: 2,
  },
  {
    id: "planted-redirect-repeated",
    title: "A delivery that is redirected is sent again",
    contradicts: delivery,
    parts: () => repeating((outcome) => outcome.kind === "refused" && outcome.status >= 300 && outcome.status < 400),
    shows: (service) => arrivals(service, 302),
    right: 1,
    wrong: 2,
  },
  {
    id: "planted-5-seconds",
    title: "A delivery is given up after 5 seconds",
    contradicts: delivery,
    parts: () => within(5_000),
    shows: (service) => slow(service, 5_500),
    right: true,
    wrong: false,
  },
  {
    id: "planted-9-seconds",
    title: "A delivery is given up after 7 seconds, for tests only",
    contradicts: delivery,
    parts: () => {
      const given = { kind: "unreached", reason: "No response in time", durationMs: 7_000 } as const;
      return posting(async (post, target, event) =>
        event.event === "webhook.test"
          ? await Promise.race([post(target, event), delay(7_000, given, { ref: false })])
          : await post(target, event),
      );
    },
    shows: (service) => slow(service, 7_500),
    right: true,
    wrong: false,
  },
  {
    id: "planted-no-deadline",
    title: "A test that takes longer than 10 seconds succeeds all the same",
    contradicts: delivery,
    parts: () =>
      mistaking((outcome) =>
        outcome.kind === "unreached" && outcome.reason.includes("within")
          ? { kind: "accepted", status: 200, durationMs: 10_000 }
          : outcome,
      ),
    shows: (service) => slow(service, 10_500),
    right: false,
    wrong: true,
  },
  {
    id: "planted-timeout-retried",
    title: "A delivery that takes too long is sent again",
    contradicts: delivery,
    parts: () => repeating((outcome) => outcome.kind === "unreached" && outcome.reason.includes("within")),
    shows: async (service) => {
      let count = 0;
      const receive = async () => {
        count += 1;
        if (count === 1) await delay(10_200);
      };
      const { path } = await subscribe(service, ["order.created"], { receive });
      await service.ask("POST", `${path}/test`);
      return count;
    },
    right: 1,
    wrong: 2,
  },
]);

async function slow(service: FaultyService, ms: number): Promise<unknown> {
  const { path } = await subscribe(service, ["order.created"], { receive: () => delay(ms) });
  return at(await bodyOf(service.ask("POST", `${path}/test`)), "success");
}

/** An endpoint that breaks the connection when a delivery arrives. */
async function hungUp(service: FaultyService): Promise<{ readonly count: number; readonly success: unknown }> {
  const { createServer } = await import("node:net");
  let count = 0;
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      count += 1;
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = Object(server.address());
    const url = `https://receiver.example:${port}/`;
    const { body } = await service.ask("POST", "/v1/webhooks", { body: { url, events: ["order.created"] } });
    const outcome = await bodyOf(service.ask("POST", `/v1/webhooks/${String(at(body, "id"))}/test`));
    return { count, success: at(outcome, "success") };
  } finally {
    server.close();
  }
}
