// The servers of a description -> the address that each operation is sent to.

import type { Operation, Server } from "./runtime.ts";

/** Selects one of several servers, and sets its variables. */
export interface ServerChoice {
  /** One of those that the description lists for an operation; default: the first. */
  readonly server?: ((servers: readonly Server[]) => Server | undefined) | undefined;
  /** By name; the others have their default. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** The URL of the description, when its servers are relative to it: `/v1`. */
  readonly origin?: string | undefined;
}

/**
 * The address of each operation, for `createSend({ baseUrl: baseUrlsOf(servers) })`: its own server where the description
 * has one for it, else one of `servers`. Throws a `TypeError` for a variable that the description does not allow.
 */
export function baseUrlsOf(
  servers: readonly Server[],
  choice: ServerChoice = {},
): (operation: Pick<Operation, "servers">) => string {
  return (operation) => {
    const applicableServers = operation.servers ?? servers;
    const server = choice.server === undefined ? applicableServers[0] : choice.server(applicableServers);
    // Without servers, the standard says, the API is at the location of the description.
    const url = server === undefined ? "/" : serverUrlOf(server, choice.variables);
    return choice.origin === undefined ? url : new URL(url, choice.origin).href;
  };
}

/** The URL with its variables filled in. */
export function serverUrlOf({ url, variables }: Server, chosen: Readonly<Record<string, string>> = {}): string {
  return url.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    const value = Object.hasOwn(chosen, name) ? chosen[name] : variable?.default;
    if (value === undefined) throw new TypeError(`the server ${url} needs a value for ${name}`);
    if (variable !== undefined && variable.values.length > 0 && !variable.values.includes(value)) {
      throw new TypeError(`${name} has to be one of ${variable.values.join(", ")}`);
    }
    return value;
  });
}
