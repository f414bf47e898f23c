// RFC 3986.
import { isIpv6 } from "./address.ts";

export interface UriGrammar {
  readonly absolute: RegExp;
  readonly relative: RegExp;
}

/** `letters`: what is taken beside ASCII; `queryLetters`: what only a query takes besides. */
export function uriGrammarOf(letters = "", queryLetters = ""): UriGrammar {
  const octet = "%[0-9A-Fa-f]{2}";
  const nameCharacter = `(?:[A-Za-z0-9._~!$&'()*+,;=${letters}-]|${octet})`;
  const pathCharacter = `(?:[A-Za-z0-9._~!$&'()*+,;=:@${letters}-]|${octet})`;
  const firstSegment = `(?:[A-Za-z0-9._~!$&'()*+,;=@${letters}-]|${octet})+`;
  const host = `\\[([0-9A-Fa-f:.]+)\\]|\\[[Vv][0-9A-Fa-f]+\\.[A-Za-z0-9._~!$&'()*+,;=:-]+\\]|${nameCharacter}*`;
  const authority = `(?:(?:${nameCharacter}|:)*@)?(?:${host})(?::[0-9]*)?`;
  const segments = `(?:/${pathCharacter}*)*`;
  const query = `(?:\\?(?:${pathCharacter}|[/?${queryLetters}])*)?`;
  const fragment = `(?:#(?:${pathCharacter}|[/?])*)?`;
  const rooted = `//${authority}${segments}|/(?:${pathCharacter}+${segments})?`;
  return {
    absolute: new RegExp(
      `^[A-Za-z][A-Za-z0-9+.-]*:(?:${rooted}|${pathCharacter}+${segments})?${query}${fragment}$`,
      "u",
    ),
    relative: new RegExp(`^(?:${rooted}|${firstSegment}${segments})?${query}${fragment}$`, "u"),
  };
}

const uriGrammar: UriGrammar = /* @__PURE__ */ uriGrammarOf();

/** `https://example.com/orders?limit=50`: absolute, with a scheme. */
export function isUri(text: string): boolean {
  return hasGoodHost(uriGrammar.absolute.exec(text));
}

/** A URI, or one relative to another: `../orders#top`. */
export function isUriReference(text: string): boolean {
  return isUri(text) || hasGoodHost(uriGrammar.relative.exec(text));
}

/** An address in brackets is one of version 6. */
export function hasGoodHost(match: RegExpExecArray | null): boolean {
  const address = match?.[1];
  return match !== null && (address === undefined || isIpv6(address));
}
