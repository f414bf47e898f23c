// A step that may fail -> its result.

/** What a step returns; `null` if it fails, for any reason. */
export function attempt<Value>(step: () => Value): Value | null {
  try {
    return step();
  } catch {
    return null;
  }
}
