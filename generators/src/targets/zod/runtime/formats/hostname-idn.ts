// Names of hosts with letters of all scripts: RFC 5890.
import { isHostLabel } from "./hostname.ts";
import { isPunycodeLabel, isReadOneWay, isUnicodeLabel } from "./idna.ts";
import { punycodeEncode } from "./punycode.ts";

/** `실례.테스트`, `例え。テスト`: what `isHostname` takes, and labels as people read them, with any of four dots between them. */
export function isIdnHostname(text: string): boolean {
  if (text.length > 506) return false;
  const labels = text.split(/[.\u3002\uff0e\uff61]/);
  if (!labels.every(isIdnLabel) || !isReadOneWay(labels)) return false;
  return labels.map(octetsOf).reduce((sum, octets) => sum + octets + 1, -1) <= 253;
}

function isIdnLabel(label: string): boolean {
  if (/[^\0-\x7f]/.test(label)) return isUnicodeLabel(label);
  return isHostLabel(label) && (!/^..--/.test(label) || isPunycodeLabel(label));
}

function octetsOf(label: string): number {
  return /[^\0-\x7f]/.test(label) ? "xn--".length + punycodeEncode(label).length : label.length;
}
