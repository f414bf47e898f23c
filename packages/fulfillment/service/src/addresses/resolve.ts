// Turns a host name into its addresses.
import { lookup, Resolver } from "node:dns/promises";
import { codeOf } from "../reason.ts";

/** All addresses of a name, in the order in which to try them. Rejects when there are none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

export interface ResolveOptions {
  /** `127.0.0.1:53`, in place of those of the operating system. */
  readonly servers?: readonly string[];
  /** For each question, which is asked twice: well within the 10 seconds of a delivery. 2 s unless given. */
  readonly timeoutMs?: number;
}

/**
 * Asks DNS, and for names that DNS does not know the operating system, whose hosts file may have them. DNS comes first
 * because the operating system's way cannot be called off and runs in Node's few threads: a handful of names whose servers
 * are silent would block everyone's deliveries there. The addresses returned here are checked and connected to.
 */
export function createResolve({ servers, timeoutMs = 2_000 }: ResolveOptions = {}): Resolve {
  const dns = new Resolver({ timeout: timeoutMs, tries: 2 });
  if (servers !== undefined) dns.setServers(servers);
  return async (hostname) => {
    const lookups = await Promise.allSettled([dns.resolve4(hostname), dns.resolve6(hostname)]);
    const addresses = lookups.flatMap((lookup) => (lookup.status === "fulfilled" ? lookup.value : []));
    if (addresses.length > 0) return addresses;
    for (const lookup of lookups) {
      if (lookup.status === "rejected" && !isUnknown(lookup.reason)) throw lookup.reason;
    }
    const lookupAddresses = await lookup(hostname, { all: true, order: "verbatim" });
    return lookupAddresses.map(({ address }) => address);
  };
}

/** There is no such name, it has no address of this kind, or there is no DNS to ask. */
function isUnknown(error: unknown): boolean {
  return unknown.has(codeOf(error));
}

const unknown: ReadonlySet<unknown> = new Set(["ENOTFOUND", "ENODATA", "ECONNREFUSED"]);

/** Shares one lookup among concurrent requests for a name, so that a slow name is one query. Nothing is cached. */
export function sharedResolve(resolve: Resolve): Resolve {
  const running = new Map<string, Promise<readonly string[]>>();
  return (hostname) => {
    const pendingLookup = running.get(hostname);
    if (pendingLookup !== undefined) return pendingLookup;
    const lookup = resolve(hostname).finally(() => running.delete(hostname));
    running.set(hostname, lookup);
    return lookup;
  };
}
