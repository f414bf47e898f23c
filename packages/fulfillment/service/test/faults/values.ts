// JSON that anything may be wrong with -> what is in it, and the same with something changed.

export type Fields = Readonly<Record<string, unknown>>;

/** Nothing, where it is no object. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** None, where it is no array. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** `at(order, "products", 0, "sku")`; `undefined` where there is nothing. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce((inner, key) => (typeof key === "number" ? itemsOf(inner)[key] : fieldsOf(inner)[key]), value);
}

/** Empty, where it is no text. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = at(value, ...path);
  return typeof found === "string" ? found : "";
}

export function without(value: unknown, name: string): Fields {
  return Object.fromEntries(Object.entries(fieldsOf(value)).filter(([key]) => key !== name));
}

/** Changes one field, where there is one; what is no object stays what it is. */
export function changed(value: unknown, name: string, change: (inner: unknown) => unknown): unknown {
  const fields = fieldsOf(value);
  return Object.hasOwn(fields, name) ? { ...fields, [name]: change(fields[name]) } : value;
}
