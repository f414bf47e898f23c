// The values of --key -> keys for all schemes and for single ones.
import { expect, test } from "vitest";
import { keysFor } from "../../src/command/run-flags.ts";
import { openText } from "../description/opened.ts";

const description = openText({
  openapi: "3.1.0",
  info: { title: "Test", version: "1" },
  paths: {},
  components: {
    securitySchemes: {
      bearer: { type: "http", scheme: "bearer" },
      session: { type: "apiKey", in: "cookie", name: "sid" },
    },
  },
});

const keys = (...given: string[]): unknown => {
  const { problems, ...read } = keysFor({ given, fallback: "of the environment" }, description);
  if (problems.length > 0) return problems.map(({ message, hint }) => `${message}; ${hint}`);
  const { other, otherOwn, ...ofAccount } = read;
  return other === null
    ? ofAccount
    : { ...ofAccount, other, ...(Object.keys(otherOwn).length === 0 ? {} : { otherOwn }) };
};

test("one key is for all schemes, a second one is of another account, and the environment has one in place of the first", () => {
  expect(keys("abc")).toEqual({ shared: "abc", own: {} });
  expect(keys()).toEqual({ shared: "of the environment", own: {} });
  expect(keys("abc", "def")).toEqual({ shared: "abc", other: "def", own: {} });
  expect(keys("YWJjZA==")).toEqual({ shared: "YWJjZA==", own: {} });
});

test("a key with the name of a scheme is for that scheme, a second one of another account", () => {
  expect(keys("session=a=b", "abc")).toEqual({ shared: "abc", own: { session: "a=b" } });
  expect(keys("session=s", "bearer=b")).toEqual({ shared: "of the environment", own: { session: "s", bearer: "b" } });
  const ofTwo = { own: { session: "1" }, other: "2", otherOwn: { session: "2" } };
  expect(keys("session=1", "session=2")).toEqual({ shared: "of the environment", ...ofTwo });
});

test("other names and several keys for all schemes are wrong", () => {
  expect(keys("sesion=abc")).toEqual(['--key: the spec has no security scheme "sesion"; did you mean session?']);
  expect(keys("abc", "def", "ghi")).toEqual([
    "--key has more than two values for all schemes; name the scheme of a key: --key bearer=…",
  ]);
  const several = ["--key has more than two values for session; keep one for each of two accounts"];
  expect(keys("session=1", "session=2", "session=3")).toEqual(several);
});
