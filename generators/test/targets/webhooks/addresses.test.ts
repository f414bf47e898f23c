// Addresses and hosts -> whether a generated sender may reach them.
import { expect, it } from "vitest";
import { objectionToAddress, objectionToHost } from "../../../src/targets/webhooks/runtime/addresses.ts";

const reachable = `
  8.8.8.8 93.184.216.34 100.63.255.255 100.128.0.0 172.15.255.255 172.32.0.0 223.255.255.255 2606:4700::1111
  ::ffff:8.8.8.8 ::FFFF:808:808 64:ff9b::8.8.8.8 2a00::5efe:8.8.8.8 2001:200::1
`;

const refused = `
  0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 168.63.129.16 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8
  192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1
  255.255.255.255 :: ::1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:0:8.8.8.8 64:ff9b::10.0.0.1 64:ff9b:1::1
  100::1 2001::1 2001:db8::1 2002:7f00:1:: 3fff::1 2620:4f:8000::1 4000::1 5f00::1 fc00::1 fd00:ec2::254 fe80::1
  fe80::1%eth0 fec0::1 ff02::1 2a00::5efe:10.0.0.1 256.1.1.1 1.2.3 0x7f.0.0.1 example.com [::1]
`;

const wordsOf = (text: string): string[] => text.trim().split(/\s+/);

it.each(wordsOf(reachable))("a public address can be reached: %s", (address) =>
  expect(objectionToAddress(address)).toBeNull(),
);

it.each(["", ...wordsOf(refused)])("a private or malformed address is refused: %s", (address) =>
  expect(objectionToAddress(address)).not.toBeNull(),
);

it("a host is an address, a name of this machine, or a name that is resolved later", () => {
  for (const host of ["[::1]", "127.0.0.1", "localhost", "LOCALHOST.", "a.localhost"])
    expect(objectionToHost(host), host).not.toBeNull();
  for (const host of ["example.com", "[2606:4700::1111]", "8.8.8.8", "localhost.example.com"])
    expect(objectionToHost(host), host).toBeNull();
});
