// Words of a description -> identifiers that preserve every character, for names that would clash otherwise.

/**
 * `order-line` -> `order_dash_line`, `order_line` is unchanged: letters, digits and underscores stay, any other character becomes
 * its name or number. A first character that is not allowed, and the empty text, become an identifier too.
 */
export function spelledOf(text: string): string {
  if (text === "") return "empty";
  // Texts that look the same but encode accents differently must not become names that look the same.
  const isPlain = text === text.normalize("NFC");
  const tokens = [...text].map((character) => {
    if (/[A-Za-z0-9_]/.test(character)) return character;
    return isPlain && isLetter(character) ? character : `\u0000${words.get(character) ?? codeOf(character)}\u0000`;
  });
  const spelled = tokens
    .join("")
    .replace(/^\0|\0$/g, "")
    .replaceAll("\u0000", "_");
  return /^[\p{ID_Start}_]/u.test(spelled) ? spelled : `_${spelled}_`;
}

function isLetter(character: string): boolean {
  return /^[\p{ID_Continue}--\p{Default_Ignorable_Code_Point}]$/v.test(character);
}

function codeOf(character: string): string {
  return `u${(character.codePointAt(0) ?? 0).toString(16)}`;
}

const words: ReadonlyMap<string, string> = new Map([
  ["-", "dash"],
  [".", "dot"],
  ["/", "slash"],
  [" ", "space"],
  [":", "colon"],
  [",", "comma"],
  ["+", "plus"],
  ["=", "equals"],
  ["~", "tilde"],
  ["@", "at"],
  ["#", "hash"],
  ["$", "dollar"],
  ["%", "percent"],
  ["&", "and"],
  ["*", "star"],
  ["!", "bang"],
  ["?", "question"],
]);
