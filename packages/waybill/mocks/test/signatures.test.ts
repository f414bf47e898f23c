// Deliveries of the mock server by every described signature scheme -> the conformance kit verifies each.

import { readdirSync } from "node:fs";
import path from "node:path";
import { openDescription, Recorder, recordNodeDelivery } from "@waybill/conformance";
import { afterAll, expect, it } from "vitest";
import { startServer } from "../../../../generators/test/local-server.ts";
import { deliver, schemeOf, usualSecretOf, verifyingSecretOf } from "../src/server/events.ts";

const folder = path.join(import.meta.dirname, "../../../../examples/signatures");
const examples = readdirSync(folder).filter((file) => file.endsWith(".yaml"));

interface Received {
  readonly request: { readonly method: string; readonly url: string; readonly rawHeaders: readonly string[] };
  readonly body: Buffer;
}

const received: Received[] = [];
const receiver = await startServer(async (incoming, outgoing) => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { method = "", url = "", rawHeaders } = incoming;
  received.push({ request: { method, url, rawHeaders }, body: Buffer.concat(chunks) });
  outgoing.writeHead(204).end();
});
const url = `${receiver.url}/hook?team=a`;
afterAll(receiver.close);

it.each(examples)("a delivery of the mock is signed as described, and not with another secret: %s", async (file) => {
  const description = openDescription({ cwd: folder, asyncapi: file });
  const [message] = description.messages;
  const scheme = message === undefined ? null : schemeOf(message);
  if (description.messaging === null || message === undefined || scheme === null) throw new Error("nothing is signed");
  received.length = 0;
  const result = await deliver(description.messaging, message.key, { url, secret: null, seed: undefined });
  expect(result).toMatchObject({ ok: true, signed: true, status: 204 });
  const [delivery] = received;
  if (delivery === undefined) throw new Error("nothing arrived");
  const checksOf = (secret: string | null, changed: Partial<Received> = {}): string[] => {
    const recorder = new Recorder(description);
    recordNodeDelivery(recorder, { ...delivery, ...changed }, { secret });
    return recorder.findings.map(({ check }) => check).filter((check) => /signature|timestamp/.test(check));
  };
  const secret = verifyingSecretOf(scheme, usualSecretOf(scheme));
  expect(checksOf(secret)).toEqual([]);
  expect(checksOf(secret, { body: Buffer.concat([delivery.body, Buffer.from(" ")]) })).toEqual(["bad-signature"]);
  expect(checksOf(`${secret?.slice(0, -5)}QUI=`)).toEqual(["bad-signature"]);
});

it("a secret in another format signs nothing, and the reason is reported", async () => {
  const { messaging, messages } = openDescription({ cwd: folder, asyncapi: "standard-webhooks.yaml" });
  if (messaging === null) throw new Error("there are no messages");
  const name = messages[0]?.key ?? "";
  expect(await deliver(messaging, name, { url, secret: "not base64!", seed: undefined })).toMatchObject({
    ok: false,
    signed: false,
    reason: expect.stringContaining("The webhook secret is not whsec_ and text in base64"),
  });
});
