// The end of an exhaustive switch.

/** The compiler proves this is never called; at run time it would name what slipped through. */
export function unreachable(value: never): never {
  throw new TypeError(`unreachable: ${JSON.stringify(value)}`);
}
