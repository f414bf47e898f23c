// Turns the host of a URL into what is known before it is resolved: its address, or that it is this machine.
import { isIP } from "node:net";
import { type AddressVerdict, verdictOfAddress } from "./forbidden-networks.ts";

/** The verdict on `hostname`, or `null` if it is a name that has to be resolved first. IPv6 may be in brackets. */
export function verdictOfHost(hostname: string): AddressVerdict | null {
  const literal = hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(literal) !== 0) return verdictOfAddress(literal);
  return isLocalhost(hostname) ? { allowed: false, reason: "this machine's own name" } : null;
}

/** `localhost` and the names under it are this machine (RFC 6761, section 6.3), regardless of resolvers. */
function isLocalhost(hostname: string): boolean {
  return /^(?:.*\.)?localhost\.?$/i.test(hostname);
}
