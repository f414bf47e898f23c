// The text of a client's address -> the same text for the same client, however a proxy spells it, and with all of its IPv6 addresses.
import ipaddr from "ipaddr.js";

/**
 * `address`: of the connection, or what a trusted proxy says. What is no address at all, such as `unknown`, does not get a
 * budget of its own: the connection's address, `fallback`, counts then.
 */
export function clientOf(address: string | undefined, fallback: string | undefined = undefined): string {
  if (address === undefined) return fallback === undefined ? "unknown" : clientOf(fallback);
  if (plainIpv4.test(address)) return address;
  const text = withoutPort(address);
  if (ipaddr.isValid(text)) return networkOf(ipaddr.process(text));
  return fallback === undefined || fallback === address ? text : clientOf(fallback);
}

/**
 * An IPv6 network has 2^64 addresses and gives a client any of them, and a new one each day (RFC 8981): the network is the
 * client. What a translator has made of an IPv4 address (RFC 6052) is that address. Addresses of this machine and of its links
 * are no network's: each is a client.
 */
function networkOf(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (!("parts" in address)) return address.toString();
  const range = address.range();
  if (range === "rfc6052") return new ipaddr.IPv4(address.toByteArray().slice(-4)).toString();
  if (range === "loopback" || range === "linkLocal") return address.toString();
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0])}/64`;
}

/** What most addresses look like, and need no parsing. */
const plainIpv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** `192.0.2.1:4711`, `[2001:db8::1]:4711`, `fe80::1%eth0`: some proxies add the port; a scope names an interface of this machine. */
function withoutPort(address: string): string {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
  return bare.split("%", 1)[0] ?? bare;
}

/** Whether the name of a host, as a URL has it, is this machine. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || host === "::1" || /^127(?:\.\d+){3}$/.test(host);
}
