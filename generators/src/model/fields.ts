// Values of any kind, as manifests, configurations and descriptions have them -> the members of those that are objects.

/** Whether it is an object, and no list. */
export function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A member of an object or a list; `undefined` where there is none. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
