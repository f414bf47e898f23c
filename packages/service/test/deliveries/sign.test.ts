// The signature of a delivery: the published examples, and that it holds for its own bytes only.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { signatureOf } from "../../src/deliveries/sign.ts";

const examples = z
  .object({
    secret: z.string(),
    deliveries: z.array(
      z.object({ example: z.string(), timestamp: z.string(), rawBody: z.string(), signature: z.string() }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL("../../../../spec/examples/signatures.json", import.meta.url), "utf8")));

describe("signatureOf", () => {
  it.each(examples.deliveries)("signs $example as published", ({ timestamp, rawBody, signature }) => {
    expect(signatureOf(examples.secret, timestamp, rawBody)).toBe(signature);
  });

  it("has examples to check", () => {
    expect(examples.deliveries.length).toBeGreaterThan(5);
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
