// JSON values as TypeScript sees them, and the few questions that are asked of them.
export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `value`, which the description has to have as an object. */
export function objectIn(value: Json | undefined): JsonObject {
  if (isObject(value)) return value;
  throw new Error(`the description has ${JSON.stringify(value)?.slice(0, 80)} where an object belongs`);
}

/** Empty where there is no object. */
export function entriesAt(value: Json | undefined, path: readonly string[] = []): [string, Json][] {
  const found = memberAt(value, path);
  return isObject(found) ? Object.entries(found) : [];
}

/** What is at `path`, or nothing. */
export function memberAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((found, key) => (isObject(found) ? found[key] : undefined), value);
}

export function textAt(value: Json | undefined, path: readonly string[]): string | null {
  const found = memberAt(value, path);
  return typeof found === "string" ? found : null;
}
