// Keys and indexes -> the value that they lead to.

/** The value at the end of some keys; `undefined` where there is none. */
export function valueAt(value: unknown, tokens: readonly string[]): unknown {
  return tokens.reduce<unknown>(
    (at, token) =>
      typeof at === "object" && at !== null && Object.hasOwn(at, token) ? Reflect.get(at, token) : undefined,
    value,
  );
}

/** Of JSON: no array. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
