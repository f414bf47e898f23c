// Recomputes the signature of every example delivery from its bytes, and holds bytes, headers and payload together.
import { createHmac } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type Description, type Json, type JsonObject, objectIn } from "./description.ts";
import { messagesOf } from "./operations.ts";

export function checkSignatures(description: Description): string[] {
  const signatures = objectIn(description.values.get("examples/signatures.json"));
  const secret = textOf(signatures, "secret");
  const deliveries = Array.isArray(signatures["deliveries"]) ? signatures["deliveries"].map(objectIn) : [];
  const examples = messagesOf(description).flatMap(({ name, examples }) => examples.map((node) => ({ name, node })));
  const unsigned = examples.filter(({ node }) => !deliveries.some((delivery) => isFor(delivery, node.file)));
  return [
    ...unsigned.map(({ node }) => `${node.file} has no entry in signatures.json`),
    ...deliveries.flatMap((delivery) => {
      const example = examples.find(({ node }) => isFor(delivery, node.file));
      if (example === undefined)
        return [`signatures.json: ${textOf(delivery, "example")} is the example of no message`];
      return checkDelivery(delivery, secret, { event: example.name, ...objectIn(example.node.value) });
    }),
  ];
}

function checkDelivery(delivery: JsonObject, secret: string, example: JsonObject): string[] {
  const name = textOf(delivery, "example");
  const body = textOf(delivery, "rawBody");
  const timestamp = textOf(delivery, "timestamp");
  const signature = `sha256=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`;
  const headers = objectIn(example["headers"]);
  const payload = example["payload"] ?? null;
  const event = example["event"] ?? null;
  return [
    ...expectSame(`${name} rawBody`, parsed(body), payload),
    ...expectSame(`${name} signature`, delivery["signature"], signature),
    ...expectSame(`${name} X-Webhook-Signature`, headers["X-Webhook-Signature"], signature),
    ...expectSame(`${name} X-Webhook-Timestamp`, headers["X-Webhook-Timestamp"], timestamp),
    ...expectSame(`${name} X-Webhook-Event`, headers["X-Webhook-Event"], event),
    ...expectSame(`${name} event`, objectIn(payload)["event"], event),
  ];
}

function expectSame(what: string, found: Json | undefined, wanted: Json): string[] {
  return isDeepStrictEqual(found, wanted) ? [] : [`${what} is not ${JSON.stringify(wanted)}`];
}

function isFor(delivery: JsonObject, file: string): boolean {
  return `examples/${textOf(delivery, "example")}` === file;
}

function textOf(value: JsonObject, key: string): string {
  const text = value[key];
  return typeof text === "string" ? text : "";
}

function parsed(text: string): Json {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}
