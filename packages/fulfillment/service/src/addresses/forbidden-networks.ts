// Turns an IP address, or the host of a URL before it is resolved, into a verdict: whether a delivery may reach it, and if not, which network forbids it.
import { isIP, isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";

export interface ForbiddenNetwork {
  /** `127.0.0.0/8` */
  readonly network: string;
  readonly reason: string;
}

/**
 * Networks that are not the public Internet: the rows of IANA's IPv4 and IPv6 special-purpose address registries, multicast,
 * and a few that are special in practice. The first that contains an address gives the reason, so narrower ones come first.
 *
 * The registries call some of these globally reachable (AS112, AMT, what is inside 192.0.0.0/24 and 2001::/23). They are anycast:
 * the nearest node responds, which may well be an internal one, and no receiver of webhooks is there.
 */
export const forbiddenNetworks: readonly ForbiddenNetwork[] = [
  { network: "0.0.0.0/8", reason: "this host and this network" },
  { network: "10.0.0.0/8", reason: "private" },
  { network: "100.64.0.0/10", reason: "shared by a carrier's customers" },
  { network: "127.0.0.0/8", reason: "loopback" },
  // A public address by its number, but inside Azure it is the host of the virtual machine.
  { network: "168.63.129.16/32", reason: "a cloud's platform services" },
  // 169.254.169.254 is where most clouds hand out credentials.
  { network: "169.254.0.0/16", reason: "link-local" },
  { network: "172.16.0.0/12", reason: "private" },
  { network: "192.0.0.0/24", reason: "protocol assignments" },
  { network: "192.0.2.0/24", reason: "documentation" },
  { network: "192.31.196.0/24", reason: "AS112 anycast" },
  { network: "192.52.193.0/24", reason: "multicast tunnel anycast" },
  { network: "192.88.99.0/24", reason: "6to4 relay anycast" },
  { network: "192.168.0.0/16", reason: "private" },
  { network: "192.175.48.0/24", reason: "AS112 anycast" },
  { network: "198.18.0.0/15", reason: "benchmarking" },
  { network: "198.51.100.0/24", reason: "documentation" },
  { network: "203.0.113.0/24", reason: "documentation" },
  { network: "224.0.0.0/4", reason: "multicast" },
  { network: "255.255.255.255/32", reason: "broadcast" },
  { network: "240.0.0.0/4", reason: "reserved" },

  { network: "::/128", reason: "unspecified" },
  { network: "::1/128", reason: "loopback" },
  // Forms that embed an IPv4 address and are retired, or leave no network they are used in: refused with any embedded address.
  { network: "::/96", reason: "IPv4-compatible" },
  { network: "::ffff:0:0:0/96", reason: "IPv4-translated" },
  // The embedded address may be in several places here, depending on the network.
  { network: "64:ff9b:1::/48", reason: "local NAT64" },
  { network: "100::/64", reason: "discard" },
  { network: "100:0:0:1::/64", reason: "dummy prefix" },
  { network: "2001::/32", reason: "Teredo" },
  { network: "2001:2::/48", reason: "benchmarking" },
  { network: "2001:10::/28", reason: "ORCHID" },
  { network: "2001:20::/28", reason: "ORCHIDv2" },
  { network: "2001::/23", reason: "protocol assignments" },
  { network: "2001:db8::/32", reason: "documentation" },
  { network: "2002::/16", reason: "6to4" },
  { network: "2620:4f:8000::/48", reason: "AS112 anycast" },
  { network: "3fff::/20", reason: "documentation" },
  { network: "5f00::/16", reason: "segment routing" },
  // fd00:ec2::254 and fd20:ce::254 are clouds' metadata services.
  { network: "fc00::/7", reason: "unique local" },
  { network: "fe80::/10", reason: "link-local" },
  { network: "fec0::/10", reason: "site-local" },
  { network: "ff00::/8", reason: "multicast" },
];

/**
 * Forms that are in use and lead to the IPv4 address in their last 32 bits: sockets take a mapped address for that address,
 * and behind NAT64 every receiver without IPv6 looks like the second. They are judged by what they lead to. A network may run
 * NAT64 under a prefix of its own (RFC 6052, section 3.1), which looks like any public address: only that network can refuse it.
 */
const embeddings: readonly ForbiddenNetwork[] = [
  { network: "::ffff:0:0/96", reason: "IPv4-mapped" },
  { network: "64:ff9b::/96", reason: "NAT64" },
];

const forbidden: readonly ParsedNetwork[] = forbiddenNetworks.map(parseNetwork);
const embedding: readonly ParsedNetwork[] = embeddings.map(parseNetwork);
/** The only part of IPv6 that has been given out for public use. */
const globalUnicast: ParsedNetwork = parseNetwork({ network: "2000::/3", reason: "global unicast" });

/**
 * Why no delivery may reach `address`, as in `loopback (127.0.0.0/8)`; `null`: it may. Takes dotted IPv4 or IPv6 text, as
 * resolvers and sockets write it. Anything else is refused, other spellings and zones (`fe80::1%eth0`) too: what cannot be parsed
 * is not safe.
 */
export function objectionToAddress(address: string): string | null {
  if (isIP(address) === 0 || address.includes("%")) return "not an address without a zone";
  if (isIPv4(address)) return objectionByNetwork(ipaddr.IPv4.parse(address));
  // In plain hexadecimal, as URLs have it: ipaddr.js takes `::8.8.8.8` for `::ffff:8.8.8.8`.
  const { hostname } = new URL(`http://[${address}]`);
  return objectionToIpv6(ipaddr.IPv6.parse(hostname.slice(1, -1)));
}

/** The same for the host of a URL before it is resolved, also for a name of this machine. IPv6 may be in brackets. */
export function objectionToHost(hostname: string): string | null {
  const literal = hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(literal) !== 0) return objectionToAddress(literal);
  return isLocalhost(hostname) ? "this machine's own name" : null;
}

