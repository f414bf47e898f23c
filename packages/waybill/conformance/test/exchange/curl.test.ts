// What the line does is asked of a shell, with a program in place of curl that says what it was given.
import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { curlOf, hidden, shellWordOf } from "../../src/exchange/curl.ts";
import type { SentRequest } from "../../src/exchange/exchange.ts";

function request(changes: Partial<SentRequest> & { readonly text?: string }): SentRequest {
  const { text, ...rest } = changes;
  const body = text === undefined ? null : new TextEncoder().encode(text);
  return { method: "GET", target: "/a", server: "http://h", headers: [], body, ...rest };
}

const secrets = new Map([
  ["l0ng-k3y/+ß", "KEY"],
  ["l0ng-k3y/+ß-longer", "OTHER"],
]);

const typed: SentRequest["headers"] = [["content-type", "a/b"]];

describe("a request as one line", () => {
  test.each<[string, Parameters<typeof request>[0], string]>([
    ["GET", {}, "curl -i 'http://h/a'"],
    ["HEAD", { method: "HEAD" }, "curl --head 'http://h/a'"],
    ["DELETE", { method: "DELETE" }, "curl -i -X DELETE 'http://h/a'"],
    [
      "GET with a body",
      { text: "x", headers: typed },
      "curl -i -X GET 'http://h/a' -H 'content-type: a/b' --data-raw 'x'",
    ],
    [
      "a body without a type",
      { method: "POST", text: "@x" },
      "curl -i -X POST 'http://h/a' -H 'Content-Type:' --data-raw '@x'",
    ],
    ["dots in the path", { target: "/a/..?b" }, "curl -i --path-as-is 'http://h/a/..?b'"],
    ["encoded dots", { target: "/a/%2e%2E/b" }, "curl -i --path-as-is 'http://h/a/%2e%2E/b'"],
    ["brackets", { target: "/a?b[c]={d}" }, "curl -i -g 'http://h/a?b[c]={d}'"],
    ["an empty header", { headers: [["X-A", ""]] }, "curl -i 'http://h/a' -H 'X-A;'"],
    [
      "headers that curl has itself",
      { headers: Object.entries({ Host: "a", "content-length": "1", Accept: "*/*" }) },
      "curl -i 'http://h/a'",
    ],
    ["another accept", { headers: [["Accept", "text/csv"]] }, "curl -i 'http://h/a' -H 'Accept: text/csv'"],
    ["a quote", { target: "/a'b" }, "curl -i 'http://h/a'\\''b'"],
    [
      "lines",
      { method: "POST", text: "a'\n\t\\b\u0001\u0085", headers: typed },
      "curl -i -X POST 'http://h/a' -H 'content-type: a/b' --data-raw $'a\\'\\n\\t\\\\b\\x01\\xc2\\x85'",
    ],
    [
      "a secret",
      { headers: [["Authorization", "Bearer l0ng-k3y/+ß"]] },
      "curl -i 'http://h/a' -H \"Authorization: Bearer $KEY\"",
    ],
    [
      "a secret and more",
      { headers: [["A", "l0ng-k3y/+ßx l0ng-k3y/+ß-longer"]] },
      "curl -i 'http://h/a' -H \"A: ${KEY}x $OTHER\"",
    ],
    [
      "a secret beside what is special",
      { headers: [["A", "$l0ng-k3y/+ß!"]] },
      "curl -i 'http://h/a' -H 'A: $'\"$KEY\"'!'",
    ],
    [
      "a secret in the URL and the body",
      {
        target: "/a?k=l0ng-k3y%2F%2B%C3%9F",
        method: "POST",
        text: '{"k":"l0ng-k3y/+ß"}',
        headers: typed,
      },
      "curl -i -X POST 'http://h/a?k='\"$KEY\" -H 'content-type: a/b' --data-raw '{\"k\":\"'\"$KEY\"'\"}'",
    ],
    [
      "a secret of basic authentication",
      { headers: [["Authorization", `Basic ${Buffer.from("l0ng-k3y/+ß").toString("base64")}`]] },
      "curl -i 'http://h/a' -H \"Authorization: Basic $(printf %s \"$KEY\" | base64 | tr -d '\\n')\"",
    ],
    [
      "bytes",
      { method: "POST", body: new Uint8Array([0, 39, 37, 92, 255, 65]), headers: typed },
      "printf '\\000\\047\\045\\134\\377A' | curl -i -X POST 'http://h/a' -H 'content-type: a/b' --data-binary @-",
    ],
  ])("is quoted for a shell: %s", (_name, changes, line) => {
    expect(curlOf(request(changes), secrets)).toBe(line);
  });
});

