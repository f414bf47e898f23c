// Mailboxes of RFC 5321, and of RFC 6531 with letters of all scripts.
import { isIpv4, isIpv6 } from "./address.ts";

const mailName =
  /^(?:[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*|"(?:[ !#-[\]-~]|\\[ -~])*")$/;

/** `ada@example.com`, `"ada lovelace"@example.com`, `ada@[192.0.2.1]` */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  return at > 0 && mailName.test(text.slice(0, at)) && isMailDomain(text.slice(at + 1));
}

function isMailDomain(text: string): boolean {
  return text.startsWith("[")
    ? text.endsWith("]") && isAddressLiteral(text.slice(1, -1))
    : isQualified(text) && text.split(".").every(isMailLabel);
}

/** RFC 5321 has mail go to fully qualified names only: `ada@localhost` leads nowhere from another host. */
export function isQualified(domain: string): boolean {
  return domain.includes(".");
}

/** Letters, digits and inner hyphens, of any length. */
export function isMailLabel(label: string): boolean {
  return /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/.test(label);
}

/** `192.0.2.1`, `IPv6:2001:db8::1`, or an address of a kind with a tag of its own. */
function isAddressLiteral(text: string): boolean {
  if (/^IPv6:/i.test(text)) return isIpv6(text.slice("IPv6:".length));
  return isIpv4(text) || /^(?:[A-Za-z0-9-]*[A-Za-z0-9]):[!-Z^-~]+$/.test(text);
}
