// Formats of names and addresses on networks.

/** `ada@example.com`: a local part of plain characters, and a domain of at least two labels. */
export function isEmail(text: string): boolean {
  const at = text.indexOf("@");
  const labels = text.slice(at + 1).split(".");
  const isLocalPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i.test(
    text.slice(0, Math.max(0, at)),
  );
  return isLocalPart && labels.length > 1 && labels.every((label) => /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i.test(label));
}

/** `api.example.com`: labels of up to 63 letters, digits and inner hyphens, 253 characters in all. */
export function isHostname(text: string): boolean {
  const name = text.replace(/\.$/, "");
  return name.length <= 253 && name.split(".").every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(label));
}

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
