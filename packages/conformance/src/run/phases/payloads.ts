// What a delivery says of a resource under the resource's own names -> whether the API says the same.
import type { Json } from "waybill/description";
import { asObject, type Context } from "../context.ts";
import type { Expected, Subscriptions } from "../subscriptions.ts";

export interface Payloads {
  readonly expected: Expected;
  readonly resource: Readonly<Record<string, Json>>;
  /** The place of the state machine. */
  readonly where: string;
}

/** What a delivery says of a resource under the resource's own names, it says as the resource does. */
export function comparePayloads(
  context: Context,
  subscriptions: Subscriptions,
  { expected, resource, where }: Payloads,
): void {
  for (const subscription of expected.recipients) {
    const [arrived] = subscriptions.of(expected, subscription);
    const data = Object.values(asObject(arrived?.payload) ?? {})
      .map(asObject)
      .find((member) => member !== null);
    for (const [name, value] of Object.entries(data ?? {})) {
      if (!Object.hasOwn(resource, name) || isSame(value, resource[name])) continue;
      const message = `${expected.event} has another ${name} than the resource`;
      context.objectTo("payload-differs", message, {
        subject: expected.event,
        where,
        shown: `delivered: ${JSON.stringify(value)}\nread: ${JSON.stringify(resource[name])}`,
      });
    }
  }
}

/** As far as the delivery goes: it may say less of each thing. */
function isSame(delivered: Json | undefined, read: Json | undefined): boolean {
  if (Array.isArray(delivered)) {
    return (
      Array.isArray(read) &&
      delivered.length === read.length &&
      delivered.every((item: Json, index) => isSame(item, read[index]))
    );
  }
  const [less, more] = [asObject(delivered), asObject(read)];
  if (less === null || more === null) return delivered === read;
  return Object.entries(less).every(([name, value]) => !Object.hasOwn(more, name) || isSame(value, more[name]));
}
