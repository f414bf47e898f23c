// What JSON calls an object, and its members.

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The member of that name, which the object has itself: `toString` is in every object. */
export function ownMember(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

/** So many members; those that are `undefined` need not be counted. Counting by name is the fast way, with nothing made. */
export function hasSize(value: Readonly<Record<string, unknown>>, size: number): boolean {
  let count = 0;
  for (const _ in value) count += 1;
  return count === size || (count > size && hasDefined(value, size));
}

function hasDefined(value: Readonly<Record<string, unknown>>, size: number): boolean {
  let count = 0;
  for (const name in value) {
    if (value[name] === undefined) continue;
    if (count === size) return false;
    count += 1;
  }
  return count === size;
}
