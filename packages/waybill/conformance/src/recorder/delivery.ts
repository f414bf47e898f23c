// Webhooks as `node:http` and Fetch servers receive them -> deliveries, shown to a recorder.
import type { Delivery, DeliveryVerdict } from "../deliveries/check-delivery.ts";
import { pairsOfRaw } from "../exchange/exchange.ts";
import type { Recorder } from "../recorder.ts";

export interface RecordDeliveryOptions {
  /** The secret that it must be signed with. Default: none is known, and the signature is not checked. */
  readonly secret?: string | null;
  /** Secrets that were replaced: what is signed with one of them is said to be. */
  readonly retired?: readonly string[];
  /** When it arrived, in Unix milliseconds. Default: now. */
  readonly now?: () => number;
}

/** What of an `IncomingMessage` of `node:http` is used. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
}

/** `body`: the bytes as they came, before anything parsed them. */
export function recordNodeDelivery(
  recorder: Recorder,
  received: { readonly request: NodeRequest; readonly body: Uint8Array },
  options: RecordDeliveryOptions = {},
): DeliveryVerdict {
  const { method = "", url = "", rawHeaders } = received.request;
  return record(recorder, { method, target: url, headers: pairsOfRaw(rawHeaders), body: received.body }, options);
}

/** Reads a copy of the request's body: the request can still be read. Rejects when it was read before. */
export async function recordFetchDelivery(
  recorder: Recorder,
  request: Request,
  options: RecordDeliveryOptions = {},
): Promise<DeliveryVerdict> {
  const { pathname, search } = new URL(request.url);
  const body = new Uint8Array(await request.clone().arrayBuffer());
  const { method, headers } = request;
  return record(recorder, { method, target: `${pathname}${search}`, headers: [...headers], body }, options);
}

function record(recorder: Recorder, delivery: Omit<Delivery, "at">, options: RecordDeliveryOptions): DeliveryVerdict {
  const { secret = null, retired = [], now = Date.now } = options;
  return recorder.delivery({ ...delivery, at: now() }, { secret, retired });
}
