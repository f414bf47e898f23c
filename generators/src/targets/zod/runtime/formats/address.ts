// Formats of addresses on networks.

/** `192.0.2.1` */
export function isIpv4(text: string): boolean {
  return /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text);
}

/** `2001:db8::1`, `::ffff:192.0.2.1` */
export function isIpv6(text: string): boolean {
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const endsInIpv4 = text.includes(".");
  const hex = endsInIpv4 ? groups.slice(0, -1) : groups;
  if (endsInIpv4 && (text.endsWith(":") || !isIpv4(groups.at(-1) ?? ""))) return false;
  const count = hex.length + (endsInIpv4 ? 2 : 0);
  return hex.every((group) => /^[0-9a-f]{1,4}$/i.test(group)) && (halves.length === 2 ? count < 8 : count === 8);
}
