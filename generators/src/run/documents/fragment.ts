// The keys that lead to a value -> the fragment of a URI that does.
import { escapeToken } from "../../source/index.ts";

/** `["paths", "/orders/{id}"]` -> `/paths/~1orders~1%7Bid%7D`. */
export function fragmentOf(tokens: readonly string[]): string {
  const encoded = (token: string): string =>
    token.replace(/[^\w.~!$&'()*+,;=:@-]/gu, (part) => encodeURIComponent(part));
  return tokens.map((token) => `/${encoded(escapeToken(token))}`).join("");
}
