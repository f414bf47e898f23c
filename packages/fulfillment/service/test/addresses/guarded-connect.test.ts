// Real connections through undici to receivers on loopback: refused unless private targets are allowed, and never half made.
import { isIP } from "node:net";
import { Agent, buildConnector, request } from "undici";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import {
  checkedAddresses,
  createGuardedConnector,
  ForbiddenAddressError,
  type GuardedConnectOptions,
} from "../../src/addresses/guarded-connect.ts";
import type { Resolve } from "../../src/addresses/resolve.ts";
import { checkWebhookUrl } from "../../src/addresses/webhook-url.ts";
import { type Receiver, startReceiver } from "./receivers.ts";
import { byGroup, type RebindingVector, resolverOf, vectors, wordOf } from "./vectors.ts";

const agents: Agent[] = [];
const receivers: Receiver[] = [];
let four: Receiver;
let six: Receiver | null;

beforeAll(async () => {
  four = await startReceiver("127.0.0.1");
  six = await startReceiver("::1").catch(() => null);
  if (six === null) console.warn("Skipped: the tests that connect by IPv6. This machine has no ::1.");
  receivers.push(four, ...(six === null ? [] : [six]));
});

afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.destroy()));
});

afterAll(async () => {
  await Promise.all(receivers.map((receiver) => receiver.close()));
});

describe("the vectors", () => {
  test.each(byGroup(vectors.rebinding))("when a delivery connects: %s", async (_group, list) => {
    const found = list.map(async (vector) => ({
      ...vector,
      connect: { ...vector.connect, verdict: await verdictOf(vector) },
    }));
    expect(await Promise.all(found)).toEqual(list);
  });

  async function verdictOf({ url, connect }: RebindingVector): Promise<string> {
    const { hostname } = new URL(url);
    const options = { allowPrivate: false, resolve: resolverOf(connect.resolves) };
    return wordOf(await checkedAddresses(hostname, options).then(() => true, isNotRefusal));
  }

  test.each(byGroup(vectors.addresses.filter(({ address, verdict }) => verdict === "refused" && isIP(address) !== 0)))(
    "no connection is tried to an address: %s",
    async (_group, list) => {
      const resolve = vi.fn(resolverOf(undefined));
      const found = list.map(({ address }) => errorOf({ hostname: address, resolve }));
      expect(await Promise.all(found)).toEqual(
        list.map(({ address }) =>
          expect.objectContaining({
            code: "ERR_FORBIDDEN_ADDRESS",
            message: expect.stringContaining(`${address} is forbidden: `),
          }),
        ),
      );
      expect(resolve).not.toHaveBeenCalled();
    },
  );

  const groups = byGroup(
    vectors.urls.filter(({ verdict, resolves }) => verdict === "refused" && resolves !== undefined),
  );
  const names = groups.filter(([group]) => /^(?:names that lead|answers that|localhost)/.test(group));
  test.each(names)("what is refused when it is set is refused when connecting: %s", async (_group, list) => {
    const found = list.map(({ url, resolves }) =>
      errorOf({ hostname: new URL(url).hostname, resolve: resolverOf(resolves) }),
    );
    expect(await Promise.all(found)).toEqual(
      list.map(() => expect.objectContaining({ code: "ERR_FORBIDDEN_ADDRESS" })),
    );
  });
  test("there are such names", () => expect(names).toHaveLength(4));

  /** What the connector itself says; port 9 in case it connects after all. */
  function errorOf({ hostname, resolve }: { hostname: string; resolve: Resolve }): Promise<Error | null> {
    const connect = createGuardedConnector({ allowPrivate: false, resolve, connectTimeoutMs: 30_000 });
    return new Promise((done) => {
      connect({ hostname, host: hostname, protocol: "http:", port: "9" }, (...[error]) => done(error));
    });
  }
});

