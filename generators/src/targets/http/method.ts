// The method of an operation, as it is sent, whether it changes anything, and whether `fetch` sends it with a body.
import { httpMethods, type Operation } from "../../model/http.ts";

/** `GET`; a method that the description names itself is used unchanged. */
export function sentMethodOf({ method }: Pick<Operation, "method">): string {
  return httpMethods.some((known) => known === method) ? method.toUpperCase() : method;
}

/** Safe methods change nothing on the server (RFC 9110, 9.2.1; QUERY by its own RFC). */
export function isSafe({ method }: Pick<Operation, "method">): boolean {
  return ["get", "head", "options", "trace", "query"].includes(method);
}

/** Methods with which `fetch` sends no body: it throws. */
export function isBodiless({ method }: Pick<Operation, "method">): boolean {
  return /^(get|head)$/i.test(method);
}
