// Any value of a description -> a text that is the same for equal values, regardless of the order of members.

export function canonicalOf(value: unknown): string {
  return (
    JSON.stringify(value, (_, member: unknown) =>
      isRecord(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
    ) ?? ""
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
