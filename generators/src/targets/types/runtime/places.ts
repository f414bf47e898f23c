// Where in a value a schema has something that JSON has no form for: the locations of a schema -> those in a value.

/** The locations inside of a value; `Places` has those of each part. */
export interface InnerPlaces<Places> {
  /** The locations of another schema. */
  readonly of?: () => Places;
  readonly items?: Places;
  /** Of the first elements, by position. */
  readonly first?: readonly Places[];
  readonly members?: Readonly<Record<string, Places>>;
  readonly patterns?: readonly (readonly [RegExp, Places])[];
  /** For members that are neither in `members` nor match a pattern. */
  readonly rest?: Places;
  readonly all?: readonly Places[];
  /** By the value of a member. */
  readonly choice?: { readonly by: string; readonly of: Readonly<Record<string, Places>> };
}

/** With the places of other schemas that they refer to, each once: alternatives that contain each other name the same ones again. */
export function spread<Places extends InnerPlaces<Places>>(
  places: readonly Places[],
  value: unknown,
): readonly Places[] {
  if (places.every(({ of, all, choice }) => of === undefined && all === undefined && choice === undefined))
    return places;
  const reachable = new Set(places);
  // Reaches what is added meanwhile.
  for (const { of, all = [], choice } of reachable) {
    if (of !== undefined) reachable.add(of());
    for (const each of all) reachable.add(each);
    const chosen = choice === undefined || !isPlain(value) ? undefined : ownOf(choice.of, value[choice.by]);
    if (chosen !== undefined) reachable.add(chosen);
  }
  return [...reachable];
}

export function placesOfItem<Places>({ first = [], items }: InnerPlaces<Places>, at: number): Places[] {
  const places = at < first.length ? first[at] : items;
  return places === undefined ? [] : [places];
}

export function placesOfMember<Places>(
  { members = {}, patterns = [], rest }: InnerPlaces<Places>,
  name: string,
): Places[] {
  const memberPlaces = ownOf(members, name);
  if (patterns.length === 0) return memberPlaces !== undefined ? [memberPlaces] : rest === undefined ? [] : [rest];
  const fitting = patterns.flatMap(([pattern, inner]) => (pattern.test(name) ? [inner] : []));
  const speaking = [...(memberPlaces === undefined ? [] : [memberPlaces]), ...fitting];
  return speaking.length > 0 || rest === undefined ? speaking : [rest];
}

export function assign(value: Record<string, unknown>, name: string, member: unknown): void {
  if (name !== "__proto__") value[name] = member;
  else Object.defineProperty(value, name, { value: member, writable: true, enumerable: true, configurable: true });
}

export function ownOf<Value>(record: Readonly<Record<string, Value>>, name: unknown): Value | undefined {
  return typeof name === "string" && Object.hasOwn(record, name) ? record[name] : undefined;
}

export function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
