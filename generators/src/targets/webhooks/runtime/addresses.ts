// The host of a URL, or an address that a name leads to -> why no delivery may reach it, or `null`: it is on the public Internet.

/**
 * What is not the public Internet: IANA's registries of special-purpose addresses, multicast, and a few networks that are special in
 * practice, such as 168.63.129.16, the host of virtual machines in Azure.
 */
const networks4 =
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 " +
  "192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 " +
  "224.0.0.0/4 240.0.0.0/4";

/** Within 2000::/3, the only part of IPv6 that is public. */
const networks6 = "2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20";

/** `host` as a `URL` has it: IPv6 in brackets. Names are not resolved. */
export function objectionToHost(host: string): string | null {
  const address = host.replace(/^\[(.*)\]$/, "$1");
  if (bytesOf(address) !== null || address !== host) return objectionToAddress(address);
  return /^(?:.*\.)?localhost\.?$/i.test(host) ? `${host} is this machine's own name` : null;
}

/** Takes dotted IPv4 or IPv6 text, as resolvers write it. Anything else is refused too. */
export function objectionToAddress(address: string): string | null {
  const bytes = bytesOf(address);
  if (bytes === null) return `${address} is not an IP address`;
  const network = networkOf(bytes);
  return network === null ? null : `${address} is not public (${network})`;
}

function networkOf(bytes: readonly number[]): string | null {
  if (bytes.length === 4) return containing(bytes, networks4);
  // Forms that lead to the IPv4 address in them: mapped, NAT64 and ISATAP.
  const embedded = bytes.slice(12);
  if (isWithin(bytes, "::ffff:0:0/96") || isWithin(bytes, "64:ff9b::/96")) return containing(embedded, networks4);
  if (!isWithin(bytes, "2000::/3")) return "outside 2000::/3";
  const isIsatap = (bytes[8] ?? 0) % 2 === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
  return containing(bytes, networks6) ?? (isIsatap ? containing(embedded, networks4) : null);
}

function containing(bytes: readonly number[], networks: string): string | null {
  return networks.split(" ").find((network) => isWithin(bytes, network)) ?? null;
}

function isWithin(bytes: readonly number[], network: string): boolean {
  const [start = "", length = ""] = network.split("/");
  const bits = (address: readonly number[]): string =>
    address
      .map((byte) => byte.toString(2).padStart(8, "0"))
      .join("")
      .slice(0, Number(length));
  return bits(bytes) === bits(bytesOf(start) ?? []);
}

/** 4 or 16 bytes; `null` for what is no address, and for one with a zone. */
function bytesOf(address: string): number[] | null {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(address)) {
    const bytes = address.split(".").map(Number);
    return bytes.every((byte) => byte <= 255) ? bytes : null;
  }
  if (!/^[0-9a-f:.]*:[0-9a-f:.]*$/i.test(address)) return null;
  const host = hostOf(`http://[${address}]/`);
  if (host === null) return null;
  // As the URL Standard writes it: no embedded IPv4, one `::` at most.
  const [before = "", after] = host.slice(1, -1).split("::");
  const groups = (text: string): number[] =>
    text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
  const [left, right] = [groups(before), groups(after ?? "")];
  const all = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right];
  return all.flatMap((group) => [group >> 8, group & 0xff]);
}

function hostOf(url: string): string | null {
  try {
    return new URL(url).hostname;
  } catch {
    return null;
  }
}
