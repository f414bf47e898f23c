// A channel and the values of its parameters -> an address.
import { type AnyChannel, ChannelError, type Transport } from "./contract.ts";

export interface AddressValues {
  readonly parameters?: unknown;
  readonly address?: string;
}

/** Throws a `ChannelError` for a value that is missing, not described, or not one of those allowed. */
export function addressOf(
  channel: AnyChannel,
  { parameters, address: given }: AddressValues,
  parameter: Transport["parameter"],
): string {
  const refuse = (reason: string, cause?: unknown): ChannelError =>
    new ChannelError("address", reason, { channel: channel.key, cause });
  if (given !== undefined) return given;
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
