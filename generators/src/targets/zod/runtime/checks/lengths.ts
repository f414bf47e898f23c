// Lengths of texts in characters (Unicode code points), which take one or two of the units that JavaScript counts.

/** Texts far from the bound are decided without counting. */
export function hasAtLeast(text: string, count: number): boolean {
  return text.length >= count && (text.length >= 2 * count || lengthOf(text) >= count);
}

export function hasAtMost(text: string, count: number): boolean {
  return text.length <= count || (text.length <= 2 * count && lengthOf(text) <= count);
}

/** A pair of surrogates is one character; one that stands alone is one too. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
