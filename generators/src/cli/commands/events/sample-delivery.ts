// A message -> a delivery of it that is not signed yet: an example of the description, a file, or a sample of its schema.

import { sampleOf } from "../../../model/sampling/index.ts";
import type { Json } from "../../../model/schema.ts";
import { matches } from "../../../model/values/matching.ts";
import type { EventMessage } from "../../../targets/webhooks/event-messages.ts";
import { requestPartsOf } from "../../../targets/webhooks/sender.ts";

export interface Wanted {
  /** In place of a sample. */
  readonly payload?: Json | undefined;
  /** The name of an example. */
  readonly example?: string | undefined;
  /** Other values, made up instead of taken from examples. */
  readonly seed?: number | undefined;
  readonly id?: string | undefined;
}

export type SampleDelivery =
  | {
      readonly ok: true;
      readonly payload: Json;
      /** Those that sign it are missing. */
      readonly headers: Readonly<Record<string, string>>;
      /** Whether the payload is what the description says. */
      readonly isValid: boolean;
    }
  | { readonly ok: false; readonly reason: string };

export function sampleDelivery(message: EventMessage, wanted: Wanted): SampleDelivery {
  const sample = payloadOf(message, wanted);
  if (!sample.ok) return sample;
  const parts = requestPartsOf(message, ({ message: problem }) => {
    throw new TypeError(problem);
  });
  const { contentType, headers: fixed, idHeader } = parts;
  const id = wanted.id ?? `msg_${crypto.randomUUID().replaceAll("-", "")}`;
  const headers = {
    "Content-Type": contentType,
    ...sampledHeaders(message, wanted),
    ...fixed,
    ...(idHeader === null ? {} : { [idHeader]: id }),
  };
  return { ok: true, payload: sample.value, headers, isValid: matches(message.payload, sample.value) };
}

type Payload = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly reason: string };

function payloadOf({ payload, examples }: EventMessage, { payload: given, example, seed }: Wanted): Payload {
  if (given !== undefined) return { ok: true, value: given };
  const shown = examples.flatMap(({ name, payload: value }) =>
    value === null || (example !== undefined && name !== example) ? [] : [{ name: name ?? "", summary: null, value }],
  );
  const [first] = shown;
  if (example !== undefined) {
    const names = examples.flatMap(({ name, payload: value }) => (name === null || value === null ? [] : [name]));
    const all = names.length === 0 ? "it has no examples with names" : `available: ${names.join(", ")}`;
    if (first === undefined) return { ok: false, reason: `there is no example ${JSON.stringify(example)}; ${all}` };
    return { ok: true, value: first.value.value as Json };
  }
  const sample = sampleOf(payload, { examples: seed === undefined ? shown : [], all: true, seed });
  return sample.ok ? sample : { ok: false, reason: sample.reason };
}

/** What the description says about headers, without those that a signature adds. */
function sampledHeaders({ headers, examples, signature }: EventMessage, { seed }: Wanted): Record<string, string> {
  const example = examples.find((one) => one.headers !== null)?.headers?.value;
  const sampled = headers === null ? null : sampleOf(headers, { seed });
  const value: unknown = example ?? (sampled?.ok === true ? sampled.value : {});
  const own = [signature?.scheme.header, signature?.scheme.timestamp?.header, "content-type", "content-length"];
  const left = new Set(own.map((name) => name?.toLowerCase()));
  const entries: [string, unknown][] = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(
    entries
      .filter(([name]) => !left.has(name.toLowerCase()))
      .map(([name, text]) => [name, typeof text === "string" ? text : JSON.stringify(text)]),
  );
}
