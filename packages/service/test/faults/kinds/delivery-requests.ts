// Faults in how events are sent: headers, signature and bytes of a delivery.
import { createHash, createHmac } from "node:crypto";
import { signatureOf } from "../../../src/deliveries/post.ts";
import type { ServiceParts } from "../../../src/operation/parts.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { createdEvent, isSigned, place, subscribe } from "../probes.ts";
import type { FaultyService } from "../run-faulty.ts";
import { sendingDeliveryHeaders, signing } from "../wraps/deliveries.ts";
import { changedHeader } from "../wraps/responses.ts";

const headers = "spec/schemas/webhook-headers.yaml#/properties";
const signature = "spec/asyncapi.yaml#/components/securitySchemes/signature/x-waybill-signature";

const signatureHeader = "X-Webhook-Signature";

/** The signature is another one; `digest` is given what is signed and may sign something else. */
function signingAs(
  digest: (parts: { readonly secret: string; readonly timestamp: string; readonly body: Buffer }) => string,
): ServiceParts {
  return signing((sign) => (secret, delivery) => {
    const signed = sign(secret, delivery);
    const timestamp = String(Math.floor(delivery.now / 1000));
    const value = digest({ secret, timestamp, body: signed.body });
    return { body: signed.body, headers: changedHeader(signed.headers, signatureHeader, () => value) };
  });
}

function changingHeader(name: string, change: (value: string) => string | null): ServiceParts {
  return sendingDeliveryHeaders((all) => changedHeader(all, name, change));
}

async function header(service: FaultyService, name: string): Promise<unknown> {
  return (await createdEvent(service))?.headers[name];
}

/** Whether a delivery verifies. */
async function verifies(service: FaultyService): Promise<boolean | undefined> {
  const subscription = await subscribe(service, ["order.created"]);
  await place(service);
  const [event] = await subscription.events();
  return event === undefined ? undefined : isSigned(event, subscription.secret);
}

function hmac(secret: string | Buffer, ...parts: readonly (string | Buffer)[]): string {
  const computing = createHmac("sha256", secret);
  for (const part of parts) computing.update(part);
  return computing.digest("hex");
}

