// Parsed YAML or JSON, of which nothing is known -> its members, lists and texts, or an error that says what was looked for.

export function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

export function member(value: unknown, key: string): unknown {
  return record(value)[key];
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: unknown): string {
  if (typeof value === "string") return value.trim();
  throw new Error(
    `the site needs a text of the description where ${JSON.stringify(value)} is: see who calls this in docs/build`,
  );
}
