// A sender without a service: each event is triggered, and what arrives is checked against the description.
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { Workspace } from "../../../../../generators/test/cli/workspace.ts";
import { openDescription, type RunReport, runConformance, type Trigger } from "../../src/index.ts";

const asyncapi = `asyncapi: 3.0.0
info: { title: T, version: "1" }
defaultContentType: application/json
channels:
  receiver:
    address: null
    messages:
      shipped: { name: order.shipped, payload: { type: object, required: [type, id], properties: { type: { const: order.shipped }, id: { type: string } } } }
      lost: { name: order.lost, payload: { type: object, required: [type], properties: { type: { const: order.lost } } } }
operations: { deliver: { action: send, channel: { $ref: "#/channels/receiver" }, security: [{ $ref: "#/components/securitySchemes/s" }] } }
components: { securitySchemes: { s: { type: httpApiKey, in: header, name: X-Sig, x-waybill-signature: { algorithm: HMAC-SHA256, encoding: lowercase-hex, header: X-Sig, prefix: "", signedContent: [{ body: raw }] } } } }
`;

async function report(
  trigger: Trigger,
  webhookSecret: string | null = "s",
  name = "order.shipped",
): Promise<RunReport> {
  const { folder } = new Workspace({ "events.yaml": asyncapi });
  const description = openDescription({ asyncapi: "events.yaml", cwd: folder });
  const triggers = { [name]: trigger };
  const settings = { webhookPort: 0, webhookSecret, deliveryMs: 200 };
  return await runConformance({ description, url: "http://127.0.0.1", key: null, triggers, ...settings });
}

function sending(payload: object, { secret = "s", times = 1 } = {}): Trigger {
  return async ({ url }) => {
    const body = JSON.stringify(payload);
    const signature = createHmac("sha256", secret).update(body).digest("hex");
    const headers = { "Content-Type": "application/json", "X-Sig": signature };
    for (let time = 0; time < times; time += 1) await fetch(String(url), { method: "POST", headers, body });
  };
}

const shipped = { type: "order.shipped", id: "ord_1" };

test("a sender that does what the description says has no findings", async () => {
  const { ok, deliveries, findings, notes } = await report(sending(shipped));
  expect({ ok, deliveries, findings }).toEqual({ ok: true, deliveries: 1, findings: [] });
  expect(notes).toEqual(["order.lost was not triggered; pass --trigger 'order.lost=…'"]);
});

test.each([
  ["another secret", sending(shipped, { secret: "other" }), "bad-signature"],
  ["another payload", sending({ ...shipped, id: 1 }), "invalid-payload"],
  ["another event", sending({ type: "order.lost" }), "missing-event"],
  ["an event twice", sending(shipped, { times: 2 }), "repeated-delivery"],
  ["nothing", async () => {}, "missing-event"],
])("a sender that sends %s is reported", async (_, trigger, check) => {
  const { ok, findings } = await report(trigger);
  expect(ok).toBe(false);
  expect(findings.map((finding) => finding.check)).toEqual([check]);
});

test("without a secret, signatures are not checked, and the report has a note", async () => {
  const { ok, notes } = await report(sending(shipped, { secret: "other" }), null);
  expect(ok).toBe(true);
  expect(notes).toContain("signatures were not checked: pass --webhook-secret, or WAYBILL_SECRET");
});

test("a trigger names what its delivery has to say", async () => {
  const right = await report(sending(shipped), "s", "order.shipped?id=ord_1&type=order.shipped");
  expect(right.findings).toEqual([]);
  const wrong = await report(sending(shipped), "s", "order.shipped?id=ord_2");
  expect(wrong.findings.map(({ check, found }) => [check, found])).toEqual([["payload-differs", null]]);
});
