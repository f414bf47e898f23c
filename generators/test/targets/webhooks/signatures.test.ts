// The signature schemes of vendors, read from their examples -> checked against vectors that other programs made, and signed back.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import {
  ageRefusal,
  checkSignature,
  SecretError,
  type SignatureCheck,
  type SignatureCheckOptions,
  type SignatureScheme,
  type SignedRequest,
  signatureHeaders,
} from "../../../src/targets/webhooks/runtime/signatures.ts";
import { runtimeSchemeOf } from "../../../src/targets/webhooks/schemes.ts";
import { apiOf } from "../../source/memory-files.ts";

interface Vector {
  readonly example: string;
  readonly source: string;
  readonly secret: string;
  readonly private?: string;
  /** Unix seconds. */
  readonly now: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const folder = path.join(import.meta.dirname, "../../../../examples/signatures");
const vectors: readonly Vector[] = JSON.parse(readFileSync(path.join(folder, "vectors.json"), "utf8"));
const examples = readdirSync(folder).flatMap((file) =>
  file.endsWith(".yaml") ? [file.slice(0, -".yaml".length)] : [],
);

function schemeIn(asyncapi: string): SignatureScheme {
  const scheme = apiOf({ "asyncapi.yaml": asyncapi }).messaging?.messages[0]?.signature?.scheme;
  if (scheme === undefined) throw new Error("the message has no signature");
  return runtimeSchemeOf(scheme);
}

const schemes = new Map(
  examples.map((name) => [name, schemeIn(readFileSync(path.join(folder, `${name}.yaml`), "utf8"))]),
);

function schemeOf(name: string): SignatureScheme {
  const scheme = schemes.get(name);
  if (scheme === undefined) throw new Error(`there is no example ${name}`);
  return scheme;
}

function requestOf(
  headers: Readonly<Record<string, string>>,
  body: string,
  url = "https://example.com/hook",
): SignedRequest {
  const values = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value]]));
  return { body: new TextEncoder().encode(body), headers: (name) => values.get(name) ?? [], url, method: "post" };
}

/** As a receiver checks it: first whether it is authentic, then whether it is recent. */
async function verified(
  scheme: SignatureScheme,
  request: SignedRequest,
  secrets: readonly string[],
  options: SignatureCheckOptions = {},
): Promise<SignatureCheck> {
  const check = await checkSignature(scheme, request, secrets);
  const refusal = check.ok ? ageRefusal(scheme, check.timestamp, options) : null;
  return refusal === null ? check : { ok: false, refusal };
}

function codeOf(result: SignatureCheck): string {
  return result.ok ? "ok" : result.refusal.code;
}

it("every example has a vector", () => {
  expect(new Set(vectors.map(({ example }) => example))).toEqual(new Set(examples));
});

describe.each(vectors.map((vector, index) => ({ ...vector, index })))(
  "the vector $example, $index of $source",
  (vector) => {
    const scheme = schemeOf(vector.example);
    const now = (): number => vector.now * 1000;
    const check = (request: SignedRequest, options: object = { now }): Promise<SignatureCheck> =>
      verified(scheme, request, [vector.secret], options);
    const request = requestOf(vector.headers, vector.body, vector.url);

    it("is authentic", async () => {
      expect(codeOf(await check(request))).toBe("ok");
    });

    it("is refused with another body, secret or time", async () => {
      const changed = requestOf(vector.headers, `${vector.body}&x=y`, vector.url);
      expect(["bad_signature", "invalid_url"]).toContain(codeOf(await check(changed)));
      const other = vector.example.endsWith("ed25519") ? `whpk_${btoa("x".repeat(32))}` : `${vector.secret}abcd`;
      expect(codeOf(await verified(scheme, request, [other], { now }))).toBe("bad_signature");
      expect(codeOf(await verified(scheme, request, [other, vector.secret], { now }))).toBe("ok");
      const late = codeOf(await check(request, { now: () => now() + 1_000_000 }));
      expect(late).toBe(scheme.timestamp === null ? "ok" : "stale_timestamp");
    });

    it("is refused without each header that is signed or holds the signature", async () => {
      for (const name of Object.keys(vector.headers).filter((header) => header !== "content-type")) {
        const { [name]: _, ...others } = vector.headers;
        expect(codeOf(await check(requestOf(others, vector.body, vector.url)))).toBe("missing_header");
      }
    });

    it("signs what it accepts", async () => {
      const signed = await signatureHeaders(scheme, request, [vector.private ?? vector.secret], { now });
      const sent = Object.fromEntries(Object.entries(signed).map(([name, value]) => [name.toLowerCase(), value]));
      const again = requestOf({ ...vector.headers, ...sent }, vector.body, vector.url);
      expect(codeOf(await check(again))).toBe("ok");
    });
  },
);

