// `loopback,10.0.0.0/8` -> whose X-Forwarded-For counts, each checked before the service starts.
import { isIP } from "node:net";
import { InvalidArgumentError } from "commander";
import { readFlag } from "./options.ts";

/** Networks that are not part of the Internet. */
export const localNetworks: readonly string[] = ["loopback", "linklocal", "uniquelocal"];

export function trustedProxies(text: string): readonly string[] {
  const flag = readFlag(text);
  if (flag !== null) return flag ? localNetworks : [];
  return text.split(",").map((part) => {
    const entry = part.trim();
    if (localNetworks.includes(entry) || isNetwork(entry)) return entry;
    throw new InvalidArgumentError(
      `${entry === "" ? "An empty entry" : entry} is neither an address, nor a network such as 10.0.0.0/8, nor one of ${localNetworks.join(", ")}.`,
    );
  });
}

function isNetwork(entry: string): boolean {
  const [, address = "", bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const version = isIP(address);
  if (version === 0 || address.includes("%")) return false;
  return bits === undefined || Number(bits) <= (version === 4 ? 32 : 128);
}
