// Values of which nothing is known -> whether they have members.

export function isObject<Value>(value: Value): value is Value & object {
  return typeof value === "object" && value !== null;
}