describe("Standard Webhooks", () => {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const scheme = schemeOf("standard-webhooks");
  const body = '{"type":"order.shipped","data":{"id":"é"}}';

  it("deliveries that the official library signed are authentic", async () => {
    const time = new Date();
    const headers = {
      "webhook-id": "msg_1",
      "webhook-timestamp": String(Math.floor(time.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign("msg_1", time, body),
    };
    expect(codeOf(await verified(scheme, requestOf(headers, body), [secret]))).toBe("ok");
  });

  it("the official library accepts what is signed here, also with two secrets", async () => {
    const other = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
    const sent = { "webhook-id": "msg_2" };
    const signed = await signatureHeaders(scheme, requestOf(sent, body), [other, secret]);
    for (const one of [secret, other])
      expect(new Webhook(one).verify(body, { ...sent, ...signed })).toEqual(JSON.parse(body));
  });
});

describe("a malformed header", () => {
  const stripe = schemeOf("stripe");
  const time = "1700000000";
  const hex = "ab".repeat(32);
  const check = async (value: string): Promise<string> => {
    const request = requestOf({ "stripe-signature": value }, "{}");
    return codeOf(await verified(stripe, request, ["s"], { now: () => Number(time) * 1000 }));
  };

  it.each([
    ["", "invalid_header"],
    [hex, "invalid_header"],
    [`t=${time}`, "invalid_header"],
    [`v1=${hex}`, "invalid_header"],
    [`t=,v1=${hex}`, "invalid_header"],
    [`t=-1,v1=${hex}`, "invalid_header"],
    [`t=1e9,v1=${hex}`, "invalid_header"],
    [`t=9999999999999999,v1=${hex}`, "invalid_header"],
    [`t=${time},t=${time},v1=${hex}`, "invalid_header"],
    [`t=${time},v1=${hex.toUpperCase()}`, "invalid_header"],
    [`t=${time},v1=${hex.slice(2)}`, "invalid_header"],
    [`t=${time},v1=${hex}00`, "invalid_header"],
    [`t=${time}${`,v1=${hex}`.repeat(17)}`, "invalid_header"],
    [`t=${time}, v1=${hex}`, "bad_signature"],
    [`t=${time},v1=${hex},=,,v2`, "bad_signature"],
  ])("is refused: %j, %s", async (value, code) => {
    expect(await check(value)).toBe(code);
  });

  it("of any text is a refusal, never an exception", async () => {
    const refuses = async (text: string): Promise<void> => {
      for (const value of [text, `t=${time},v1=${text}`]) expect(await check(value)).not.toBe("ok");
    };
    await fc.assert(fc.asyncProperty(fc.string(), refuses));
  });

  it("sent twice is refused", async () => {
    const request = { ...requestOf({}, "{}"), headers: () => ["a", "b"] };
    expect(codeOf(await verified(schemeOf("github"), request, ["s"]))).toBe("invalid_header");
  });
});

describe("what the caller passes wrongly", () => {
  const request = requestOf({ "x-hub-signature-256": `sha256=${"0".repeat(64)}` }, "{}");

  it("is a SecretError for secrets that are absent, empty or in another format", async () => {
    for (const secrets of [[], [""], ["good", ""]])
      await expect(verified(schemeOf("github"), request, secrets)).rejects.toThrow(SecretError);
    const standard = requestOf({ "webhook-id": "m" }, "{}");
    await expect(signatureHeaders(schemeOf("standard-webhooks"), standard, ["whsec_%"])).rejects.toThrow(
      "The webhook secret is not whsec_ and text in base64",
    );
  });

  it("is a TypeError for a URL that is signed and not passed", async () => {
    const { url, ...others } = requestOf({ "x-square-hmacsha256-signature": `${"A".repeat(43)}=` }, "{}");
    await expect(verified(schemeOf("square"), others, ["s"])).rejects.toThrow("covers the url of the request");
    expect(url).toBeDefined();
  });

  it("is a TypeError for two secrets where the header has room for one signature", async () => {
    await expect(signatureHeaders(schemeOf("github"), request, ["a", "b"])).rejects.toThrow("room for one signature");
  });
});

it("a body that is no form is refused without its hash in a URL that is signed", async () => {
  const [vector] = vectors.filter(({ example }) => example === "twilio");
  if (vector === undefined) throw new Error("no vector");
  // Signed for the URL alone: what a sender signs for a form without fields.
  const empty = requestOf({ "content-type": "application/x-www-form-urlencoded" }, "", vector.url);
  const signed = await signatureHeaders(schemeOf("twilio"), empty, [vector.secret]);
  const forged = requestOf({ ...signed, "content-type": "application/json" }, '{"admin":true}', vector.url);
  expect(codeOf(await verified(schemeOf("twilio"), forged, [vector.secret]))).toBe("invalid_url");
});
