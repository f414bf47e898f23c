// The operating system's answers for this machine's own name, and one question for all who ask it at once.
import { isIP } from "node:net";
import { expect, test, vi } from "vitest";
import { type Resolve, resolveAddresses, sharedResolve } from "../../src/addresses/resolve.ts";

test("the operating system knows this machine", async () => {
  const addresses = await resolveAddresses("localhost");
  expect(addresses.length).toBeGreaterThan(0);
  expect(addresses.filter((address) => !/^127\.|^::1$/.test(address) || isIP(address) === 0)).toEqual([]);
});

test("a name is asked for once by all who want it at the same time, and again afterwards", async () => {
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

test("a failure is everybody's, and is forgotten too", async () => {
  const asked = vi.fn<Resolve>(async () => ["8.8.8.8"]).mockRejectedValueOnce(new Error("no such name"));
  const resolve = sharedResolve(asked);
  const answers = await Promise.allSettled([resolve("a.example"), resolve("a.example")]);
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await resolve("a.example")).toEqual(["8.8.8.8"]);
});
