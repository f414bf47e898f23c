// Words of a description -> identifiers that keep each of their characters, for names that would be one without that.

/**
 * `order-line` gives `order_dash_line`, `order_line` stays: letters, digits and underscores as they are, any other character by its
 * name or number. What an identifier cannot start with, and nothing at all, become one all the same.
 */
export function spelledOf(text: string): string {
  if (text === "") return "empty";
  // Two texts that look the same and differ in how their accents are made must not give names that look the same.
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
