// Words of an enumeration -> the choices of a filter.

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/** In the order of the words. */
export function choicesOf<Value extends string, Word>(
  words: Readonly<Record<Value, Word>>,
  labelOf: (word: Word) => string,
): readonly Choice<Value>[] {
  return keysOf(words).map((value) => ({ value, label: labelOf(words[value]) }));
}

/** `Object.keys` cannot know that an object has no others; those of the portal are literals. */
function keysOf<Value extends string>(words: Readonly<Record<Value, unknown>>): Value[] {
  return Object.keys(words).filter((key): key is Value => key in words);
}
