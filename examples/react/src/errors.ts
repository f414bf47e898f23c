// Errors of generated options, typed by code and status -> the messages of this application.
import type { CallError, PageError } from "./generated/tanstack-query/index.gen.ts";
import type {
  CreateOrderResponse,
  GetOrderResponse,
  ListOrdersResponse,
  ListProductsResponse,
} from "./generated/types/index.gen.ts";

export type ShopError =
  | PageError<ListOrdersResponse>
  | CallError<GetOrderResponse>
  | CallError<CreateOrderResponse>
  | CallError<ListProductsResponse>;

/** The compiler reports a status of the description that has no case here. */
export function messageOf(error: ShopError): string {
  switch (error.code) {
    case "response":
      return refusalOf(error);
    case "timeout":
    case "network":
      return "The service does not respond. Check the connection.";
    case "unexpected_response":
    case "pagination":
      return `The service sent a response that is not described: ${error.message}`;
  }
}

type Refusal = Extract<ShopError, { code: "response" }>;

function refusalOf(error: Refusal): string {
  switch (error.status) {
    case 400:
    case 404:
    case 500:
      return error.body.message;
    case 401:
      return "The key of this application is not accepted.";
    case 429:
      return `Too many requests: try again in ${error.headers["RateLimit-Reset"] ?? 60} s.`;
  }
}

/** By the path of the field: `shipTo.email`. The rest is about the whole order. */
export function fieldErrorsOf(error: CallError<CreateOrderResponse> | null): ReadonlyMap<string, string> {
  if (error?.code !== "response" || error.status !== 400) return new Map();
  const entries = (error.body.errors ?? []).map((text): [string, string] => {
    const end = text.indexOf(": ");
    return [text.slice(0, end), text.slice(end + 2)];
  });
  return new Map(entries);
}
