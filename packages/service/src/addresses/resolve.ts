// Turns a host name into its addresses.
import { lookup } from "node:dns/promises";

/** All addresses of a name, in the order in which to try them. Rejects when there are none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/**
 * Asks the operating system: what it would connect to is what gets checked, the hosts file and search domains included.
 * It has no time limit of its own and cannot be called off, and Node runs half as many at once as its pool has threads
 * (two, unless UV_THREADPOOL_SIZE says more): wrap it in `sharedResolve`.
 */
export async function resolveAddresses(hostname: string): Promise<readonly string[]> {
  const answers = await lookup(hostname, { all: true, order: "verbatim" });
  return answers.map(({ address }) => address);
}

/** Asks once for all who want to know the same name at the same time, so that one slow name takes one thread. Nothing is kept. */
export function sharedResolve(resolve: Resolve): Resolve {
  const running = new Map<string, Promise<readonly string[]>>();
  return (hostname) => {
    const found = running.get(hostname);
    if (found !== undefined) return found;
    const answer = resolve(hostname).finally(() => running.delete(hostname));
    running.set(hostname, answer);
    return answer;
  };
}