describe("a receiver on this machine", () => {
  test.each([
    ["by its address", (port: number) => `http://127.0.0.1:${port}/`],
    ["by its address, spelled otherwise", (port: number) => `http://0x7f.1:${port}/`],
    ["by its address in IPv6", (port: number) => `http://[::ffff:127.0.0.1]:${port}/`],
    ["by the machine's name", (port: number) => `http://localhost:${port}/`],
    ["by a name that leads to it", (port: number) => `http://receiver.example:${port}/`],
  ])("is not reached %s", async (_how, urlOf) => {
    const before = four.connections();
    const failure = sent(urlOf(four.port), { resolve: resolverOf(["127.0.0.1"]) });
    await expect(failure).rejects.toThrow(ForbiddenAddressError);
    expect(four.connections()).toBe(before);
  });

  test("by a name that leads to it and elsewhere", async () => {
    const before = four.connections();
    for (const responses of [
      ["8.8.8.8", "127.0.0.1"],
      ["127.0.0.1", "8.8.8.8"],
      ["2606:4700:4700::1111", "::ffff:7f00:1"],
    ]) {
      const failure = sent(`http://receiver.example:${four.port}/`, { resolve: resolverOf(responses) });
      await expect(failure).rejects.toMatchObject({
        code: "ERR_FORBIDDEN_ADDRESS",
        message: expect.stringContaining("receiver.example leads to "),
      });
    }
    expect(four.connections()).toBe(before);
  });

  test("by a name that led elsewhere when it was set", async () => {
    const before = four.connections();
    const resolve = vi.fn(resolverOf(["127.0.0.1"])).mockResolvedValueOnce(["8.8.8.8"]);
    expect(await checkWebhookUrl("https://rebinding.example/", { allowPrivate: false, resolve })).toMatchObject({
      ok: true,
    });
    const failure = sent(`http://rebinding.example:${four.port}/`, { resolve });
    await expect(failure).rejects.toMatchObject({
      message: "rebinding.example leads to 127.0.0.1, which is forbidden: loopback (127.0.0.0/8)",
    });
    expect(resolve).toHaveBeenCalledTimes(2);
    expect(four.connections()).toBe(before);
  });

  test("is not reached by ::1", async ({ skip }) => {
    if (six === null) return skip("this machine has no ::1");
    await expect(sent(`http://[::1]:${six.port}/`)).rejects.toThrow("::1 is forbidden: loopback (::1/128)");
    const failure = sent(`http://receiver.example:${six.port}/`, { resolve: resolverOf(["::1"]) });
    await expect(failure).rejects.toThrow(ForbiddenAddressError);
    expect(six.connections()).toBe(0);
  });

  test("even if it is connected already", async () => {
    // A connector below that connects elsewhere than requested, as a fault in Node or undici might.
    const resolve = resolverOf(["8.8.8.8"]);
    const elsewhere: typeof buildConnector = (options) => {
      const connect = buildConnector(options);
      return (request, callback) => connect({ ...request, hostname: "127.0.0.1" }, callback);
    };
    const agent = new Agent({ connect: createGuardedConnector({ ...guarded, resolve }, elsewhere) });
    agents.push(agent);
    const failure = sentBy(agent, `http://receiver.example:${four.port}/`);
    await expect(failure).rejects.toThrow("receiver.example leads to 127.0.0.1, which is forbidden");
    await vi.waitFor(async () => expect(await four.open()).toBe(0));
  });
});

