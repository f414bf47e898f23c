// Faults in what responses say about the budget of requests.

import type { ServiceParts } from "../../../src/operation/parts.ts";
import { budget, type Fault, faultsOf } from "../fault.ts";
import { checkElsewhere, headerOf, read, servedElsewhere } from "../probes.ts";
import { counting, limiting } from "../wraps/limits.ts";
import { changedHeader, sendingHeaders } from "../wraps/responses.ts";

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

export const rateLimitHeaders: readonly Fault[] = faultsOf("rate-limit", [
  {
    id: "reset-missing",
    title: "`RateLimit-Reset` is missing",
    contradicts: "spec/openapi.yaml#/components/headers/RateLimit-Reset/required",
    parts: () => withoutHeaders(() => true, /^RateLimit-Reset$/),
    shows: async (service) => (await headerOf(checkElsewhere(service), "RateLimit-Reset")) === null,
    right: false,
    wrong: true,
  },
  {
    id: "limits-missing-401",
    title: "401 has none of the six headers",
    contradicts: "spec/openapi.yaml#/components/responses/Unauthorized/headers",
    parts: () => withoutHeaders((status) => status === 401, /RateLimit/),
    shows: (service) => headerOf(service.ask("GET", "/v1/auth", { key: null }), "RateLimit-Limit"),
    right: String(budget),
    wrong: null,
  },
  {
    id: "limits-missing-429",
    title: "429 has none of the six headers",
    contradicts: "spec/openapi.yaml#/components/responses/TooManyRequests/headers",
    parts: () => withoutHeaders((status) => status === 429, /RateLimit/),
    shows: async (service) => {
      await servedElsewhere(service, budget);
      return headerOf(checkElsewhere(service), "RateLimit-Limit");
    },
    right: String(budget),
    wrong: null,
  },
  {
    id: "legacy-missing-on-errors",
    title: "Errors have only the newer three of the six headers",
    contradicts: "spec/paths/orders.yaml#/order/get/responses/404/headers/X-RateLimit-Limit",
    parts: () => withoutHeaders((status) => status >= 400, /^X-RateLimit/),
    shows: (service) => headerOf(read(service, "ord_none"), "X-RateLimit-Limit"),
    right: String(budget),
    wrong: null,
  },
  {
    id: "reset-milliseconds",
    title: "`RateLimit-Reset` is in milliseconds",
    contradicts: "spec/openapi.yaml#/components/headers/RateLimit-Reset/description",
    parts: () =>
      sendingHeaders((headers) => changedHeader(headers, "RateLimit-Reset", (value) => String(Number(value) * 1000))),
    shows: async (service) => Number(await headerOf(checkElsewhere(service), "RateLimit-Reset")) > 100_000,
    right: false,
    wrong: true,
  },
  {
    id: "legacy-reset-milliseconds",
    title: "`X-RateLimit-Reset` is in milliseconds",
    contradicts: "spec/openapi.yaml#/components/headers/X-RateLimit-Reset/description",
    parts: () => sendingHeaders((headers) => changedHeader(headers, "X-RateLimit-Reset", (value) => `${value}000`)),
    shows: async (service) => (await headerOf(checkElsewhere(service), "X-RateLimit-Reset"))?.length,
    right: 10,
    wrong: 13,
  },
  {
    id: "legacy-reset-seconds",
    title: "`X-RateLimit-Reset` is a number of seconds to wait, not a timestamp",
    contradicts: "spec/openapi.yaml#/components/headers/X-RateLimit-Reset/description",
    parts: () => counting((state) => ({ ...state, resetAt: state.resetSeconds })),
    shows: async (service) => (await headerOf(checkElsewhere(service), "X-RateLimit-Reset"))?.length,
    right: 10,
    wrong: 5,
  },
  {
    id: "limit-one-more",
    title: "`RateLimit-Limit` is one too high",
    contradicts: "spec/openapi.yaml#/components/headers/RateLimit-Limit/description",
    parts: () =>
      sendingHeaders((headers) => changedHeader(headers, "RateLimit-Limit", (value) => String(Number(value) + 1))),
    shows: (service) => headerOf(checkElsewhere(service), "RateLimit-Limit"),
    right: String(budget),
    wrong: String(budget + 1),
  },
  {
    id: "remaining-before",
    title: "`RateLimit-Remaining` is the number left before the request",
    contradicts: "spec/openapi.yaml#/components/headers/RateLimit-Remaining/description",
    parts: () =>
      limiting((limiter) => ({
        hit: async (client, most) => {
          const state = await limiter.hit(client, most);
          return state.allowed ? { ...state, remaining: state.remaining + 1 } : state;
        },
      })),
    shows: (service) => headerOf(checkElsewhere(service), remaining),
    right: String(budget - 1),
    wrong: String(budget),
  },
  {
    id: "remaining-stuck",
    title: "`RateLimit-Remaining` does not go down",
    contradicts: "spec/openapi.yaml#/components/headers/RateLimit-Remaining/description",
    parts: () => counting((state) => ({ ...state, remaining: state.limit - 1 })),
    shows: async (service) => {
      await checkElsewhere(service);
      return headerOf(checkElsewhere(service), remaining);
    },
    right: String(budget - 2),
    wrong: String(budget - 1),
  },
  {
    id: "legacy-remaining-used",
    title: "`X-RateLimit-Remaining` is the number of requests made",
    contradicts: "spec/openapi.yaml#/components/headers/X-RateLimit-Remaining/description",
    parts: () =>
      sendingHeaders((headers, { rate }) =>
        changedHeader(headers, "X-RateLimit-Remaining", (value) => String(rate.limit - Number(value))),
      ),
    shows: (service) => headerOf(checkElsewhere(service), "X-RateLimit-Remaining"),
    right: String(budget - 1),
    wrong: "1",
  },
]);
