// The text of a client's address -> the same text for the same client: IPv4 inside IPv6 is IPv4.

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** A scope id names a network interface of this machine and tells nothing about the client. */
export function clientOf(address: string | undefined): string {
  if (address === undefined) return "unknown";
  if (!address.includes(":")) return address;
  const plain = address.split("%", 1)[0] ?? address;
  return mapped.exec(plain)?.[1] ?? plain;
}