describe("a receiver with private targets allowed", () => {
  test.each([
    ["an address", "127.0.0.1", ["8.8.8.8"]],
    ["a name", "receiver.example", ["127.0.0.1"]],
    ["a name with several addresses, the first of which is dead", "receiver.example", ["127.0.0.2", "127.0.0.1"]],
    ["the machine's name", "localhost", ["127.0.0.1"]],
  ])("is connected to by %s", async (_what, host, responses) => {
    const text = await sent(`http://${host}:${four.port}/`, { allowPrivate: true, resolve: resolverOf(responses) });
    expect(text).toBe("127.0.0.1");
  });

  test("both versions of IP are tried", async ({ skip }) => {
    if (six === null) return skip("this machine has no ::1");
    const resolve = resolverOf(["127.0.0.1", "::1"]);
    expect(await sent(`http://[::1]:${six.port}/`, { allowPrivate: true, resolve })).toBe("::1");
    expect(await sent(`http://receiver.example:${six.port}/`, { allowPrivate: true, resolve })).toBe("::1");
    expect(await sent(`http://receiver.example:${four.port}/`, { allowPrivate: true, resolve })).toBe("127.0.0.1");
  });

  test("a connection can start at an address of this machine's", async () => {
    const connect = createGuardedConnector({ ...guarded, allowPrivate: true, resolve: resolverOf(["127.0.0.1"]) });
    const agent = new Agent({ connect, localAddress: "127.0.0.1" });
    agents.push(agent);
    expect(await sentBy(agent, `http://receiver.example:${four.port}/`)).toBe("127.0.0.1");
  });

  test("a connection resolves the name once, and the next request reuses the connection", async () => {
    const resolve = vi.fn(resolverOf(["127.0.0.1"]));
    const connect = createGuardedConnector({ ...guarded, allowPrivate: true, resolve });
    const agent = new Agent({ connect, connections: 1 });
    agents.push(agent);
    const before = four.connections();
    for (const _ of [1, 2, 3]) await sentBy(agent, `http://receiver.example:${four.port}/`);
    expect(resolve.mock.calls).toEqual([["receiver.example"]]);
    expect(four.connections()).toBe(before + 1);
  });
});

test("a refusal comes after the call, as every other outcome does", async () => {
  const connect = createGuardedConnector(guarded);
  const order: string[] = [];
  const called = new Promise<void>((done) => {
    connect({ hostname: "LOCALHOST", protocol: "http:", port: "9" }, (...[error]) => {
      order.push(error?.name ?? "connected");
      done();
    });
  });
  order.push("asked");
  await called;
  expect(order).toEqual(["asked", "ForbiddenAddressError"]);
});

describe("a resolver", () => {
  const send = (resolve: Resolve) => sent(`http://receiver.example:${four.port}/`, { resolve });

  test("that fails fails the delivery with its error", async () => {
    await expect(send(resolverOf(undefined))).rejects.toMatchObject({ code: "ENOTFOUND" });
    const broken = send(() => {
      throw new Error("out of order");
    });
    await expect(broken).rejects.toThrow("out of order");
  });

  test("that gives nothing fails it too", async () => {
    const failure = send(async () => []);
    await expect(failure).rejects.toMatchObject({ code: "ENOTFOUND", message: "receiver.example has no address" });
  });

  test("that never responds is given up", async () => {
    const silent: Resolve = () => new Promise(() => {});
    const failure = sent(`http://receiver.example:${four.port}/`, { resolve: silent, connectTimeoutMs: 100 });
    await expect(failure).rejects.toMatchObject({ code: "UND_ERR_CONNECT_TIMEOUT" });
  });
});

const guarded: GuardedConnectOptions = {
  allowPrivate: false,
  resolve: resolverOf(undefined),
  connectTimeoutMs: 30_000,
};

function agentOf(options: Partial<GuardedConnectOptions>): Agent {
  const agent = new Agent({ connect: createGuardedConnector({ ...guarded, ...options }) });
  agents.push(agent);
  return agent;
}

function sent(url: string, options: Partial<GuardedConnectOptions> = {}): Promise<string> {
  return sentBy(agentOf(options), url);
}

async function sentBy(dispatcher: Agent, url: string): Promise<string> {
  const { body } = await request(url, { method: "POST", dispatcher });
  return body.text();
}

function isNotRefusal(error: unknown): boolean {
  return !(error instanceof ForbiddenAddressError);
}
