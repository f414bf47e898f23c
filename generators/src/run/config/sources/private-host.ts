// The host of a URL -> whether it is this machine or in a private network, where development servers run.
import { BlockList, isIP } from "node:net";

const networks = new BlockList();
for (const [network, prefix] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  networks.addSubnet(network, prefix, "ipv4");
networks.addSubnet("fc00::", 7, "ipv6");
for (const address of ["::1", "::"]) networks.addAddress(address, "ipv6");
// What servers print that listen on every address.
networks.addAddress("0.0.0.0", "ipv4");

/** Names that no public name server knows: `localhost`, `api.local`, and a word without a dot, as Docker Compose names services. */
const names = /^(?:[^.]+|.+\.(?:localhost|local)|host\.docker\.internal)$/;

/** Link-local addresses are none of these: cloud providers serve credentials there. */
export function isPrivateHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  const version = isIP(host);
  if (version === 0) return names.test(host);
  return networks.check(host, version === 4 ? "ipv4" : "ipv6");
}
