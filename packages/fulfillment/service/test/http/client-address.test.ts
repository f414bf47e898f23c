import { expect, test } from "vitest";
import { clientOf } from "../../src/http/client-address.ts";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["192.0.2.1:4711", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["::ffff:c000:201", "192.0.2.1"],
  ["[::ffff:192.0.2.1]:80", "192.0.2.1"],
  ["2001:DB8:0:0::1", "2001:db8::/64"],
  ["[2001:db8::1]:4711", "2001:db8::/64"],
  ["2001:0db8:0000::1%eth0", "2001:db8::/64"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
  ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
  ["fd00:1:2:3::4", "fd00:1:2:3::/64"],
  ["64:ff9b::192.0.2.1", "192.0.2.1"],
  ["fe80::1%eth0", "fe80::1"],
  ["::1", "::1"],
  ["unknown", "198.51.100.7"],
  ["", "198.51.100.7"],
  ["999.1.1.1", "198.51.100.7"],
])("a client is known by its address or its network: %s is %s", (address, client) => {
  expect(clientOf(address, "198.51.100.7")).toBe(client);
});

test("without a better address, the given one is used", () => {
  expect([clientOf(undefined), clientOf("junk"), clientOf(undefined, "192.0.2.1")]).toEqual([
    "unknown",
    "junk",
    "192.0.2.1",
  ]);
});
