// RFC 3986 and what is built on it.
import { isIpv6 } from "./format-network.ts";

const pathCharacter = "(?:[a-z0-9\\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})";
const nameCharacter = "(?:[a-z0-9\\-._~!$&'()*+,;=]|%[0-9a-f]{2})";
const scheme = "[a-z][a-z0-9+\\-.]*:";
const authority = `(?:(?:${nameCharacter}|:)*@)?(?:\\[([0-9a-f:.]+)\\]|\\[v[0-9a-f]+\\.[a-z0-9\\-._~!$&'()*+,;=:]+\\]|${nameCharacter}*)(?::\\d*)?`;
const segments = `(?:/${pathCharacter}*)*`;
const afterScheme = `(?://${authority}${segments}|/(?:${pathCharacter}+${segments})?|${pathCharacter}+${segments})`;
const queryAndFragment = `(?:\\?(?:${pathCharacter}|[/?])*)?(?:#(?:${pathCharacter}|[/?])*)?`;

const uri = new RegExp(`^${scheme}${afterScheme}${queryAndFragment}$`, "i");
const firstSegment = `(?:(?!:)${pathCharacter})+`;
const relative = new RegExp(
  `^(?://${authority}${segments}|/(?:${pathCharacter}+${segments})?|${firstSegment}${segments})?${queryAndFragment}$`,
  "i",
);

/** `https://example.com/orders?limit=50`: absolute, with a scheme. */
export function isUri(text: string): boolean {
  return hasGoodHost(uri.exec(text));
}

/** A URI, or one relative to another: `../orders#top`. */
export function isUriReference(text: string): boolean {
  return isUri(text) || hasGoodHost(relative.exec(text));
}

/** An address in brackets is one of version 6. */
function hasGoodHost(match: RegExpExecArray | null): boolean {
  const address = match?.[1];
  return match !== null && (address === undefined || isIpv6(address));
}

/** RFC 6570: `/orders{/orderId}{?limit,offset}` */
export function isUriTemplate(text: string): boolean {
  const variable = "(?:[a-z0-9_]|%[0-9a-f]{2})+(?:\\.(?:[a-z0-9_]|%[0-9a-f]{2})+)*(?::[1-9]\\d{0,3}|\\*)?";
  const expression = `\\{[+#./;?&=,!@|]?${variable}(?:,${variable})*\\}`;
  return new RegExp(`^(?:[^\\x00-\\x20"'<>%\\\\^\`{|}]|%[0-9a-f]{2}|${expression})*$`, "i").test(text);
}
