// A description of events, and a command that triggers each -> what the sender delivers, without a service that takes subscriptions.
import { openReceiver } from "../../deliveries/receiver.ts";
import { placeOf } from "../../description/description.ts";
import type { Context } from "../context.ts";

/** How many deliveries arrived. Each command gets the address as `{url}`, and causes one delivery of its event. */
export async function runSenders(context: Context, port: number): Promise<number> {
  const { description, options, recorder } = context;
  const { webhookSecret: secret = null, webhookUrl, deliveryMs = 5_000, triggers = {} } = options;
  const arrived: string[] = [];
  let wake = (): void => {};
  const receiver = await openReceiver({
    port,
    now: Date.now,
    onDelivery: (delivery) => {
      const { message } = recorder.delivery(delivery, { secret, retired: [] }, context.caseId);
      if (message !== null) arrived.push(message.eventName);
      wake();
      return 204;
    },
  });
  if (secret === null) context.notes.add("signatures were not checked: pass --webhook-secret, or WAYBILL_SECRET");
  const url = (webhookUrl ?? "http://127.0.0.1:{port}").replaceAll("{port}", String(receiver.port));
  let deliveries = 0;
  try {
    for (const { eventName, at } of description.messages) {
      const trigger = triggers[eventName];
      if (trigger === undefined) {
        context.notes.add(`${eventName} was not triggered; pass --trigger '${eventName}=…'`);
        continue;
      }
      await context.case("life cycle", `${eventName}/trigger`, eventName, async () => {
        arrived.length = 0;
        const came = new Promise<void>((resolve) => {
          wake = resolve;
        });
        await trigger({ ...options.values, url });
        const limit = AbortSignal.timeout(deliveryMs);
        const late = new Promise<void>((resolve) => limit.addEventListener("abort", () => resolve(), { once: true }));
        await Promise.race([came, late]);
        deliveries += arrived.length;
        const own = arrived.filter((name) => name === eventName).length;
        const about = { subject: eventName, where: placeOf(at) };
        const cause = `the trigger of ${eventName}`;
        if (own === 0) context.objectTo("missing-event", `${cause} is not followed by ${eventName}`, about);
        if (own > 1) context.objectTo("repeated-delivery", `${eventName} arrives more than once after ${cause}`, about);
      });
    }
  } finally {
    await receiver.close();
  }
  return deliveries;
}
