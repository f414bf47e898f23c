// Any character of Unicode, for property tests. `unit: "binary"` of fast-check is the same, and takes a second and 130 MB in each worker:
// it makes a table of all of them.
import fc from "fast-check";

/** One code point that is no surrogate. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.nat(0x7f), fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point));
