// The characters a pattern distinguishes -> representatives: two parts can read the same text if they share one.
import { type AST, visitRegExpAST } from "@eslint-community/regexpp";

/** Characters that escapes such as \w, \s and \p{L} distinguish. */
const usual = "\n\r\t 0aZ_-.:/@!éя中\u{1F600}\u{10FFFF}";

export class Characters {
  /** Every representative. */
  readonly all: ReadonlySet<number>;
  private readonly representatives: readonly string[];
  private readonly known = new Map<string, ReadonlySet<number>>();

  constructor(pattern: AST.Pattern) {
    const points = new Set([...usual].map((character) => character.codePointAt(0) ?? 0));
    visitRegExpAST(pattern, {
      // Classes change at the ends of a range and next to them.
      onCharacterEnter: ({ value }) => {
        for (const point of [value - 1, value, value + 1]) if (point >= 0 && point <= 0x10ffff) points.add(point);
      },
    });
    this.representatives = [...points].map((point) => String.fromCodePoint(point));
    this.all = new Set(this.representatives.keys());
  }

  /** The representatives a single-character part matches: `[a-z]`, `\d`, `.`. */
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
