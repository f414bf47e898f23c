import { expect, test } from "vitest";
import { wavesOf } from "./publish.ts";

test("what a package needs is published before it", () => {
  const one = (name: string, ...needs: string[]): { name: string; needs: string[] } => ({ name, needs });
  const names = (...all: ReturnType<typeof one>[]): string[][] =>
    wavesOf(all).map((wave) => wave.map(({ name }) => name));
  expect(names(one("service", "types", "server"), one("server", "types"), one("types"), one("spec"))).toEqual([
    ["types", "spec"],
    ["server"],
    ["service"],
  ]);
  expect(names(one("client", "elsewhere"))).toEqual([["client"]]);
  expect(() => names(one("a", "b"), one("b", "a"))).toThrow("a, b need each other");
});
