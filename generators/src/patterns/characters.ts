// The characters a pattern tells apart -> representatives: two parts of it can read the same text when they share one.
import { type AST, visitRegExpAST } from "@eslint-community/regexpp";

/** What escapes such as \w, \s and \p{L} tell apart, whatever stands beside them. */
const usual = "\n\r\t 0aZ_-.:/@!éя中\u{1F600}\u{10FFFF}";

export class Characters {
  /** Every representative. */
  readonly all: ReadonlySet<number>;
  private readonly representatives: readonly string[];
  private readonly known = new Map<string, ReadonlySet<number>>();

  constructor(pattern: AST.Pattern) {
    const points = new Set([...usual].map((character) => character.codePointAt(0) ?? 0));
    visitRegExpAST(pattern, {
      // At the ends of a range, and just beside them, something changes.
      onCharacterEnter: ({ value }) => {
        for (const point of [value - 1, value, value + 1]) if (point >= 0 && point <= 0x10ffff) points.add(point);
      },
    });
    this.representatives = [...points].map((point) => String.fromCodePoint(point));
    this.all = new Set(this.representatives.keys());
  }

  /** What a part of the pattern that reads one character reads: `[a-z]`, `\d`, `.`. */
  of(raw: string): ReadonlySet<number> {
    let characters = this.known.get(raw);
    if (characters === undefined) {
      const part = new RegExp(`^(?:${raw})$`, "u");
      characters = new Set([...this.all].filter((at) => part.test(this.representatives[at] ?? "")));
      this.known.set(raw, characters);
    }
    return characters;
  }
}
