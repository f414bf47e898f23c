// Which values of `spec/` the documentation states, and where. A value is defined in one place; this table finds it in the others.

export interface Value {
  /** File below `spec/`, and JSON pointer. */
  readonly source: string;
  /** What is stated of it: the number, how many members it has, or the number in a larger unit. */
  readonly as?: "count" | "hours" | "minutes";
}

export const values: Readonly<Record<string, Value>> = {
  budget: { source: "openapi.yaml#/info/x-waybill-rate-limit/budget" },
  hours: { source: "openapi.yaml#/info/x-waybill-rate-limit/windowSeconds", as: "hours" },
  rateLimitHeaders: { source: "openapi.yaml#/components/headers", as: "count" },
  keyLength: { source: "openapi.yaml#/components/securitySchemes/bearer/x-waybill-api-key/length" },
  limit: { source: "openapi.yaml#/components/parameters/Limit/schema/default" },
  offset: { source: "openapi.yaml#/components/parameters/Offset/schema/default" },
  pageSize: { source: "paths/inventory.yaml#/list/get/parameters/1/schema/default" },
  largestPage: { source: "paths/inventory.yaml#/list/get/parameters/1/schema/maximum" },
  deliveryHeaders: { source: "schemas/webhook-headers.yaml#/properties", as: "count" },
  deliverySeconds: { source: "asyncapi.yaml#/operations/deliver/x-waybill-delivery/timeoutSeconds" },
  toleranceSeconds: {
    source: "asyncapi.yaml#/components/securitySchemes/signature/x-waybill-signature/tolerance/seconds",
  },
  toleranceMinutes: {
    source: "asyncapi.yaml#/components/securitySchemes/signature/x-waybill-signature/tolerance/seconds",
    as: "minutes",
  },
};

/**
 * By file, the words around each value, as short as they are unmistakable. Every occurrence in the file is rewritten by
 * `pnpm generate`; words that occur nowhere are an error.
 */
export const stated: Readonly<Record<string, readonly string[]>> = {
  "docs/guides/authentication.md": ["exactly {keyLength} characters"],
  "docs/guides/errors.md": ["page_size must be at most {largestPage}`"],
  "docs/guides/pagination.md": [
    "`limit` (default {limit})",
    "`offset` (default {offset})",
    "`page_size` (default {pageSize}, at most {largestPage})",
    "`page_size` over {largestPage} ",
  ],
  "docs/guides/rate-limits.md": [
    "{budget} requests in any {hours} hours",
    "counting {hours} hours after",
    "{rateLimitHeaders} headers",
  ],
  "docs/guides/verifying.md": ["more than **{toleranceMinutes} minutes**"],
  "docs/guides/webhooks.md": ["more than {toleranceMinutes} minutes from", "more than {deliverySeconds} seconds"],
  "packages/fulfillment/service/README.md": ["2xx status within {deliverySeconds} seconds"],
  "packages/fulfillment/webhooks/README.md": [
    "waits {deliverySeconds} seconds",
    "`toleranceSeconds`, `now` | {toleranceSeconds},",
  ],
  "spec/README.md": ["{rateLimitHeaders} rate-limit headers"],
  "spec/asyncapi.yaml": [
    "JSON body and {deliveryHeaders} headers",
    "within {deliverySeconds} seconds",
    "more than {deliverySeconds} seconds",
    "more than {toleranceMinutes} minutes",
  ],
  "spec/open-decisions.md": ["after {deliverySeconds} seconds without", "`page_size` over {largestPage},"],
  "spec/openapi.yaml": [
    "{budget} requests in any {hours} hours",
    "counting {hours} hours after",
    "{rateLimitHeaders} headers on every response",
    "`limit` (default {limit})",
    "`offset` (default {offset})",
    "`page_size` (default {pageSize}, at most {largestPage})",
    "exactly {keyLength} characters",
  ],
  "spec/workflows/README.md": ["for up to {hours} hours"],
};
