// The operating system's addresses for this machine's own name, and one lookup for all who need it at once.
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { isIP } from "node:net";
import { expect, test, vi } from "vitest";
import { createResolve, type Resolve, sharedResolve } from "../../src/addresses/resolve.ts";

test("the operating system knows this machine", async () => {
  const addresses = await createResolve()("localhost");
  expect(addresses.length).toBeGreaterThan(0);
  expect(addresses.filter((address) => !/^127\.|^::1$/.test(address) || isIP(address) === 0)).toEqual([]);
});

test("what DNS does not know is asked of the operating system, also when there is no DNS", async () => {
  const closed = await listening();
  closed.close();
  await once(closed, "close");
  const resolve = createResolve({ servers: [closed.server] });
  expect((await resolve("localhost")).every((address) => isIP(address) !== 0)).toBe(true);
});

test("a DNS that is silent is waited for, and the operating system's few threads are left alone", async () => {
  const silent = await listening();
  const questions: number[] = [];
  silent.on("message", (bytes) => questions.push(bytes.length));
  const resolve = createResolve({ servers: [silent.server], timeoutMs: 50 });
  await expect(resolve("localhost")).rejects.toMatchObject({ code: "ETIMEOUT" });
  expect(questions.length).toBeGreaterThanOrEqual(2);
  silent.close();
});

async function listening(): Promise<Socket & { readonly server: string }> {
  const socket = createSocket("udp4").bind(0, "127.0.0.1");
  await once(socket, "listening");
  return Object.assign(socket, { server: `127.0.0.1:${socket.address().port}` });
}

test("concurrent lookups of a name share one query, and later ones query again", async () => {
  const names: string[] = [];
  const asked: Resolve = async (hostname) => [`${hostname} ${names.push(hostname)}`];
  const resolve = sharedResolve(asked);
  expect(await Promise.all([resolve("a.example"), resolve("b.example"), resolve("a.example")])).toEqual([
    ["a.example 1"],
    ["b.example 2"],
    ["a.example 1"],
  ]);
  expect(await resolve("a.example")).toEqual(["a.example 3"]);
});

test("a failure is everyone's, and is forgotten too", async () => {
  const asked = vi.fn<Resolve>(async () => ["8.8.8.8"]).mockRejectedValueOnce(new Error("no such name"));
  const resolve = sharedResolve(asked);
  const responses = await Promise.allSettled([resolve("a.example"), resolve("a.example")]);
  expect(responses.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await resolve("a.example")).toEqual(["8.8.8.8"]);
});
