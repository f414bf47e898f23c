// What JSON calls an array, and whether its elements differ.
import { canonical } from "./equality.ts";

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** No two elements are equal. */
export function isUnique(values: readonly unknown[]): boolean {
  const plain = new Set<unknown>();
  const others = new Set<string>();
  for (const value of values) {
    if (typeof value === "object" && value !== null) others.add(canonical(value));
    else plain.add(value);
  }
  return plain.size + others.size === values.length;
}
