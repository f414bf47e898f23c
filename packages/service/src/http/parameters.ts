// The query of a request -> its parameters, where this API differs from what the generated server does by itself.
import { type Parameter, readParameters } from "@fulfillment/server";

export const readOwnParameters: typeof readParameters = (parameters, source) => {
  if (source.query === "") return readParameters(parameters, source);
  const query = lastOfEach(source.query, parameters);
  const read = readParameters(parameters, { ...source, query });
  return { ...read, query: { ...read.query, ...integersOf(query, parameters) } };
};

/**
 * Integers are decimal digits with a minus sign at most (open decision `invalid-query`), where JSON would also take `1e3`
 * and no `05`. One that is too large to be exact is as large as can be: there is nothing there either.
 */
function integersOf(query: string, parameters: readonly Parameter[]): Record<string, number | string> {
  const texts = new URLSearchParams(query);
  const integers: Record<string, number | string> = {};
  for (const { name, value, in: place } of parameters) {
    const text = texts.get(name);
    if (place !== "query" || value !== "integer" || text === null) continue;
    integers[name] = /^-?\d+$/.test(text) ? clamped(Number(text)) : text;
  }
  return integers;
}

/** `-0` is 0. */
function clamped(integer: number): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(integer, Number.MAX_SAFE_INTEGER)) + 0;
}

/** Of a listed parameter that is given more than once, the last value counts (open decision `unknown-query-parameters`). */
function lastOfEach(query: string, parameters: readonly Parameter[]): string {
  if (!query.includes("&")) return query;
  const names = new Set(parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name));
  const last = new Map<string, string>();
  for (const pair of query.split("&")) {
    const name = new URLSearchParams(pair).keys().next().value;
    if (name !== undefined && names.has(name)) last.set(name, pair);
  }
  return [...last.values()].join("&");
}
