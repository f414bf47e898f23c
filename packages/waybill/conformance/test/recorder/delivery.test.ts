import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { recordFetchDelivery, recordNodeDelivery } from "../../src/recorder/delivery.ts";
import { Recorder } from "../../src/recorder.ts";
import { seenIn, shop } from "./shop.ts";

const text = '{"event":"cup.sold","id":"c1"}';
const headers = { "Content-Type": "application/json", "X-Event": "cup.sold", "X-Signature": signature("new") };

describe("a webhook is recorded", () => {
  test("as node:http receives it", () => {
    const recorder = new Recorder(shop());
    const received = {
      request: { method: "POST", url: "/hook", rawHeaders: Object.entries(headers).flat() },
      body: bytes(text),
    };
    expect(recordNodeDelivery(recorder, received, { secret: "new" }).objections).toEqual([]);
    expect(seenIn(recorder)).toEqual(["cup.sold", "cup.sold X-Event"]);
    recordNodeDelivery(recorder, received, { secret: "newer", retired: ["new"] });
    expect(recorder.findings.map(({ message }) => message)).toEqual([
      "cup.sold is signed with a secret that was replaced",
    ]);
  });

  test("as Fetch servers receive it, and it can still be read", async () => {
    const recorder = new Recorder(shop());
    const request = new Request("http://127.0.0.1/hook?a=1", { method: "POST", headers, body: text });
    await recordFetchDelivery(recorder, request, { secret: "new" });
    expect(recorder.findings).toEqual([]);
    expect(await request.text()).toBe(text);
    const other = new Request("http://127.0.0.1/hook?a=1", { method: "POST", headers, body: `${text} ` });
    await recordFetchDelivery(recorder, other, { secret: "new" });
    expect(recorder.findings).toMatchObject([{ check: "bad-signature", subject: "cup.sold" }]);
    expect(recorder.findings[0]?.evidence.shown).toMatch(/^POST \/hook\?a=1\n/);
  });

  test("is recorded without checking its signature when no secret is given", async () => {
    const recorder = new Recorder(shop());
    const request = new Request("http://127.0.0.1/hook", { method: "POST", headers, body: `${text} ` });
    expect((await recordFetchDelivery(recorder, request)).objections).toEqual([]);
  });
});

function signature(secret: string): string {
  return createHmac("sha256", secret).update(text).digest("hex");
}

function bytes(of: string): Uint8Array {
  return new TextEncoder().encode(of);
}
