// Every URL vector, every spelling of every IPv4 address, what development allows, and names that take long to resolve.
import { array, assert, asyncProperty, boolean, constantFrom, nat, record } from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { objectionToAddress } from "../../src/addresses/forbidden-networks.ts";
import type { Resolve } from "../../src/addresses/resolve.ts";
import { checkWebhookUrl, maxUrlLength } from "../../src/addresses/webhook-url.ts";
import { byGroup, resolverOf, type UrlVector, vectors, wordOf } from "./vectors.ts";

const nowhere = resolverOf(undefined);

describe("the vectors", () => {
  test.each(byGroup(vectors.urls))("have their verdict: %s", async (_group, list) => {
    const found = list.map(async (vector) => ({ ...vector, verdict: await verdictOf(vector) }));
    expect(await Promise.all(found)).toEqual(list);
  });

  test.each(byGroup(vectors.rebinding))("when the URL is set: %s", async (_group, list) => {
    const found = list.map(async (vector) => {
      const verdict = await verdictOf({ url: vector.url, resolves: vector.set.resolves });
      return { ...vector, set: { ...vector.set, verdict } };
    });
    expect(await Promise.all(found)).toEqual(list);
  });

  test("go up to the longest URL", () => {
    const lengths = vectors.urls.map(({ url }) => url.length);
    expect(lengths).toContain(maxUrlLength);
    expect(lengths).toContain(maxUrlLength + 1);
  });
});

async function verdictOf({ url, resolves }: Pick<UrlVector, "url" | "resolves">): Promise<string> {
  const { ok } = await checkWebhookUrl(url, { allowPrivate: false, resolve: resolverOf(resolves) });
  return wordOf(ok);
}

describe("the reason of a refusal", () => {
  test.each([
    ["https://receiver.example/my hook", "it is no absolute URI (RFC 3986)"],
    ["https:///receiver.example", "it has no host"],
    ["https://@receiver.example", "it has a user name or a password"],
    ["https://rec%65iver.example", "its host is percent-encoded"],
    ["https://8.8.8.8.8", "it is not a valid URL (URL Standard)"],
    ["https://receiver..example", "its host is neither an address nor a name of DNS"],
    ["ftp://receiver.example", "it uses ftp, not https"],
    ["http://receiver.example", "it uses http, not https"],
    ["https://0x7f.1", "127.0.0.1 is loopback (127.0.0.0/8)"],
    ["https://localhost.", "localhost. is this machine's own name"],
    ["https://receiver.example", "receiver.example leads to 10.0.0.1, which is private (10.0.0.0/8)"],
  ])("of %s is: %s", async (url, reason) => {
    const resolve = resolverOf(["8.8.8.8", "10.0.0.1"]);
    expect(await checkWebhookUrl(url, { allowPrivate: false, resolve })).toEqual({ ok: false, reason });
  });
});

describe("URLs that are the same once parsed", () => {
  test.each([
    ["HTTPS://Receiver.EXAMPLE:443/a/../hook", "https://receiver.example/hook"],
    ["https://receiver.example", "https://receiver.example/"],
    ["https://receiver.example:/", "https://receiver.example/"],
    ["https://receiver.example/hook#top", "https://receiver.example/hook"],
    ["https://0x08080808/hook", "https://8.8.8.8/hook"],
    ["https://[2606:4700:4700:0:0:0:0:1111]/", "https://[2606:4700:4700::1111]/"],
    ["https://receiver.example/Hook", "https://receiver.example/Hook"],
    ["https://receiver.example/hook?b=1&a=2", "https://receiver.example/hook?b=1&a=2"],
    ["https://receiver.example:8443/hook/", "https://receiver.example:8443/hook/"],
  ])("have one canonical form: %s is %s", async (url, canonical) => {
    expect(await checkWebhookUrl(url, { allowPrivate: false, resolve: nowhere })).toEqual({ ok: true, canonical });
  });
});

