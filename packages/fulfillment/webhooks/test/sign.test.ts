import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { signWebhook } from "../src/index.ts";
import { now, secret, shipped } from "./deliveries.ts";

describe("the headers of a delivery", () => {
  test("are the four of the description, the signature over timestamp, period and bytes", async () => {
    const body = JSON.stringify(shipped);
    const digest = createHmac("sha256", secret).update(`1767607200.${body}`).digest("hex");
    const expected = {
      "Content-Type": "application/json",
      "X-Webhook-Signature": `sha256=${digest}`,
      "X-Webhook-Timestamp": "1767607200",
      "X-Webhook-Event": "order.shipped",
    };
    expect(await signWebhook(body, { secret, now })).toEqual(expected);
    expect(await signWebhook(new TextEncoder().encode(body), { secret, now })).toEqual(expected);
    expect(await signWebhook(Buffer.from(body), { secret, timestamp: 1_767_607_200 })).toEqual(expected);
  });

  test("take the event's name from the body, or from the caller, who may lie", async () => {
    expect(await signWebhook("not json", { secret, event: "x" })).toMatchObject({ "X-Webhook-Event": "x" });
    expect(await signWebhook(JSON.stringify(shipped), { secret, event: "x" })).toMatchObject({
      "X-Webhook-Event": "x",
    });
    for (const body of ["not json", "null", "[]", `{"event":1}`, `"order.shipped"`]) {
      await expect(signWebhook(body, { secret })).rejects.toThrow("pass { event } for the header");
    }
  });

  test("need a secret, and whole seconds", async () => {
    await expect(signWebhook("{}", { secret: "", event: "x" })).rejects.toMatchObject({ code: "missing_secret" });
    for (const timestamp of [1.5, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      await expect(signWebhook("{}", { secret, event: "x", timestamp })).rejects.toThrow("whole unix seconds");
    }
  });
});
