// What JSON calls an object, and its members.

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The member of that name, which the object has itself: `toString` is in every object. */
export function ownMember(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

/** So many members; those that are `undefined` need not be counted. Counting by name is the fast way, with nothing made. */
export function hasSize(value: object, size: number): boolean {
  let count = 0;
  for (const _ in value) count += 1;
  return count === size || (count > size && definedIn(value) === size);
}

function definedIn(value: object): number {
  let count = 0;
  for (const name of Object.keys(value)) if (Reflect.get(value, name) !== undefined) count += 1;
  return count;
}
