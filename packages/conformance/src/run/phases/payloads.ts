// Members of a delivery with the names of the resource -> whether the API returns the same values.

import type { Json } from "waybill/description";
import { asObject } from "../../values/json.ts";
import type { Context } from "../context.ts";
import type { Expected, Subscriptions } from "../subscriptions.ts";

export interface Payloads {
  readonly expected: Expected;
  readonly resource: Readonly<Record<string, Json>>;
  /** The place of the state machine. */
  readonly where: string;
}

/** Members of a delivery that have the names of the resource have its values. */
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
