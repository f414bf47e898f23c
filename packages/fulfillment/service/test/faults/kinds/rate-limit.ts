// Faults of the kind "rate-limit".
import type { ServiceParts } from "../../../src/operation/parts.ts";
import type { RateState } from "../../../src/rate-limit/limiter.ts";
import { budget, type Fault, faultsOf } from "../fault.ts";
import { checkElsewhere, headerOf, place, placeAnd, read, servedElsewhere, subscribe } from "../probes.ts";
import { counting, limiting } from "../wraps/limits.ts";
import { responding, sendingHeaders } from "../wraps/responses.ts";

const limits = "spec/openapi.yaml#/info/x-waybill-rate-limit";

const remaining = "RateLimit-Remaining";

function withoutHeaders(isMeant: (status: number) => boolean, names: RegExp): ServiceParts {
  return sendingHeaders((headers, { status }) =>
    isMeant(status)
      ? headers.flatMap((name, index) => {
          return index % 2 === 1 || names.test(name) ? [] : [name, headers[index + 1] ?? ""];
        })
      : headers,
  );
}

export const rateLimitFaults: readonly Fault[] = faultsOf("rate-limit", [
  {
    id: "window-of-an-hour",
    title: "The window ends with the hour, for everybody at once",
    contradicts: `${limits}/window`,
    foundBy: ["rate-limit-headers"],
    parts: () =>
      counting((state) => {
        const now = Date.now() / 1000;
        const resetAt = Math.ceil((now + 1) / 3600) * 3600;
        return { ...state, resetAt, resetSeconds: Math.ceil(resetAt - now) };
      }),
    shows: async (service) => Number(await headerOf(checkElsewhere(service), "RateLimit-Reset")) > 3601,
    right: true,
    wrong: false,
  },
  {
    id: "refused-and-done",
    title: "A request that returns 429 is carried out all the same",
    contradicts: "spec/openapi.yaml#/components/responses/TooManyRequests/description",
    foundBy: ["wrong-count"],
    parts: () => {
      const refused = new WeakSet<RateState>();
      const letThrough = limiting((limiter) => ({
        hit: async (client, most) => {
          const state = await limiter.hit(client, most);
          if (state.allowed) return state;
          const hidden = { ...state, allowed: true };
          refused.add(hidden);
          return hidden;
        },
      }));
      const refuse = responding((response) =>
        response.rate !== null && refused.has(response.rate)
          ? { ...response, status: 429, body: JSON.stringify({ message: "Rate limit exceeded" }) }
          : null,
      );
      return { ...letThrough, ...refuse };
    },
    shows: async (service) => {
      const orderId = await place(service);
      await servedElsewhere(service, budget);
      const body = { orderId };
      await service.ask("POST", "/v1/orders/cancel", { from: service.elsewhere, body });
      return (await read(service, orderId)).text.includes("CANCELLED");
    },
    right: false,
    wrong: true,
  },
  {
    id: "deliveries-counted",
    title: "Deliveries use up the budget",
    contradicts: `${limits}/countsDeliveries`,
    foundBy: ["rate-limit-count"],
    parts: () => {
      let count = async (): Promise<unknown> => null;
      return {
        limiter: (limiter) => ({
          ...limiter,
          hit: (client, most) => {
            count = async () => limiter.hit(client, most);
            return limiter.hit(client, most);
          },
        }),
        poster: (poster) => ({
          ...poster,
          post: async (target, delivery) => {
            await count();
            return await poster.post(target, delivery);
          },
        }),
      };
    },
    shows: async (service) => {
      await subscribe(service, ["order.created"]);
      await placeAnd(service);
      await service.warehouse.quiet();
      return headerOf(service.ask("GET", "/v1/auth"), remaining);
    },
    right: String(budget - 3),
    wrong: String(budget - 4),
  },
  {
    id: "limits-missing-429",
    title: "429 has none of the six headers",
    contradicts: "spec/openapi.yaml#/components/responses/TooManyRequests/headers",
    foundBy: ["missing-header"],
    parts: () => withoutHeaders((status) => status === 429, /RateLimit/),
    shows: async (service) => {
      await servedElsewhere(service, budget);
      return headerOf(checkElsewhere(service), "RateLimit-Limit");
    },
    right: String(budget),
    wrong: null,
  },
]);
