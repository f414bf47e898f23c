// Samples of schemas -> functions that return a new one each, with some members replaced.

/** Returns a new sample. `given`: the members that differ from it; of a value that is no object, the value itself. */
export type Factory<Value> = (overrides?: Given<Value>) => Value;

type Given<Value> = Value extends readonly unknown[] ? Value : Value extends object ? Partial<Value> : Value;

/** `Value` is that of the declared type: a literal has a narrower one. */
export function factoryOf<Value>(sample: NoInfer<Value>): Factory<Value>;
export function factoryOf(sample: unknown): (overrides?: unknown) => unknown {
  return (overrides = {}) => {
    const copy: unknown = structuredClone(sample);
    if (isObject(copy) && isObject(overrides)) return { ...copy, ...overrides };
    return isObject(overrides) && Object.keys(overrides).length === 0 ? copy : overrides;
  };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
