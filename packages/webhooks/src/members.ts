// Values of which nothing is known -> whether they have members, and what one of them is.

export function isObject<Value>(value: Value): value is Value & object {
  return typeof value === "object" && value !== null;
}

/** `undefined` also when the value has no members. */
export function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? Reflect.get(value, name) : undefined;
}
