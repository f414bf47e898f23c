// Faults that show only where requests meet: what is counted or moved twice at once.
import { setTimeout } from "node:timers/promises";
import type { RateState } from "../../../src/rate-limit/limiter.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { cancel, headerOf, place, statusOf } from "../probes.ts";
import { limiting } from "../wraps/limits.ts";
import { handling } from "../wraps/operations.ts";

/** How long the count of a client takes, where it is read and written in two steps. */
const countingMs = 5;
/** How long a cancellation takes. */
const cancellingMs = 20;

export const concurrentFaults: readonly Fault[] = [
  ...faultsOf("rate-limit", [
    {
      id: "counted-together",
      title: "Requests that arrive while another of their client is being counted are not counted",
      contradicts: "spec/openapi.yaml#/components/headers/RateLimit-Remaining",
      foundBy: ["rate-limit-count"],
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
  ]),
  ...faultsOf("life-cycle", [
    {
      id: "cancelled-together",
      title: "A cancellation that arrives while the same order is being cancelled succeeds, too",
      contradicts: "spec/paths/orders.yaml#/cancel/post/responses/400",
      foundBy: ["wrong-transition"],
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
  ]),
];