describe("in a shell", () => {
  const program = 'curl() { for word in "$@"; do printf "%s\\0" "$word"; done; [ -t 0 ] || od -An -v -tx1 >&2; }; ';

  /** Many at once: starting a shell takes longer than all the rest. */
  function wordsOf(lines: readonly string[]): string[][] {
    const script = program + lines.map((line) => `${line}; printf '\\1\\0'`).join("; ");
    const env = { KEY: "l0ng-k3y/+ß", OTHER: "l0ng-k3y/+ß-longer", PATH: process.env["PATH"] ?? "" };
    const words = execFileSync("bash", ["-c", script], {
      env,
      encoding: "utf8",
      input: "",
      stdio: ["pipe", "pipe", "ignore"],
    });
    return words
      .split("\u0001\0")
      .slice(0, -1)
      .map((line) => line.split("\0").slice(0, -1));
  }

  test("quoted words have their exact value in a shell", () => {
    const mark = fc.constantFrom(..."'\"\\$`!@ \n\t\rä😀%[]{};&|<>*?~#a1", "l0ng-k3y/+ß", "l0ng-k3y/+ß-longer", "k3y");
    const texts = fc.sample(
      fc.array(mark, { maxLength: 12 }).map((marks) => marks.join("")),
      { numRuns: 300, seed: 7 },
    );
    const lines = texts.map((text) => {
      expect(shellWordOf(text, secrets)).not.toMatch(/l0ng-k3y\/\+ß|\n/);
      return curlOf(request({ method: "POST", text, headers: [["content-type", text === "" ? "x" : text]] }), secrets);
    });
    expect(lines.filter((line) => /l0ng-k3y\/\+ß|\n/.test(line))).toEqual([]);
    const words = wordsOf(lines);
    expect(words.map((all) => all.at(-1))).toEqual(texts);
    expect(words.map((all) => all.at(-3))).toEqual(texts.map((text) => `content-type: ${text === "" ? "x" : text}`));
  });
});

describe("text for people", () => {
  test.each([
    ["Bearer l0ng-k3y/+ß", "Bearer $KEY"],
    ["l0ng-k3y/+ß-longer", "$OTHER"],
    ['{"a":"l0ng-k3y/+ßl0ng-k3y/+ß"}', '{"a":"$KEY$KEY"}'],
    ["?k=l0ng-k3y%2F%2B%C3%9F", "?k=$KEY"],
    ["cut l0ng…", "cut $KEY…"],
    ["cut l0ng-k3y/+ß-lon…", "cut $KEY-lon…"],
    ["l0…", "l0…"],
    ["nothing", "nothing"],
  ])("has secrets hidden: %s", (text, shown) => {
    expect(hidden(text, secrets)).toBe(shown);
  });

  test("an empty secret hides nothing, and a secret with special characters is matched literally", () => {
    expect(hidden("abc", new Map([["", "KEY"]]))).toBe("abc");
    expect(hidden("a$&456789b", new Map([["$&456789", "$1"]]))).toBe("a$$1b");
  });
});

describe("a short secret", () => {
  const short = new Map([
    ["k1", "KEY"],
    ["1", "TAIL_KEY"],
    ["k", "SHORT_KEY"],
    ["user:pw", "BASIC"],
  ]);
  const authorized = (value: string) => ["Authorization", value] as const;
  const basic = Buffer.from("user:pw").toString("base64");

  test.each<[string, Parameters<typeof request>[0], string]>([
    ["is not hidden in an address", { target: "/v1/k1" }, "curl -i 'http://h/v1/k1'"],
    ["is hidden in a query", { target: "/1?k1=1&key=k1" }, `curl -i 'http://h/1?k1='"$TAIL_KEY"'&key='"$KEY"`],
    ["is not hidden as a part of a value", { target: "/a?n=10&m=k1x" }, "curl -i 'http://h/a?n=10&m=k1x'"],
    [
      "is hidden in headers and cookies",
      { headers: Object.entries({ Authorization: "Bearer k1", "X-Key": "1", Cookie: "sid=k1; n=10" }) },
      `curl -i 'http://h/a' -H "Authorization: Bearer $KEY" -H "X-Key: $TAIL_KEY" -H "Cookie: sid=$KEY; n=10"`,
    ],
    [
      "is hidden in every wrong way to send it",
      {
        headers: ["Bearerk1", 'Bearer "k1"', "Bearer k1, Bearer k1", `Basic ${basic}`].map(authorized),
      },
      `curl -i 'http://h/a' -H "Authorization: Bearer$KEY" -H 'Authorization: Bearer "'"$KEY"'"' -H "Authorization: Bearer $KEY, Bearer $KEY" -H "Authorization: Basic $(printf %s "$BASIC" | base64 | tr -d '\\n')"`,
    ],
    [
      "is not hidden in a body",
      { method: "POST", text: '{"key":"k1","n":1}', headers: [["content-type", "a/b1"]] },
      `curl -i -X POST 'http://h/a' -H 'content-type: a/b1' --data-raw '{"key":"k1","n":1}'`,
    ],
  ])("is hidden where it is sent: it %s", (_name, changes, line) => {
    expect(curlOf(request(changes), short)).toBe(line);
  });

  test("is not hidden in text", () => {
    expect(hidden("401: k1, 1…", short)).toBe("401: k1, 1…");
  });
});