export const deliveryRequests: readonly Fault[] = faultsOf("delivery", [
  {
    id: "event-header-underscore",
    title: "`X-Webhook-Event` has an underscore where the name has a point",
    contradicts: `${headers}/X-Webhook-Event`,
    parts: () => changingHeader("X-Webhook-Event", (name) => name.replace(".", "_")),
    shows: (service) => header(service, "x-webhook-event"),
    right: "order.created",
    wrong: "order_created",
  },
  {
    id: "event-header-missing",
    title: "`X-Webhook-Event` is missing",
    contradicts: "spec/schemas/webhook-headers.yaml#/required",
    parts: () => changingHeader("X-Webhook-Event", () => null),
    shows: (service) => header(service, "x-webhook-event"),
    right: "order.created",
    wrong: undefined,
  },
  {
    id: "timestamp-header-missing",
    title: "`X-Webhook-Timestamp` is missing",
    contradicts: "spec/schemas/webhook-headers.yaml#/required",
    parts: () => changingHeader("X-Webhook-Timestamp", () => null),
    shows: async (service) => typeof (await header(service, "x-webhook-timestamp")),
    right: "string",
    wrong: "undefined",
  },
  {
    id: "timestamp-milliseconds",
    title: "`X-Webhook-Timestamp` is in milliseconds, and signed so",
    contradicts: `${headers}/X-Webhook-Timestamp/description`,
    parts: () => signing((sign) => (secret, delivery) => sign(secret, { ...delivery, now: delivery.now * 1000 })),
    shows: async (service) => String(await header(service, "x-webhook-timestamp")).length,
    right: 10,
    wrong: 13,
  },
  {
    id: "timestamp-iso",
    title: "`X-Webhook-Timestamp` is an ISO 8601 timestamp",
    contradicts: `${headers}/X-Webhook-Timestamp/pattern`,
    parts: () => changingHeader("X-Webhook-Timestamp", (seconds) => new Date(Number(seconds) * 1000).toISOString()),
    shows: async (service) => String(await header(service, "x-webhook-timestamp")).endsWith("Z"),
    right: false,
    wrong: true,
  },
  {
    id: "timestamp-of-start",
    title: "`X-Webhook-Timestamp` is when the service started",
    contradicts: `${headers}/X-Webhook-Timestamp/description`,
    parts: () => {
      // An hour ago stands for a service that has run for a while.
      const started = Date.now() - 3_600_000;
      return signing((sign) => (secret, delivery) => sign(secret, { ...delivery, now: started }));
    },
    shows: async (service) => Date.now() / 1000 - Number(await header(service, "x-webhook-timestamp")) < 300,
    right: true,
    wrong: false,
  },
  {
    id: "delivery-content-type",
    title: "Deliveries are sent as text/plain",
    contradicts: `${headers}/Content-Type/const`,
    parts: () => changingHeader("Content-Type", () => "text/plain"),
    shows: (service) => header(service, "content-type"),
    right: "application/json",
    wrong: "text/plain",
  },
  {
    id: "test-unsigned",
    title: "Tests are not signed",
    contradicts: "spec/messages/webhook-test.yaml#/description",
    parts: () =>
      signing((sign) => (secret, delivery) => {
        const signed = sign(secret, delivery);
        if (delivery.event !== "webhook.test") return signed;
        return { ...signed, headers: changedHeader(signed.headers, signatureHeader, () => null) };
      }),
    shows: async (service) => {
      const subscription = await subscribe(service, ["order.created"]);
      await service.ask("POST", `${subscription.path}/test`);
      return typeof subscription.arrived[0]?.headers["x-webhook-signature"];
    },
    right: "string",
    wrong: "undefined",
  },
  {
    id: "signature-upper-case",
    title: "The signature is in upper-case hex",
    contradicts: `${signature}/encoding`,
    parts: () => changingHeader(signatureHeader, (value) => `sha256=${value.slice(7).toUpperCase()}`),
    shows: verifies,
    right: true,
    wrong: false,
  },
  {
    id: "signature-without-prefix",
    title: "The signature has no `sha256=` in front",
    contradicts: `${signature}/prefix`,
    parts: () => changingHeader(signatureHeader, (value) => value.slice(7)),
    shows: async (service) => String(await header(service, "x-webhook-signature")).length,
    right: 71,
    wrong: 64,
  },
  {
    id: "signature-base64",
    title: "The signature is in base64",
    contradicts: `${headers}/X-Webhook-Signature/pattern`,
    parts: () =>
      changingHeader(signatureHeader, (value) => `sha256=${Buffer.from(value.slice(7), "hex").toString("base64")}`),
    shows: async (service) => String(await header(service, "x-webhook-signature")).length,
    right: 71,
    wrong: 51,
  },
  {
    id: "signature-without-timestamp",
    title: "The signature covers the body only",
    contradicts: `${signature}/signedContent/0`,
    parts: () => signingAs(({ secret, body }) => `sha256=${hmac(secret, body)}`),
    shows: verifies,
    right: true,
    wrong: false,
  },
  {
    id: "signature-without-period",
    title: "The signature has no period between timestamp and body",
    contradicts: `${signature}/signedContent/1`,
    parts: () => signingAs(({ secret, timestamp, body }) => `sha256=${hmac(secret, timestamp, body)}`),
    shows: verifies,
    right: true,
    wrong: false,
  },
  {
    id: "signature-plain-hash",
    title: "The signature is a plain SHA-256 of secret and content",
    contradicts: `${signature}/algorithm`,
    parts: () =>
      signingAs(({ secret, timestamp, body }) => {
        return `sha256=${createHash("sha256").update(`${secret}${timestamp}.`).update(body).digest("hex")}`;
      }),
    shows: verifies,
    right: true,
    wrong: false,
  },
  {
    id: "signature-key-without-prefix",
    title: "The key of the signature is the secret without its prefix",
    contradicts: `${signature}/key`,
    parts: () => signingAs(({ secret, timestamp, body }) => signatureOf(secret.replace("whsec_", ""), timestamp, body)),
    shows: verifies,
    right: true,
    wrong: false,
  },
  {
    id: "signature-of-other-second",
    title: "Signature and `X-Webhook-Timestamp` are made a second apart",
    contradicts: `${signature}/signedContent/0/header`,
    parts: () => changingHeader("X-Webhook-Timestamp", (seconds) => String(Number(seconds) + 1)),
    shows: verifies,
    right: true,
    wrong: false,
  },
  {
    id: "body-written-again",
    title: "The body is written again, with blanks, after it was signed",
    contradicts: `${signature}/signedContent/2`,
    parts: () =>
      signing((sign) => (secret, delivery) => {
        const { headers: signed, body } = sign(secret, delivery);
        return { headers: signed, body: Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 2)) };
      }),
    shows: verifies,
    right: true,
    wrong: false,
  },
]);
