// What declarations of the same names are with `int64: "bigint"`: such an integer is a number of JSON.

type JsonType = "null" | "boolean" | "number" | "string" | "array" | "object";

export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.sort().join(",")}}`;
}

export function jsonTypeOf(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value === "bigint" ? "number" : typeof value;
  return type === "boolean" || type === "number" || type === "string" ? type : "object";
}
