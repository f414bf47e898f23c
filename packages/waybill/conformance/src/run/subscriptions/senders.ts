// A description of events, and a command that triggers each -> what the sender delivers, without a service that takes subscriptions.
import type { Message } from "waybill/description";
import { openReceiver } from "../../deliveries/receiver.ts";
import { placeOf } from "../../description/description.ts";
import { type Case, type Context, caseOf } from "../context.ts";
import { type NamedTrigger, triggersFor, unsaidIn } from "../run-options.ts";

/** How many deliveries arrived. Each command gets the address as `{url}`, and causes one delivery of its event. */
export async function runSenders(context: Context, port: number): Promise<number> {
  const { description, options, recorder } = context;
  const { webhookSecret: secret = null, webhookUrl, deliveryMs = 5_000 } = options;
  const arrived: { readonly event: string; readonly payload: unknown }[] = [];
  let wake = (): void => {};
  const receiver = await openReceiver({
    port,
    now: Date.now,
    onDelivery: (delivery) => {
      const { message, payload } = recorder.delivery(delivery, { secret, retired: [] }, () => context.caseId);
      if (message !== null) arrived.push({ event: message.eventName, payload });
      wake();
      return 204;
    },
  });
  if (secret === null) context.notes.add("signatures were not checked: pass --webhook-secret, or WAYBILL_SECRET");
  const url = (webhookUrl ?? "http://127.0.0.1:{port}").replaceAll("{port}", String(receiver.port));
  let deliveries = 0;
  const caseFor = ({ eventName, at }: Message, one: NamedTrigger): Case => {
    const run = async (): Promise<void> => {
      arrived.length = 0;
      const came = new Promise<void>((resolve) => {
        wake = resolve;
      });
      await one.trigger({ ...options.values, url });
      const limit = AbortSignal.timeout(deliveryMs);
      const late = new Promise<void>((resolve) => limit.addEventListener("abort", () => resolve(), { once: true }));
      await Promise.race([came, late]);
      deliveries += arrived.length;
      const matchingDeliveries = arrived.filter(({ event }) => event === eventName);
      const about = { subject: eventName, where: placeOf(at) };
      const cause = `the trigger of ${one.name}`;
      if (matchingDeliveries.length === 0)
        context.objectTo("missing-event", `${cause} is not followed by ${eventName}`, about);
      if (matchingDeliveries.length > 1)
        context.objectTo("repeated-delivery", `${eventName} arrives more than once after ${cause}`, about);
      const [first] = matchingDeliveries;
      const unsaid = first === undefined ? null : unsaidIn(first.payload, one);
      if (unsaid !== null)
        context.objectTo("payload-differs", `${eventName} ${unsaid}, as its trigger ${one.name} says`, about);
    };
    return { ...caseOf("life cycle", { id: one.name }, "trigger", run), subject: eventName };
  };
  try {
    for (const message of description.messages) {
      const named = triggersFor(options, message.eventName);
      if (named.length === 0)
        context.notes.add(`${message.eventName} was not triggered; pass --trigger '${message.eventName}=…'`);
      for (const one of named) await context.case(caseFor(message, one));
    }
  } finally {
    await receiver.close();
  }
  return deliveries;
}
