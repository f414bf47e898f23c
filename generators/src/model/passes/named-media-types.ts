// Operations whose request may leave its media type out, as JSON is meant then -> the same with a handler that always gets it.
import { isRange } from "../analysis/media-types.ts";
import type { HttpApi, Operation } from "../http.ts";

/** After the passes that also change what a handler gets. */
export function withNamedMediaTypes(http: HttpApi | null): HttpApi | null {
  if (http === null) return null;
  return { ...http, operations: http.operations.map(named), webhooks: http.webhooks.map(named) };
}

function named(operation: Operation): Operation {
  const { parameters, requestBody } = operation;
  if (operation.received !== undefined || requestBody === null || requestBody.content.length < 2) return operation;
  const hasJson = requestBody.content.some(({ body, type }) => body === "json" && !isRange(type));
  return hasJson ? { ...operation, received: { parameters, requestBody } } : operation;
}
