// Code -> a hash of its text without what formatters change, so that what Prettier or Biome made of a file is recognized as that file when
// the text that was formatted exists nowhere any more: the description has changed since. Where it does exist, syntax-tree.ts decides.
import { hash } from "node:crypto";

/** `null` for files other than code and JSON, whose formatting is part of them. */
export function formHash(file: string, text: string): string | null {
  return /\.(?:[cm]?[jt]s|json)$/.test(file) ? hash("sha256", unformatted(text)).slice(0, 32) : null;
}

const [quote, ampersand, apostrophe, parenthesis, comma, backslash, bar] = [34, 38, 39, 41, 44, 92, 124];
const [plain, space, dropped, opening, closing, other] = [0, 1, 2, 3, 4, 5];

/** By byte of UTF-8, since every byte of every file is looked up. */
const kinds = Uint8Array.from({ length: 256 }, (_, code) => {
  if (code > 127) return plain;
  const character = String.fromCharCode(code);
  if (/\s/.test(character)) return space;
  if (";()'\"".includes(character)) return dropped;
  if ("=:<{[,?".includes(character)) return opening;
  if ("]}>".includes(character)) return closing;
  return "&\\|".includes(character) ? other : plain;
});

/** Formatters sort these statements, and the names in them. */
const imports = /^(?:import|export)\b[^;"'()=]*\bfrom\s*["'][^"'\n]*["'];?$/gm;

/**
 * The characters that count: no space, semicolon, parenthesis or quote, no comma before a closing bracket, no bar of a union. The words
 * of imports follow in order.
 */
function unformatted(text: string): Uint8Array {
  const importTokens = (text.match(imports) ?? []).flatMap((statement) => statement.match(/[\w$@./-]+/g) ?? []).sort();
  const bytes = Buffer.from(text.replace(imports, "") + importTokens.join("\n"));
  let length = 0;
  /** Whether the last byte but spaces was a comma: it counts unless a closing bracket follows. */
  let hasComma = false;
  let isEscape = false;
  let last = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const kind = kinds[byte];
    if (kind === space) continue;
    if (kind === plain) {
      if (hasComma) bytes[length++] = comma;
      bytes[length++] = last = byte;
      hasComma = isEscape = false;
      continue;
    }
    const next = bytes[at + 1] ?? 0;
    if (hasComma && kind !== closing && byte !== parenthesis) bytes[length++] = comma;
    hasComma = byte === comma;
    isEscape = byte === backslash && !isEscape;
    const isDropped =
      kind === dropped ||
      hasComma ||
      (byte === bar && next !== bar && last !== bar) ||
      (byte === ampersand && kinds[last] === opening) ||
      (isEscape && (next === quote || next === apostrophe));
    if (!isDropped) bytes[length++] = byte;
    last = byte;
  }
  return bytes.subarray(0, length);
}
