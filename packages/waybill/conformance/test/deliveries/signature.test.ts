import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSignedWith } from "../../src/deliveries/signature.ts";
import { DescriptionError, placeOf } from "../../src/description/description.ts";
import type { HeaderPair } from "../../src/exchange/exchange.ts";
import { opened } from "../description/opened.ts";
import { arrival, checkedDelivery, eventsOf, hmac } from "./events.ts";

const messages = { it: { payload: { type: "object" } } };
const seconds = arrival / 1000;
const rule = {
  algorithm: "HMAC-SHA256",
  header: "X-Signature",
  prefix: "sha256=",
  encoding: "lowercase-hex",
  signedContent: [{ header: "X-Timestamp" }, { literal: "." }, { body: "raw" }],
};

interface Vector extends Readonly<Record<"example" | "source" | "secret" | "url" | "body", string>> {
  readonly headers: Readonly<Record<string, string>>;
}

function checksOf(signature: unknown, headers: readonly HeaderPair[], retired: readonly string[] = []): string[] {
  const verdict = checkedDelivery(eventsOf({ messages, signature }), { headers, body: "{}", secret: "new", retired });
  return verdict.objections.map(({ check, message }) => `${check} ${message}`);
}

describe("a signature", () => {
  const at = (time: string | number, secret = "new"): HeaderPair[] => [
    ["x-timestamp", String(time)],
    ["x-signature", `sha256=${hmac(secret, `${time}.{}`)}`],
  ];

  const stale = "stale-timestamp it: X-Timestamp is not the current time in Unix seconds";
  const unsigned = "bad-signature it has no valid X-Signature";

  test.each<[string, readonly HeaderPair[], readonly string[]]>([
    ["of now", at(seconds), []],
    ["of the clock's own error", at(seconds - 60), []],
    ["of a minute ago and more", at(seconds - 61), [stale]],
    ["of a minute from now and more", at(seconds + 61), [stale]],
    ["in milliseconds", at(arrival), [stale]],
    ["with words for a time", at("now"), [stale]],
    ["with nothing for a time", at(""), [stale]],
    ["with a date", at(new Date(arrival).toISOString()), [stale]],
    ["without a time", at(seconds).slice(1), ["stale-timestamp it has no X-Timestamp", unsigned]],
    [
      "by a secret that was replaced",
      at(seconds, "old"),
      ["bad-signature it is signed with a secret that was replaced"],
    ],
    ["by another secret", at(seconds, "other"), [unsigned]],
    ["without its prefix", at(seconds).map(([name, value]) => [name, value.replace("sha256=", "")]), [unsigned]],
    ["in capitals", at(seconds).map(([name, value]) => [name, value.toUpperCase()]), [unsigned]],
    ["that is not there", [["x-timestamp", String(seconds)]], [unsigned]],
    ["that is there twice", [...at(seconds), ...at(seconds).slice(1)], [unsigned]],
  ])("is checked %s", (_name, headers, objections) => {
    expect(checksOf(rule, headers, ["older", "old"])).toEqual(objections);
  });

  test("may cover the body alone, by other algorithms, without a prefix", () => {
    const { prefix: _prefix, ...plain } = { ...rule, algorithm: "hmac-sha512", signedContent: [{ body: "raw" }] };
    const { messages: read } = eventsOf({ messages, signature: plain });
    expect(read[0]?.signature?.scheme).toMatchObject({ algorithm: "hmac-sha512", prefix: "", timestamp: null });
  });

  test("verifies for its own bytes and secret only", () => {
    const { messages: read } = eventsOf({
      messages,
      signature: { ...rule, prefix: "", signedContent: [{ body: "raw" }] },
    });
    const scheme = read[0]?.signature?.scheme;
    if (scheme === undefined) throw new Error("there is no scheme");
    const isSigned = (secret: string, headers: readonly HeaderPair[], body: Uint8Array): boolean =>
      isSignedWith(scheme, secret, { method: "POST", target: "/", url: null, headers, body });
    const bytes = fc.uint8Array({ maxLength: 40 });
    fc.assert(
      fc.property(bytes, bytes, fc.string(), fc.string(), (body, other, secret, wrong) => {
        const headers = (text: Uint8Array): HeaderPair[] => [
          ["x-signature", hmac(secret, Buffer.from(text).toString("latin1"))],
        ];
        const own = Uint8Array.from(body, (byte) => byte & 0x7f);
        expect(isSigned(secret, headers(own), own)).toBe(true);
        const same = Buffer.from(other).equals(Buffer.from(own));
        expect(isSigned(secret, headers(own), other)).toBe(same);
        // A key is filled up with zero bytes.
        const plain = (key: string): string => key.replace(/\0+$/, "");
        expect(isSigned(wrong, headers(own), own)).toBe(plain(wrong) === plain(secret));
      }),
    );
  });

  test("that is wrong points at the rule, whichever scheme it belongs to", () => {
    const description = eventsOf({ messages, signature: rule });
    const { objections } = checkedDelivery(description, { headers: at(0), secret: "other", body: "{}" });
    const [message] = description.messages;
    const place = message?.signature == null ? "" : placeOf(message.signature.at);
    expect(objections.map(({ check, where }) => [check, where])).toEqual([
      ["stale-timestamp", place],
      ["bad-signature", place],
    ]);
    expect(description.messaging?.securitySchemes.map(({ name }) => name)).toEqual(["other", "signed"]);
  });

  test("is not looked for where the description says nothing, nor without a secret", () => {
    expect(checkedDelivery(eventsOf({ messages }), { secret: "new" }).objections).toEqual([]);
    const headers: HeaderPair[] = [["x-timestamp", String(seconds)]];
    expect(checkedDelivery(eventsOf({ messages, signature: rule }), { headers }).objections).toEqual([]);
  });
});

