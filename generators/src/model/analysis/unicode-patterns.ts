// A regular expression of a description -> its equivalent in Unicode mode, which JSON Schema prescribes.
import { attempt } from "../../source/attempt.ts";

/**
 * The pattern itself when it compiles in Unicode mode. Otherwise its equivalent there: without invalid escapes
 * (`\:`, `\_`), and with braces, brackets and hyphens escaped that the old grammar reads as literals. `null` if there is none, and
 * for syntax of other languages that ECMAScript does not have (`\A`, `(?i)`).
 */
export function unicodePatternOf(pattern: string): string | null {
  if (compiles(pattern, "u")) return pattern;
  if (!compiles(pattern, "")) return null;
  const rewritten = rewrite(pattern);
  return rewritten !== null && compiles(rewritten, "u") ? rewritten : null;
}

function compiles(pattern: string, flags: "u" | ""): boolean {
  return attempt(() => new RegExp(pattern, flags)) !== null;
}

/** An escape, a quantifier in braces, or a single character. */
const token = /\\(?:u\{[0-9a-fA-F]+\}|[pP]\{[^}]*\}|k<[^>]*>|[\s\S])|\{\d+(?:,\d*)?\}|[\s\S]/gu;

function rewrite(pattern: string): string | null {
  const tokens = pattern.match(token) ?? [];
  const parts: string[] = [];
  let inClass = false;
  for (const [index, part] of tokens.entries()) {
    const written = part.startsWith("\\") ? escapeOf(part, inClass) : literalOf(part, { inClass, index, tokens });
    if (written === null) return null;
    if (part === "[") inClass = true;
    else if (part === "]") inClass = false;
    parts.push(written);
  }
  return parts.join("");
}

/** `null` for an escape that has a meaning in other languages and is only a letter in ECMAScript. */
function escapeOf(part: string, inClass: boolean): string | null {
  const [, escaped = ""] = part;
  if (part.length > 2 || /[\^$\\.*+?()[\]{}|/]/.test(escaped) || (inClass && escaped === "-")) return part;
  if (/[a-zA-Z0-9]/.test(escaped)) return /[dDwWsSbBnrtfvcux0-9]/.test(escaped) ? part : null;
  return part.slice(1);
}

interface Around {
  readonly inClass: boolean;
  readonly index: number;
  readonly tokens: readonly string[];
}

function literalOf(part: string, { inClass, index, tokens }: Around): string | null {
  if (inClass) {
    const isHyphen = part === "-" && (isSet(tokens[index - 1]) || isSet(tokens[index + 1]));
    return isHyphen ? "\\-" : part;
  }
  // In other languages `[]a]` is a class of two characters, in ECMAScript an empty class.
  if (part === "[" && (tokens[index + 1] === "]" || (tokens[index + 1] === "^" && tokens[index + 2] === "]")))
    return null;
  // `{,3}` is a quantifier in other languages, and literal text in ECMAScript.
  if (part === "{" && tokens[index + 1] === ",") return null;
  return part === "{" || part === "}" || part === "]" ? `\\${part}` : part;
}

/** `\w`, `\d`, `\s` in a class: not the end of a range. */
function isSet(part: string | undefined): boolean {
  return part !== undefined && /^\\[dDwWsS]$/.test(part);
}
