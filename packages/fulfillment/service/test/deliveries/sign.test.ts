// The signature of a delivery: the published vectors, and that it holds for its own bytes only.
import { describe, expect, it } from "vitest";
import { vectors } from "../../../../../spec/test/signature-vectors.ts";
import { signatureOf } from "../../src/deliveries/post.ts";

describe("signatureOf", () => {
  it.each(vectors)("agrees with the published vector $name", (vector) => {
    const { secret, timestamp, rawBody, rawBodyBase64 = "", signature, valid } = vector;
    const made = signatureOf(secret, timestamp, rawBody ?? Buffer.from(rawBodyBase64, "base64"));
    expect(made === signature, made).toBe(valid);
  });
});
