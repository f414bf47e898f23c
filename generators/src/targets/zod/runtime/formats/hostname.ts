// Names of hosts: RFC 1123, with the Punycode of internationalised labels checked against the labels it encodes.
import { isPunycodeLabel, isReadOneWay } from "./idna.ts";

/** `api.example.com`, `xn--bcher-kva.example`: labels of up to 63 letters, digits and inner hyphens, 253 characters in all. */
export function isHostname(text: string): boolean {
  if (text.length > 253) return false;
  const labels = text.split(".");
  if (!labels.every(isHostLabel)) return false;
  const coded = labels.filter((label) => /^xn--/i.test(label));
  return coded.length === 0 || (coded.every(isPunycodeLabel) && isReadOneWay(labels));
}

export function isHostLabel(label: string): boolean {
  return /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(label);
}
