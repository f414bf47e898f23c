// Every address vector, every border of every forbidden network, and every IPv6 form of every forbidden IPv4 address.
import { isIPv4 } from "node:net";
import { assert, constantFrom, integer, nat, property, tuple } from "fast-check";
import ipaddr from "ipaddr.js";
import { describe, expect, test } from "vitest";
import { forbiddenNetworks, objectionToAddress } from "../../src/addresses/forbidden-networks.ts";
import { byGroup, vectors, wordOf } from "./vectors.ts";

describe("the vectors", () => {
  test.each(byGroup(vectors.addresses))("have their verdict: %s", (_group, list) => {
    const found = list.map((vector) => ({ ...vector, verdict: wordOf(objectionToAddress(vector.address) === null) }));
    expect(found).toEqual(list);
  });

  test("have both sides of every border of every network", () => {
    const given = new Set(vectors.addresses.map(({ address }) => numberOf(address)));
    const wanted = forbiddenNetworks.flatMap(({ network }) =>
      bordersOf(network).map((border) => ({ network, border })),
    );
    expect(wanted.filter(({ border }) => !given.has(border))).toEqual([]);
  });
});

describe("the reason of a refusal", () => {
  test.each([
    ["127.0.0.1", "loopback (127.0.0.0/8)"],
    ["255.255.255.255", "broadcast (255.255.255.255/32)"],
    ["::1", "loopback (::1/128)"],
    ["2001::1", "Teredo (2001::/32)"],
    ["2001:1::1", "protocol assignments (2001::/23)"],
    ["::ffff:10.0.0.1", "private (10.0.0.0/8), IPv4-mapped"],
    ["64:ff9b::a00:1", "private (10.0.0.0/8), NAT64"],
    ["2606:4700::5efe:10.0.0.1", "private (10.0.0.0/8), ISATAP"],
    ["4000::1", "outside the public part of IPv6 (2000::/3)"],
    ["fe80::1%eth0", "not an address without a zone"],
    // Outside 2000::/3 everything is refused: these are for their reasons only.
    ["::", "unspecified (::/128)"],
    ["::2", "IPv4-compatible (::/96)"],
    ["::ffff:0:808:808", "IPv4-translated (::ffff:0:0:0/96)"],
    ["64:ff9b:1::", "local NAT64 (64:ff9b:1::/48)"],
    ["100::", "discard (100::/64)"],
    ["100:0:0:1::", "dummy prefix (100:0:0:1::/64)"],
    ["2001:2::", "benchmarking (2001:2::/48)"],
    ["2001:10::", "ORCHID (2001:10::/28)"],
    ["2001:20::", "ORCHIDv2 (2001:20::/28)"],
    ["5f00::", "segment routing (5f00::/16)"],
    ["fd00:ec2::254", "unique local (fc00::/7)"],
    ["fe80::1", "link-local (fe80::/10)"],
    ["fec0::1", "site-local (fec0::/10)"],
    ["ff02::1", "multicast (ff00::/8)"],
  ])("of %s is %s", (address, reason) => {
    expect(objectionToAddress(address)).toBe(reason);
  });
});

const forms = {
  mapped: (hex: string) => `::ffff:${hex}`,
  compatible: (hex: string) => `::${hex}`,
  translated: (hex: string) => `::ffff:0:${hex}`,
  nat64: (hex: string) => `64:ff9b::${hex}`,
  "local NAT64": (hex: string) => `64:ff9b:1::${hex}`,
  "6to4": (hex: string) => `2002:${hex}::1`,
  "Teredo server": (hex: string) => `2001:0:${hex}::1`,
  "Teredo client": (_hex: string, inverted: string) => `2001:0:808:808:0:1:${inverted}`,
  isatap: (hex: string) => `2606:4700::5efe:${hex}`,
  "ISATAP, unique": (hex: string) => `2606:4700::200:5efe:${hex}`,
} as const;

describe("any IPv4 address in a forbidden network", () => {
  const anyForbidden = constantFrom(...forbiddenNetworks.filter(({ network }) => network.includes("."))).chain(
    ({ network }) => {
      const { first, last } = rangeOf(network);
      return integer({ min: Number(first & 0xffffffffn), max: Number(last & 0xffffffffn) });
    },
  );

  test("it is refused as it is", () => {
    assert(property(anyForbidden, (number) => objectionToAddress(dotted(number)) !== null));
  });

  test.each(Object.entries(forms))("it is refused as %s", (_name, form) => {
    assert(property(anyForbidden, (number) => objectionToAddress(form(groups(number), groups(~number))) !== null));
  });
});

describe("any address", () => {
  const groupsOf = tuple(...Array.from({ length: 8 }, () => nat(0xffff)));

  test("the spelling of IPv6 changes nothing", () => {
    assert(
      property(groupsOf, (parts) => {
        const address = new ipaddr.IPv6([...parts]);
        const spellings = [address.toRFC5952String(), address.toNormalizedString().toUpperCase(), long(parts)];
        return new Set(spellings.map((text) => objectionToAddress(text))).size === 1;
      }),
    );
  });

  test("IPv6 is allowed in 2000::/3, as a mapped address or behind NAT64, and nowhere else", () => {
    const elsewhere = groupsOf.filter(([first = 0]) => first >> 13 !== 1 && first !== 0 && first !== 0x64);
    assert(property(elsewhere, (parts) => objectionToAddress(long(parts)) !== null));
  });

  test("a mapped address and one behind NAT64 have the verdict of the IPv4 address", () => {
    assert(
      property(nat(0xffffffff), (number) => {
        const allowed = objectionToAddress(dotted(number)) === null;
        return [forms.mapped, forms.nat64].every(
          (form) => (objectionToAddress(form(groups(number))) === null) === allowed,
        );
      }),
    );
  });
});

/** The address below the network, its first, its last, and the one above. */
function bordersOf(network: string): bigint[] {
  const { first, last } = rangeOf(network);
  const isInVersion = (border: bigint) =>
    network.includes(".") ? border >> 32n === 0xffffn : border >= 0n && border < 1n << 128n;
  return [first - 1n, first, last, last + 1n].filter(isInVersion);
}

/** IPv4 as what maps it into IPv6. */
function rangeOf(network: string): { first: bigint; last: bigint } {
  const [address = "", bits = ""] = network.split("/");
  const first = numberOf(address);
  if (first === null) throw new Error(`${network} is no network`);
  return { first, last: first + (1n << BigInt((isIPv4(address) ? 32 : 128) - Number(bits))) - 1n };
}

function numberOf(address: string): bigint | null {
  if (!ipaddr.isValid(address) || address.includes("%")) return null;
  const parsed = ipaddr.parse(address);
  const bytes = parsed instanceof ipaddr.IPv4 ? parsed.toIPv4MappedAddress().toByteArray() : parsed.toByteArray();
  return bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);
}

/** `127.0.0.1` */
function dotted(number: number): string {
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 0xff).join(".");
}

/** `7f00:1` */
function groups(number: number): string {
  return [16, 0].map((shift) => ((number >>> shift) & 0xffff).toString(16)).join(":");
}

/** `2606:4700:0000:0000:0000:0000:0000:1111` */
function long(parts: readonly number[]): string {
  return parts.map((part) => part.toString(16).padStart(4, "0")).join(":");
}
