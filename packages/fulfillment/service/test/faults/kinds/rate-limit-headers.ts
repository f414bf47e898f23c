// Faults in what responses say about the budget of requests.

import type { ServiceParts } from "../../../src/operation/parts.ts";
import { budget, type Fault, faultsOf } from "../fault.ts";
import { checkElsewhere, headerOf, servedElsewhere } from "../probes.ts";
import { changedHeader, sendingHeaders } from "../wraps/responses.ts";

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
    foundBy: ["missing-header"],
    parts: () => withoutHeaders(() => true, /^RateLimit-Reset$/),
    shows: async (service) => (await headerOf(checkElsewhere(service), "RateLimit-Reset")) === null,
    right: false,
    wrong: true,
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
  {
    id: "reset-milliseconds",
    title: "`RateLimit-Reset` is in milliseconds",
    contradicts: "spec/openapi.yaml#/components/headers/RateLimit-Reset/description",
    foundBy: ["rate-limit-headers"],
    parts: () =>
      sendingHeaders((headers) => changedHeader(headers, "RateLimit-Reset", (value) => String(Number(value) * 1000))),
    shows: async (service) => Number(await headerOf(checkElsewhere(service), "RateLimit-Reset")) > 100_000,
    right: false,
    wrong: true,
  },
]);