describe("schemes of vendors, against vectors that other programs made", () => {
  const folder = path.join(import.meta.dirname, "../../../../../examples/signatures");
  const vectors: readonly Vector[] = JSON.parse(readFileSync(path.join(folder, "vectors.json"), "utf8"));
  const schemes = new Map(
    [...new Set(vectors.map(({ example }) => example))].map((name) => {
      const { messages: read } = opened({ "asyncapi.yaml": readFileSync(path.join(folder, `${name}.yaml`), "utf8") });
      return [name, read[0]?.signature?.scheme];
    }),
  );

  test.each(vectors.map((vector, index) => ({ ...vector, index })))(
    "are verified: $example, vector $index of $source",
    (vector) => {
      const scheme = schemes.get(vector.example);
      if (scheme === undefined) throw new Error("there is no scheme");
      const { secret, url, body, headers } = vector;
      const { pathname, search } = new URL(url);
      const delivery = {
        method: "POST",
        target: `${pathname}${search}`,
        url,
        headers: Object.entries(headers),
        body: Buffer.from(body),
      };
      expect(isSignedWith(scheme, secret, delivery)).toBe(true);
      expect(isSignedWith(scheme, secret, { ...delivery, body: Buffer.from(`${body} `) })).toBe(false);
      expect(isSignedWith(scheme, "d2hhdA==", delivery)).toBe(false);
      const unsigned = delivery.headers.filter(([name]) => name.toLowerCase() !== scheme.header.toLowerCase());
      expect(isSignedWith(scheme, secret, { ...delivery, headers: unsigned })).toBe(false);
    },
  );
});

describe("a rule that is not understood", () => {
  const text = (lines: readonly string[]): string => `asyncapi: 3.0.0
info: { title: T, version: "1" }
channels: { hook: { address: null, messages: { it: { payload: {} } } } }
operations: { send: { action: send, channel: { $ref: "#/channels/hook" } } }
components:
  securitySchemes:
    first: { type: plain }
    signed:
      type: httpApiKey
      name: X-Signature
      in: header
      x-waybill-signature:
${lines.map((line) => `        ${line}`).join("\n")}
`;
  const good = [
    "algorithm: HMAC-SHA256",
    "header: X-Signature",
    "prefix: a",
    "encoding: base64",
    "signedContent: [{ header: T }, { body: raw }]",
  ];
  const instead = (line: number, words: string): string[] => good.map((one, index) => (index === line ? words : one));

  test("the valid key is not a spoilt one", () => {
    const [message] = opened({ "asyncapi.yaml": text(good) }).messages;
    expect(message?.signature == null ? null : placeOf(message.signature.at)).toBe("asyncapi.yaml:12:7");
  });

  test.each<[string, readonly string[], place: string, reason: string]>([
    ["algorithm", instead(0, "algorithm: RSA"), "13:20", '"algorithm" must be hmac-sha1, hmac-sha256'],
    ["header", instead(1, "header: 7"), "14:17", '"header" must be the name of a header'],
    ["no header", good.toSpliced(1, 1), "12:7", 'missing-field: "x-waybill-signature" has no "header"'],
    ["prefix", instead(2, "prefix: [a]"), "15:17", '"prefix" must be text'],
    ["encoding", instead(3, "encoding: base32"), "16:19", '"encoding" must be hex, base64'],
    [
      "content",
      instead(4, "signedContent: []"),
      "17:24",
      '"signedContent" must be a template such as "{timestamp}.{body}", or a list of parts',
    ],
    [
      "part",
      instead(4, "signedContent: [{ header: T }, { body: parsed }]"),
      "17:40",
      '"1" must be one of { header: <name> }',
    ],
    ["two parts in one", instead(4, "signedContent: [{ header: T, literal: . }]"), "17:25", '"0" must be one of'],
    ["no object", ["- text"], "13:9", '"x-waybill-signature" must be an object'],
  ])("is refused with its place: %s", (_name, lines, place, reason) => {
    const open = (): unknown => opened({ "asyncapi.yaml": text(lines) });
    expect(open).toThrow(DescriptionError);
    const code = reason.startsWith("missing-field") ? "" : "invalid-keyword-value: ";
    expect(open).toThrow(`asyncapi.yaml:${place} error ${code}${reason}`);
  });
});
