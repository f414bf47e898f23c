// Equality of JSON values: by value, objects in any order of their members.

/** A text that two JSON values share exactly when they are equal. 1 and 1.0 are one number, 0 and -0 too. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.sort().join(",")}}`;
}

export function isEqual(value: unknown, other: unknown): boolean {
  return canonical(value) === canonical(other);
}
