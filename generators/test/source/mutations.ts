// A JSON value -> the same value with one mistake, at a location and of a kind that fast-check chooses.
import fc from "fast-check";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Typical wrong values. */
const intruders: readonly Json[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e300,
  "",
  "word",
  "#",
  "3.1",
  "__proto__",
  "{",
  [],
  {},
  [null],
  [[]],
  { a: null },
  ["a", "a"],
  { $ref: "#" },
  { $ref: "#/" },
  { $ref: "#/nowhere" },
  { $ref: "lost.yaml" },
  { $ref: "." },
  { $ref: 5 },
  { $ref: "" },
  { $ref: "https://example.com" },
  { $ref: "#/components" },
  { $ref: "#/components/schemas/Any" },
  { type: "strng" },
  { type: [] },
  { allOf: [] },
  { enum: [] },
  { nullable: true },
  { pattern: "(" },
  { schemaFormat: "avro", schema: {} },
];

export type Mutation = (value: Json) => Json;

/** One to three changes: a value replaced, removed, wrapped, moved, or a key renamed. */
export const mutations: fc.Arbitrary<Mutation> = mutationsWith([]);

/** The same with more values that others are replaced by. */
export function mutationsWith(more: readonly Json[]): fc.Arbitrary<Mutation> {
  const intruder = fc.constantFrom(...intruders, ...more);
  return fc
    .array(fc.record({ place: fc.nat(), other: fc.nat(), kind: fc.nat(5), intruder }), { minLength: 1, maxLength: 3 })
    .map((changes) => (value) => {
      const copy = structuredClone(value);
      for (const change of changes) apply(copy, change);
      return copy;
    });
}

interface Change {
  readonly place: number;
  readonly other: number;
  readonly kind: number;
  readonly intruder: Json;
}

interface Slot {
  readonly holder: Json[] | { [key: string]: Json };
  readonly key: string;
}

function apply(root: Json, { place, other, kind, intruder }: Change): void {
  const slots = slotsOf(root);
  const slot = slots[place % Math.max(1, slots.length)];
  const source = slots[other % Math.max(1, slots.length)];
  if (slot === undefined || source === undefined) return;
  switch (kind) {
    case 0:
      if (Array.isArray(slot.holder)) slot.holder.splice(Number(slot.key), 1);
      else delete slot.holder[slot.key];
      break;
    case 1:
      write(slot, [read(slot)]);
      break;
    case 2:
      write(slot, structuredClone(read(source)));
      break;
    case 3: {
      const value = read(slot);
      if (Array.isArray(slot.holder)) slot.holder.push(value);
      else slot.holder[`${slot.key}x`] = value;
      break;
    }
    default:
      write(slot, structuredClone(intruder));
      break;
  }
}

function slotsOf(value: Json): Slot[] {
  if (typeof value !== "object" || value === null) return [];
  const keys = Object.keys(value);
  return keys.flatMap((key) => [{ holder: value, key }, ...slotsOf(read({ holder: value, key }))]);
}

function read({ holder, key }: Slot): Json {
  return (Array.isArray(holder) ? holder[Number(key)] : holder[key]) ?? null;
}

function write({ holder, key }: Slot, value: Json): void {
  if (Array.isArray(holder)) holder[Number(key)] = value;
  else holder[key] = value;
}
