// An operation, or a part of it -> its name in messages about what is left out.
import { quote } from "../../diagnostics/index.ts";
import type { Endpoint } from "../../model/finish/naming/operation-id.ts";
import type { Status } from "../../model/http.ts";

/** How messages call a path item: `the path "/orders"`, `the webhook "orderPaid"`. */
export function nameOfPathItem({ path, trigger }: Omit<Endpoint, "method">): string {
  return trigger === null ? `the path ${quote(path.text)}` : `the ${trigger.kind} ${quote(trigger.key)}`;
}

/** `GET /orders`, `the webhook "orderPaid"`. */
export function nameOfOperation(endpoint: Endpoint): string {
  const { method, path, trigger } = endpoint;
  return trigger === null ? `${method.toUpperCase()} ${path.text}` : nameOfPathItem(endpoint);
}

/** `the response 404 of GET /orders`. */
export function nameOfResponse(key: string, endpoint: Endpoint): string {
  return `the response ${key} of ${nameOfOperation(endpoint)}`;
}

/** Whether an operation is still of use without this response: a client then treats it as any undocumented one. */
export function isErrorStatus(status: Status): boolean {
  return (status.kind === "code" && status.code >= 400) || (status.kind === "range" && status.first >= 4);
}
