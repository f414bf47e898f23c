import { setTimeout as delay } from "node:timers/promises";
import type { ServiceParts } from "../../../src/operation/parts.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { bodyOf, createdEvent, isSigned, place, subscribe } from "../probes.ts";
import type { FaultyService } from "../run-faulty.ts";
import { at } from "../values.ts";
import { posting, sendingDeliveryHeaders, signing } from "../wraps/deliveries.ts";
import { mistaking } from "../wraps/operations.ts";
import { changedHeader } from "../wraps/responses.ts";

const headers = "spec/schemas/webhook-headers.yaml#/properties";
const signature = "spec/asyncapi.yaml#/components/securitySchemes/signature/x-waybill-signature";

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

export const deliveryRequests: readonly Fault[] = faultsOf("delivery", [
  {
    id: "event-header-missing",
    title: "`X-Webhook-Event` is missing",
    contradicts: "spec/schemas/webhook-headers.yaml#/required",
    foundBy: ["invalid-delivery-header"],
    parts: () => changingHeader("X-Webhook-Event", () => null),
    shows: (service) => header(service, "x-webhook-event"),
    right: "order.created",
    wrong: undefined,
  },
  {
    id: "timestamp-of-start",
    title: "`X-Webhook-Timestamp` is when the service started",
    contradicts: `${headers}/X-Webhook-Timestamp/description`,
    foundBy: ["stale-timestamp"],
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
    id: "body-written-again",
    title: "The body is written again, with blanks, after it was signed",
    contradicts: `${signature}/signedContent/2`,
    foundBy: ["bad-signature"],
    parts: () =>
      signing((sign) => (secret, delivery) => {
        const { headers: signed, body } = sign(secret, delivery);
        return { headers: signed, body: Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 2)) };
      }),
    shows: verifies,
    right: true,
    wrong: false,
  },
  {
    id: "no-deadline",
    title: "A test that takes longer than 10 seconds succeeds all the same",
    contradicts: "spec/asyncapi.yaml#/operations/deliver/x-waybill-delivery",
    foundBy: ["delivery-deadline", "wrong-report"],
    parts: () =>
      mistaking((outcome) =>
        outcome.kind === "unreached" && outcome.reason.includes("within")
          ? { kind: "accepted", status: 200, durationMs: 10_000 }
          : outcome,
      ),
    shows: (service) => slow(service, 10_500),
    right: false,
    wrong: true,
  },
  {
    id: "query-not-sent",
    title: "Deliveries go to the URL of a subscription without its query",
    contradicts: "spec/schemas/webhook-subscription.yaml#/properties/url",
    foundBy: ["unasked-delivery"],
    parts: () =>
      posting((post, target, delivery) => post({ ...target, url: target.url.replace(/\?.*$/, "") }, delivery)),
    // The receiver accepts deliveries where a mailbox is, and there is none with the query.
    shows: async (service) => {
      const { path, url } = await subscribe(service, ["order.created"]);
      await service.ask("PUT", path, { body: { url: `${url}?tenant=7` } });
      return at(await bodyOf(service.ask("POST", `${path}/test`)), "statusCode");
    },
    right: 404,
    wrong: 204,
  },
]);

async function slow(service: FaultyService, ms: number): Promise<unknown> {
  const { path } = await subscribe(service, ["order.created"], { receive: () => delay(ms) });
  return at(await bodyOf(service.ask("POST", `${path}/test`)), "success");
}
