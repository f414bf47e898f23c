// Operations -> the one that the first test calls, as a request: the one that takes least, with a value for what it needs; and a path that
// is none of theirs.
import type { Operation } from "../model/http.ts";
import { sampledRequestOf, Unsampled } from "../targets/samples/sampled-request.ts";
import { wireSampleOf } from "../targets/samples/wire.ts";
import type { TestedCall } from "./wiring.ts";

/** `null` where there is none that a plain `fetch` can send. */
export function testedCallOf(operations: readonly Operation[], prefix: string): TestedCall | null {
  const byNeeds = operations.toSorted((one, other) => needsOf(one) - needsOf(other));
  for (const operation of byNeeds.slice(0, 50)) {
    const call = callOf(operation, prefix);
    if (call !== null) return call;
  }
  return null;
}

/** A path that no operation has: only one that begins with a parameter and is as long could have it. */
export function unknownPathOf(operations: readonly Operation[]): string {
  const taken = new Set(
    operations.flatMap(({ path: { text } }) => {
      const [first = "", ...others] = text.split("/").slice(1);
      return first.includes("{") ? [others.length] : [];
    }),
  );
  let others = 0;
  while (taken.has(others)) others += 1;
  return `/not-described${"/at-all".repeat(others)}`;
}

function needsOf({ parameters, requestBody, method }: Operation): number {
  const required = parameters.filter((parameter) => parameter.required).length;
  return required + (requestBody === null ? 0 : 10) + (method === "get" ? 0 : 5);
}

function callOf(operation: Operation, prefix: string): TestedCall | null {
  if (!["get", "post", "put", "patch", "delete"].includes(operation.method)) return null;
  try {
    const required = {
      ...operation,
      parameters: operation.parameters.filter((parameter) => parameter.required),
      requestBody: operation.requestBody?.required === true ? operation.requestBody : null,
    };
    const { method, target, headers, cookies, body } = wireSampleOf(required, sampledRequestOf(required));
    if (body !== null && body.kind !== "json") return null;
    return {
      operation: operation.name,
      method,
      target: prefix + target,
      headers: cookies === null ? headers : [...headers, ["Cookie", cookies]],
      body: body === null ? null : JSON.stringify(body.value),
    };
  } catch (error) {
    if (error instanceof Unsampled || error instanceof TypeError) return null;
    throw error;
  }
}
