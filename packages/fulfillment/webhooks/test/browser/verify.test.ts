// The kit in a page of a real Chromium: its WebCrypto makes and verifies the published signatures.
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  chromiumTimeout,
  describeWithChromium,
  type Page,
  startChromium,
  type TestBrowser,
} from "../../../../../scripts/testing/chromium.ts";
import { vectors } from "../../../../../spec/test/signature-vectors.ts";

describeWithChromium("verifyWebhook in Chromium", () => {
  const { rawBody, headers, secret, now } = vectorOf("order-shipped");
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    browser = await startChromium();
    // There is no server: the document is all the page loads. WebCrypto is for pages from this machine or over TLS.
    page = await browser.open(join(import.meta.dirname, "page.ts"), "http://127.0.0.1:9");
  }, chromiumTimeout);

  afterAll(() => browser.close(), chromiumTimeout);

  it("accepts a published delivery", async () => {
    expect(await page.call("verify", { rawBody, headers, secret, now })).toEqual(JSON.parse(rawBody));
  });

  it("refuses it with another body, or later", async () => {
    const altered = rawBody.replace('"quantity":2', '"quantity":3');
    expect(await page.call("verify", { rawBody: altered, headers, secret, now })).toBe("bad_signature");
    expect(await page.call("verify", { rawBody, headers, secret, now: now + 301 })).toBe("stale_timestamp");
  });

  it("signs it with the published headers", async () => {
    expect(await page.call("sign", { rawBody, secret, now })).toEqual(headers);
  });
});

function vectorOf(name: string) {
  const vector = vectors.find((one) => one.name === name);
  if (vector === undefined) throw new Error(`signatures.json has no ${name}`);
  const { secret, event, timestamp, rawBody = "", signature } = vector;
  const headers = {
    "Content-Type": "application/json",
    "X-Webhook-Signature": signature,
    "X-Webhook-Timestamp": timestamp,
    "X-Webhook-Event": event ?? "",
  };
  return { rawBody, headers, secret, now: Number(timestamp) };
}
