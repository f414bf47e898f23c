// What was computed before, by key -> the value of a key, which is computed when it is first needed.

interface Computed<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** `compute` runs once for each key; it may ask for those of other keys. */
export function computedOnce<Key, Value>(known: Computed<Key, Value>, key: Key, compute: () => Value): Value {
  const earlier = known.get(key);
  if (earlier !== undefined) return earlier;
  const value = compute();
  known.set(key, value);
  return value;
}
