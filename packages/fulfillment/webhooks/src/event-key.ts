// An event to the key that identifies its repeats, independent of their timestamp and the order of their members.
import type { UnknownWebhookEvent } from "./errors.ts";
import { fingerprintOf } from "./runtime/handling.gen.ts";

/**
 * `order.shipped:ord_1:<hex>`: the event's name, the id of the order or invite it is about (`-` without one), and the SHA-256 of
 * the whole payload as JSON with sorted members. Deliveries have no id, so two events are one exactly when all they say is the
 * same: a repeat of a delivery, but also two views of one page by one recipient.
 */
export async function eventKey(event: UnknownWebhookEvent): Promise<string> {
  return `${event.event}:${subjectOf(event)}:${await fingerprintOf(event)}`;
}

function subjectOf({ data }: UnknownWebhookEvent): string {
  const ids = typeof data === "object" && data !== null ? [idIn(data, "orderId"), idIn(data, "inviteId")] : [];
  return ids.find((id) => id !== null) ?? "-";
}

function idIn(data: object, name: string): string | null {
  const id: unknown = Reflect.get(data, name);
  return typeof id === "string" ? id : null;
}