describe("every spelling of an IPv4 address", () => {
  const part = record({ radix: constantFrom(8, 10, 16), zeros: nat(3), upper: boolean() });
  const spelling = record({
    number: nat(0xffffffff),
    parts: array(part, { minLength: 1, maxLength: 4 }),
    dot: boolean(),
  });

  test("has the verdict of the address", async () => {
    await assert(
      asyncProperty(spelling, async ({ number, parts, dot }) => {
        const address = [24, 16, 8, 0].map((shift) => (number >>> shift) & 0xff).join(".");
        const url = `https://${spelled(number, parts)}${dot ? "." : ""}/`;
        const allowed = objectionToAddress(address) === null;
        const verdict = await checkWebhookUrl(url, { allowPrivate: false, resolve: resolverOf(["8.8.8.8"]) });
        expect([url, verdict]).toEqual([
          url,
          allowed ? { ok: true, canonical: `https://${address}/` } : { ok: false, reason: expect.any(String) },
        ]);
      }),
      { numRuns: 500 },
    );
  });

  /** All parts but the last are one byte, the last is the rest: `0x7f.1` */
  function spelled(number: number, parts: readonly { radix: number; zeros: number; upper: boolean }[]): string {
    return parts
      .map((part, at) => {
        const rest = at === parts.length - 1 ? (number << (8 * at)) >>> (8 * at) : (number >>> (24 - 8 * at)) & 0xff;
        return digitsOf(rest, part);
      })
      .join(".");
  }

  function digitsOf(value: number, { radix, zeros, upper }: { radix: number; zeros: number; upper: boolean }): string {
    if (radix === 10) return String(value);
    const digits = `${radix === 16 ? "0x" : "0"}${"0".repeat(zeros)}${value.toString(radix)}`;
    return upper ? digits.toUpperCase() : digits;
  }
});

describe("a URL with private targets allowed", () => {
  const check = (url: string, resolve: Resolve = resolverOf(["10.0.0.1"])) =>
    checkWebhookUrl(url, { allowPrivate: true, resolve });

  test.each([
    "https://localhost:9000/hook",
    "https://127.0.0.1/hook",
    "https://[::1]/hook",
    "https://10.0.0.1/hook",
    "https://receiver.example/hook",
    "http://localhost:9000/hook",
    "http://receiver.localhost./hook",
    "http://127.0.0.1:9000/hook",
    "http://2130706433/hook",
    "http://192.168.178.20/hook",
    "http://[::1]:9000/hook",
    "http://[fd12:3456::1]/hook",
  ])("is allowed: %s", async (url) => {
    expect(await check(url)).toMatchObject({ ok: true });
  });

  test.each([
    ["http://receiver.example/hook", "it uses http for a host that is not plainly private"],
    ["http://8.8.8.8/hook", "it uses http for a host that is not plainly private"],
    ["http://[2606:4700:4700::1111]/hook", "it uses http for a host that is not plainly private"],
    ["ftp://127.0.0.1/hook", "it uses ftp, not https"],
    ["https://user@127.0.0.1/hook", "it has a user name or a password"],
    ["http://localhost/my hook", "it is no absolute URI (RFC 3986)"],
    ["http:///localhost", "it has no host"],
    ["http://receiver..localhost", "its host is neither an address nor a name of DNS"],
  ])("is refused: %s", async (url, reason) => {
    expect(await check(url)).toEqual({ ok: false, reason });
  });

  test("no name is resolved", async () => {
    const resolve = vi.fn(resolverOf(["8.8.8.8"]));
    await check("https://receiver.example/", resolve);
    expect(resolve).not.toHaveBeenCalled();
  });
});

describe("a resolver", () => {
  const check = (resolve: Resolve) => checkWebhookUrl("https://receiver.example/", { allowPrivate: false, resolve });
  const accepted = { ok: true, canonical: "https://receiver.example/" };

  test("that fails, or gives nothing, leaves the decision to the delivery", async () => {
    expect(await check(async () => Promise.reject(new Error("no such name")))).toEqual(accepted);
    expect(await check(async () => [])).toEqual(accepted);
    expect(
      await check(() => {
        throw new Error("out of order");
      }),
    ).toEqual(accepted);
  });

  test("gets the name as in the parsed URL", async () => {
    const resolve = vi.fn(resolverOf(["8.8.8.8"]));
    await checkWebhookUrl("https://Receiver.EXAMPLE.:8443/hook", { allowPrivate: false, resolve });
    expect(resolve.mock.calls).toEqual([["receiver.example."]]);
  });
});

describe("a resolver that takes long", () => {
  test("is awaited until the deadline, and a late rejection has no effect", async () => {
    const late = new Promise<readonly string[]>((_, reject) => setTimeout(() => reject(new Error("late")), 60));
    const verdict = checkWebhookUrl("https://slow.example/", {
      allowPrivate: false,
      resolve: () => late,
      resolveTimeoutMs: 20,
    });
    expect(await verdict).toEqual({ ok: true, canonical: "https://slow.example/" });
    await expect(late).rejects.toThrow("late");
  });

  test("is used when it resolves in time", async () => {
    const resolve: Resolve = () => new Promise((respond) => setTimeout(() => respond(["10.0.0.1"]), 20));
    const verdict = await checkWebhookUrl("https://slow.example/", { allowPrivate: false, resolve });
    expect(verdict).toMatchObject({ ok: false });
  });
});