/** `localhost` and the names under it are this machine (RFC 6761, section 6.3), regardless of resolvers. */
function isLocalhost(hostname: string): boolean {
  return /^(?:.*\.)?localhost\.?$/i.test(hostname);
}

function objectionToIpv6(address: ipaddr.IPv6): string | null {
  const form = embedding.find((network) => holds(network, address));
  if (form !== undefined) return objectionToEmbedded(address, form.reason);
  const objection = objectionByNetwork(address);
  if (objection !== null) return objection;
  if (!holds(globalUnicast, address)) return "outside the public part of IPv6 (2000::/3)";
  return isIsatap(address) ? objectionToEmbedded(address, "ISATAP") : null;
}

/** `loopback (127.0.0.0/8), IPv4-mapped` */
function objectionToEmbedded(address: ipaddr.IPv6, form: string): string | null {
  const objection = objectionByNetwork(new ipaddr.IPv4(address.toByteArray().slice(12)));
  return objection === null ? null : `${objection}, ${form}`;
}

/**
 * An interface id `0000:5efe` and an IPv4 address (RFC 5214, section 6.1), under any prefix: routers that speak ISATAP tunnel to
 * that address. Two bits of the first group say whether it is unique and whether it is a group's.
 */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return ((parts[4] ?? 0) & 0xfcff) === 0 && parts[5] === 0x5efe;
}

function objectionByNetwork(address: ipaddr.IPv4 | ipaddr.IPv6): string | null {
  const matchingNetwork = forbidden.find((network) => holds(network, address));
  return matchingNetwork === undefined ? null : `${matchingNetwork.reason} (${matchingNetwork.network})`;
}

interface ParsedNetwork extends ForbiddenNetwork {
  readonly range: [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];
}

function parseNetwork(row: ForbiddenNetwork): ParsedNetwork {
  return { ...row, range: ipaddr.parseCIDR(row.network) };
}

function holds({ range }: ParsedNetwork, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address.kind() === range[0].kind() && address.match(range);
}
