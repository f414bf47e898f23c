// The signature of a delivery: the published vectors, and that it holds for its own bytes only.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { vectors } from "../../../../../spec/test/signature-vectors.ts";
import { signatureOf } from "../../src/deliveries/post.ts";

describe("signatureOf", () => {
  it.each(vectors)("agrees with the published vector $name", (vector) => {
    const { secret, timestamp, rawBody, rawBodyBase64 = "", signature, valid } = vector;
    const made = signatureOf(secret, timestamp, rawBody ?? Buffer.from(rawBodyBase64, "base64"));
    expect(made === signature, made).toBe(valid);
  });

  it("has vectors of both kinds to check", () => {
    expect(vectors.filter(({ valid }) => valid).length).toBeGreaterThan(10);
    expect(vectors.filter(({ valid }) => !valid).length).toBeGreaterThan(10);
  });

  it("signs text as its UTF-8 bytes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (body) => {
        expect(signatureOf("whsec_a", "1762161267", body)).toBe(
          signatureOf("whsec_a", "1762161267", Buffer.from(body)),
        );
      }),
    );
  });

  it("differs when the secret, the timestamp or a byte of the body does", () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 64 });
    fc.assert(
      fc.property(bytes, fc.nat(), fc.integer({ min: 1, max: 255 }), (body, at, change) => {
        const signature = signatureOf("whsec_a", "1762161267", body);
        const changed = body.map((byte, index) => (index === at % body.length ? byte ^ change : byte));
        expect(signature).toMatch(/^sha256=[0-9a-f]{64}$/);
        expect(signatureOf("whsec_a", "1762161267", changed)).not.toBe(signature);
        expect(signatureOf("whsec_b", "1762161267", body)).not.toBe(signature);
        expect(signatureOf("whsec_a", "1762161268", body)).not.toBe(signature);
      }),
    );
  });
});
