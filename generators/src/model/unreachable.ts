// The end of an exhaustive switch.

/** The compiler proves this is never called; at run time the error names the unexpected value. */
export function unreachable(value: never): never {
  throw new TypeError(`unreachable: ${JSON.stringify(value)}`);
}
