// The published vectors of signatures, through the kit: what is right verifies, and what is not is refused for its signature.
import { describe, expect, it } from "vitest";
import { type SignatureVector, vectors } from "../../../../spec/test/signature-vectors.ts";
import { signWebhook, verifyWebhook, type WebhookVerificationError } from "../src/index.ts";

const right = vectors.filter(({ valid }) => valid);
const events = right.filter(({ event }) => event !== null);
const others = right.filter(({ event }) => event === null);
const wrong = vectors.filter(({ valid }) => !valid);

describe("verifyWebhook", () => {
  it("has vectors of every kind to try", () => {
    expect(Math.min(events.length, others.length, wrong.length)).toBeGreaterThan(5);
  });

  it.each(events)("accepts $name", async (vector) => {
    expect(await verified(vector)).toEqual(JSON.parse(bodyOf(vector).toString()));
  });

  it.each(others)("accepts the signature of $name with any payload", async (vector) => {
    const outcome = await verified(vector).catch((error: WebhookVerificationError) => error.code);
    if (typeof outcome === "string") expect(["invalid_payload", "unknown_event"]).toContain(outcome);
  });

  it.each(wrong)("refuses $name", async (vector) => {
    const isSignature = /^sha256=[0-9a-f]{64}$/.test(vector.signature);
    const code = isSignature ? "bad_signature" : "invalid_header";
    await expect(verified(vector)).rejects.toMatchObject({ code });
  });
});

describe("signWebhook", () => {
  // The others are wrong in ways that no body, secret or timestamp brings about.
  it.each(right)("signs $name as published", async (vector) => {
    const { secret, timestamp, signature } = vector;
    const made = await signWebhook(bodyOf(vector), { secret, event: "order.created", timestamp: Number(timestamp) });
    expect(made).toMatchObject({ "X-Webhook-Signature": signature, "X-Webhook-Timestamp": timestamp });
  });
});

/** At the time it was signed. */
function verified(vector: SignatureVector): ReturnType<typeof verifyWebhook> {
  const { secret, timestamp, signature, event } = vector;
  const headers = {
    "Content-Type": "application/json",
    "X-Webhook-Signature": signature,
    "X-Webhook-Timestamp": timestamp,
    "X-Webhook-Event": event ?? namedIn(vector),
  };
  return verifyWebhook(bodyOf(vector), headers, secret, { now: () => Number(timestamp) * 1000 });
}

/** The kit compares the header with the body, where the body names an event. */
function namedIn(vector: SignatureVector): string {
  return /"event":"([^"]+)"/.exec(bodyOf(vector).toString())?.[1] ?? "order.created";
}

function bodyOf({ rawBody, rawBodyBase64 = "" }: SignatureVector): Buffer {
  return rawBody === undefined ? Buffer.from(rawBodyBase64, "base64") : Buffer.from(rawBody);
}
