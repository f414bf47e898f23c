// A channel and the values of its parameters -> an address, and the URL of a request -> the channel's parameters and query.
import { type AnyChannel, type ChannelContract, ChannelError, type TextKinds, type Transport } from "./contract.ts";

export interface AddressValues {
  readonly parameters?: unknown;
  readonly address?: string;
}

/** Throws a `ChannelError` for a value that is missing, not described, or not one of those allowed. */
export function addressOf(
  channel: AnyChannel,
  { parameters, address: explicitAddress }: AddressValues,
  parameter: Transport["parameter"],
): string {
  const refuse = (reason: string, cause?: unknown): ChannelError =>
    new ChannelError("address", reason, { channel: channel.key, cause });
  if (explicitAddress !== undefined) return explicitAddress;
  if (channel.address === null) throw refuse("the description has no address: give `address`");
  const values = new Map(Object.entries(Object(parameters)));
  for (const name of values.keys())
    if (!channel.parameters.some((known) => known.name === name)) throw refuse(`there is no parameter "${name}"`);
  return channel.address.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const described = channel.parameters.find((known) => known.name === name);
    const value = values.get(name) ?? described?.default;
    if (value === undefined || value === null || value === "") throw refuse(`the parameter "${name}" is missing`);
    const text = String(value);
    const allowed = described?.values ?? [];
    if (allowed.length > 0 && !allowed.includes(text))
      throw refuse(`the parameter "${name}" must be one of ${allowed.join(", ")}, and is ${JSON.stringify(text)}`);
    try {
      return parameter(text, name);
    } catch (error) {
      throw refuse(`the parameter "${name}": ${error instanceof Error ? error.message : String(error)}`, error);
    }
  });
}

/** `wss://a.example/v1/` and `/prices` -> `wss://a.example/v1/prices` */
export function joined(url: string, address: string): string {
  return address === "" ? url : `${url.replace(/\/$/, "")}/${address.replace(/^\//, "")}`;
}

export interface MatchedUrl<Parameters, Query> {
  readonly parameters: Parameters;
  readonly query: Query;
}

/**
 * For a server: what a request to the address of a channel says. `url` is that of the request, `/prices/wheat?notices=true`; `null` when it
 * is not the address of the channel. Throws a `ChannelError` for a query that is not as described.
 */
export function matchUrl<Parameters, Query>(
  channel: ChannelContract<Parameters, Query, unknown>,
  url: string,
): MatchedUrl<Parameters, Query> | null {
  const { pathname, searchParams } = new URL(url, "ws://localhost");
  const names: string[] = [];
  const parts = (channel.address ?? "").replace(/^\/?/, "/").split(/\{([^{}]*)\}/);
  const pattern = parts.map((part, index) => {
    if (index % 2 === 0) return part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    names.push(part);
    return "([^/]+)";
  });
  const [, ...captures] = new RegExp(`^${pattern.join("")}$`).exec(pathname) ?? [];
  if (channel.address === null || captures.length !== names.length || (names.length === 0 && pathname !== parts[0]))
    return null;
  const parameters: (readonly [name: string, value: string])[] = [];
  for (const [index, name] of names.entries()) {
    const value = decodedText(captures[index] ?? "");
    const values = channel.parameters.find((known) => known.name === name)?.values ?? [];
    if (value === null || (values.length > 0 && !values.includes(value))) return null;
    parameters.push([name, value]);
  }
  const texts: (readonly [name: string, text: string])[] = [];
  // Not every library of types says that it can be iterated.
  searchParams.forEach((text, name) => {
    texts.push([name, text]);
  });
  const query = valuesOf(Object.fromEntries(texts), channel.queryKinds);
  const result = channel.query?.safeParse(query);
  if (result?.success === false) {
    const faults = result.error.issues.map(({ path, message }) => `query/${path.map(String).join("/")}: ${message}`);
    throw new ChannelError("address", `the query is not as described (${faults.join("; ")})`, { channel: channel.key });
  }
  // Texts that match the address and a query that is valid.
  return { parameters: Object.fromEntries(parameters), query } as MatchedUrl<Parameters, Query>;
}

/** `null` for a text that is not percent-encoded UTF-8. */
function decodedText(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Texts as the values that their schemas describe; a text that is no such value stays one, for the schema to reject. */
export function valuesOf(texts: Readonly<Record<string, string>>, kinds: TextKinds): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
      if (kind === undefined) return [name, text];
      try {
        const value: unknown = JSON.parse(text);
        return [name, kind === "json" || typeof value === kind ? value : text];
      } catch {
        return [name, text];
      }
    }),
  );
}
