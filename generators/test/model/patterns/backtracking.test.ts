// How the time of a pattern grows on a text made to fail.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { growthOf } from "../../../src/model/patterns/automaton.ts";

describe("exponential growth", () => {
  it.each([
    "^(a+)+$",
    "^(a*)*$",
    "^(a|a)*$",
    "^(a|aa)+$",
    "^(?:\\w|\\d)+!",
    "(x+x+)+y",
    "^(\\w+\\s?)*$",
    "^(([a-z])+.)+[A-Z]([a-z])+$",
    "^(?:a?){30}a{30}$",
    "^((a{1,5}){1,5})+$",
    "^([a-z0-9]+[-.]?)*@",
    "^(?=(a+)+$)",
    "^(?!([ab]+)*c)",
    "^(\\p{L}+-?)+$",
    "^([^x]+y?)*$",
    "^(é|[à-ý])*$",
  ])("is found in %s", (pattern) => {
    expect(growthOf(pattern)).toBe("exponential");
  });
});

describe("polynomial growth", () => {
  it.each([
    "^a*a*$",
    "^\\d+\\d+$",
    "^\\s*(.*)\\s*$",
    "^(.*)=(.*)=(.*);$",
    "^[a-z]+[a-z0-9]+$",
    "^.*[0-9]+.*$",
    "^(?:ab)*a?b*(?:ab)*$",
    // A search starts again at each character.
    "\\s+$",
    "[0-9]+-[0-9]+",
    "^a|b+$",
  ])("is found in %s", (pattern) => {
    expect(growthOf(pattern)).toBe("polynomial");
  });
});

describe("linear growth", () => {
  it.each([
    "",
    "^$",
    "^[a-z]+$",
    "^(a|b)*$",
    "^[0-9]{4}-[0-9]{2}$",
    "^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9-]+\\.[a-z]{2,}$",
    "^(?:[a-z]+-)*[a-z]+$",
    "^([a-z0-9]+(-[a-z0-9]+)*)$",
    "^[^@]+@[^@]+$",
    "^v?\\d+(\\.\\d+)*$",
    "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
    "^(\\d+\\.)?(\\d+\\.)?(\\*|\\d+)$",
    "^(?=.*\\d)(?=.*[a-z]).{8,64}$",
    "^([^,]+,)*[^,]+$",
    "^.{1,255}$",
    "^https?://",
    // They match before anything is tried again.
    "(a+)+",
    "[0-9]+",
    "^(a+)+",
    // An engine never backtracks into a part it has not entered.
    "^a{3}a{3}$",
  ])("is found in %s", (pattern) => {
    expect(growthOf(pattern)).toBe("linear");
  });
});

it("a pattern that is too large, or needs too many steps, is unknown", () => {
  const words = Array.from({ length: 60 }, (_, at) => `[a-z${at}]+x?`).join("");
  for (const source of [
    `^(${words})+$`,
    `^${"(a?b?c?d?)".repeat(200)}$`,
    `^${"a?".repeat(20_000)}$`,
    "(?=a+)".repeat(500),
    "(?:".repeat(20_000) + ")".repeat(20_000),
  ]) {
    expect(growthOf(source)).toBe("unknown");
  }
  const total = { left: 3 };
  expect(growthOf("^(?:[a-z]+-)*[a-z]+$", total)).toBe("unknown");
  expect(total.left).toBe(0);
});

describe("the formats of the runtime", () => {
  const folder = path.join(import.meta.dirname, "../../../src/targets/zod/runtime/formats");
  const files = readdirSync(folder);
  /** Regular expression literals: after tokens that no division can follow. */
  const literal = /(?<=[=(:,?&|!\s])\/((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/[a-z]*(?=[.,;)\s])/g;

  it.each(files)("take time in proportion to the text: %s", (file) => {
    const code = readFileSync(path.join(folder, file), "utf8").replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, "");
    const slow = [...code.matchAll(literal)]
      .map(([, source = ""]) => source)
      // `/* @__PURE__ */` looks like one, too.
      .filter((source) => !source.startsWith("*") && growthOf(source) !== "linear");
    expect(slow).toEqual([]);
  });

  it("are written as literals that this test finds", () => {
    const found = files.flatMap((file) => [...readFileSync(path.join(folder, file), "utf8").matchAll(literal)]);
    expect(found.length).toBeGreaterThan(10);
  });
});
