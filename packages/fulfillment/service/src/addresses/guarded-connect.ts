// Turns a request for a connection into a socket whose address was checked: what undici calls in place of its own connecting.
import type { LookupAddress } from "node:dns";
import { isIPv6, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { objectionToAddress, objectionToHost } from "./forbidden-networks.ts";
import type { Resolve } from "./resolve.ts";

export interface GuardedConnectOptions {
  /** For development: connects to any address. */
  readonly allowPrivate: boolean;
  readonly resolve: Resolve;
  /** From the request for a connection until TLS is through, resolving included. undici's timer is half a second coarse. */
  readonly connectTimeoutMs: number;
  /** Certificates to trust in place of the well-known ones, PEM. */
  readonly tls?: { readonly ca: string };
}

/** No connection was made, or it was closed before a byte of the request was sent. */
export class ForbiddenAddressError extends Error {
  readonly code = "ERR_FORBIDDEN_ADDRESS";

  /** `address`: the host itself when it is an address or a name that needs no resolving. */
  constructor(host: string, address: string, objection: string) {
    super(
      host === address
        ? `${host} is forbidden: ${objection}`
        : `${host} leads to ${address}, which is forbidden: ${objection}`,
    );
    this.name = "ForbiddenAddressError";
  }
}

/**
 * For `new Agent({ connect })`. A name is resolved once, all its addresses are checked, and the socket gets these and no other:
 * a DNS answer that changes between check and connection has no effect. A reused connection keeps its address.
 * `build` makes the connections; what it makes is checked once more.
 */
export function createGuardedConnector(
  options: GuardedConnectOptions,
  build: typeof buildConnector = buildConnector,
): buildConnector.connector {
  const connect = build({
    timeout: options.connectTimeoutMs,
    lookup: lookupOf(options),
    autoSelectFamily: true,
    // Said outright, so that NODE_TLS_REJECT_UNAUTHORIZED in the environment does not turn it off.
    rejectUnauthorized: true,
    // One delivery at a time on a connection: a slow one does not delay another that shares it.
    allowH2: false,
    ...options.tls,
  });
  return (request, callback) => {
    const refusal = options.allowPrivate ? null : refusalOf(request.hostname);
    if (refusal !== null) {
      // undici does not expect to be called back before it is done calling.
      queueMicrotask(() => callback(refusal, null));
      return;
    }
    connect({ ...request, ...serverNameOf(request) }, (error, socket) => {
      if (error !== null) return callback(error, null);
      const refusal = options.allowPrivate ? null : refusalOfAddress(request.hostname, socket.remoteAddress ?? "");
      if (refusal === null) return callback(null, socket);
      socket.destroy();
      callback(refusal, null);
    });
  };
}

/** The addresses of a name that may be connected to: all of them, or a `ForbiddenAddressError` if one of them is forbidden. */
export async function checkedAddresses(
  hostname: string,
  { allowPrivate, resolve }: Pick<GuardedConnectOptions, "allowPrivate" | "resolve">,
): Promise<readonly string[]> {
  const refusal = allowPrivate ? null : refusalOf(hostname);
  if (refusal !== null) throw refusal;
  const addresses = await resolve(hostname);
  if (allowPrivate) return addresses;
  for (const address of addresses) {
    const refusal = refusalOfAddress(hostname, address);
    if (refusal !== null) throw refusal;
  }
  return addresses;
}

/** The part of connecting in which Node asks for the addresses of a name; it does not ask for those of an address. */
function lookupOf(options: GuardedConnectOptions): LookupFunction {
  return (hostname, { all = false }, callback) => {
    checkedAddresses(hostname, options).then(
      (addresses) => {
        const lookupAddresses = addresses.map(toLookupAddress);
        const [first] = lookupAddresses;
        if (first === undefined) callback(noAddress(hostname), []);
        else if (all) callback(null, lookupAddresses);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), []),
    );
  };
}

function toLookupAddress(address: string): LookupAddress {
  return { address, family: isIPv6(address) ? 6 : 4 };
}

function noAddress(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has no address`), { code: "ENOTFOUND", hostname });
}

/** A name's final dot is for resolvers; in TLS the name is sent and compared without it (RFC 6066, section 3). */
function serverNameOf({ hostname, servername }: buildConnector.Options): { servername?: string } {
  // undici passes null or "" when it has none, contrary to its types.
  const name = servername || hostname;
  return name.endsWith(".") ? { servername: name.slice(0, -1) } : {};
}

function refusalOf(host: string): ForbiddenAddressError | null {
  const objection = objectionToHost(host);
  return objection === null ? null : new ForbiddenAddressError(host, host, objection);
}

function refusalOfAddress(host: string, address: string): ForbiddenAddressError | null {
  const objection = objectionToAddress(address);
  return objection === null ? null : new ForbiddenAddressError(host, address, objection);
}
