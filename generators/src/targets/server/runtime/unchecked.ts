// A value -> the same value with another type, on purpose.

/** Written as a call, because what is printed as JavaScript has no assertions. */
export function unchecked<T>(value: unknown): T {
  return value as T;
}
