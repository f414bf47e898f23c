// An event to the key that identifies its repeats, independent of their timestamp and the order of their members.
import type { UnknownWebhookEvent } from "./errors.ts";
import { hexOf } from "./signature.ts";

/**
 * `order.shipped:ord_1:<hex>`: the event's name, the id of the order or invite it is about (`-` without one), and the SHA-256 of
 * the whole payload as JSON with sorted members. Deliveries have no id, so two events are one exactly when all they say is the
 * same: a repeat of a delivery, but also two views of one page by one recipient.
 */
export async function eventKey(event: UnknownWebhookEvent): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(canonicalJson(event)));
  return `${event.event}:${subjectOf(event)}:${hexOf(new Uint8Array(digest))}`;
}

/** JSON without white space, the members of every object sorted by name. */
function canonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(",")}}`;
}

function subjectOf({ data }: UnknownWebhookEvent): string {
  const ids = typeof data === "object" && data !== null ? [idIn(data, "orderId"), idIn(data, "inviteId")] : [];
  return ids.find((id) => id !== null) ?? "-";
}

function idIn(data: object, name: string): string | null {
  const id: unknown = Reflect.get(data, name);
  return typeof id === "string" ? id : null;
}
