// A pattern -> its parts, as ECMA-262 reads it in Unicode mode.
import { type AST, RegExpParser, RegExpSyntaxError } from "@eslint-community/regexpp";

/** `null` for what the engine knows and the parser does not, and for what is nested too deeply. */
export function parsedPattern(source: string): AST.Pattern | null {
  try {
    return new RegExpParser({ ecmaVersion: 2025 }).parsePattern(source, 0, source.length, { unicode: true });
  } catch (error) {
    if (error instanceof RegExpSyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}
