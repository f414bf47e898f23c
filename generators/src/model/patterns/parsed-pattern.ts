// A pattern -> its syntax tree, as ECMA-262 parses it in Unicode mode.
import { type AST, RegExpParser, RegExpSyntaxError } from "@eslint-community/regexpp";

/** `null` for syntax that the engine supports and the parser does not, and for nesting that is too deep. */
export function parsedPattern(source: string): AST.Pattern | null {
  try {
    return new RegExpParser({ ecmaVersion: 2025 }).parsePattern(source, 0, source.length, { unicode: true });
  } catch (error) {
    if (error instanceof RegExpSyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}
