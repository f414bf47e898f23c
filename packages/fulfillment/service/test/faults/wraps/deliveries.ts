// What is to be changed about deliveries -> the parts of a service that changes it.
import type { Delivery, Target } from "../../../src/deliveries/outbox.ts";
import type { Outcome, Poster, SignDelivery } from "../../../src/deliveries/post.ts";
import type { ServiceParts } from "../../../src/operation/parts.ts";
import { type Fields, fieldsOf } from "../values.ts";

type Post = (
  post: Poster["post"],
  target: Pick<Target, "url" | "secret">,
  delivery: Pick<Delivery, "event" | "body">,
) => Promise<Outcome>;

/** Deliveries are sent otherwise, tests included. */
export function posting(change: Post): ServiceParts {
  return { poster: (poster) => ({ ...poster, post: (target, delivery) => change(poster.post, target, delivery) }) };
}

/** The event that is sent is another one; `null`: it is not sent at all. `name` limits it to one event. */
function sendingEvent(name: string | null, change: (event: Fields) => Fields | null): ServiceParts {
  return posting(async (post, target, delivery) => {
    if (name !== null && delivery.event !== name) return await post(target, delivery);
    const event = change(fieldsOf(JSON.parse(delivery.body)));
    if (event === null) return { kind: "accepted", status: 204, durationMs: 0 };
    return await post(target, { ...delivery, body: JSON.stringify(event) });
  });
}

/** The `data` of the event is another one. */
export function sendingData(name: string | null, change: (data: Fields) => unknown): ServiceParts {
  return sendingEvent(name, (event) => ({ ...event, data: change(fieldsOf(event["data"])) }));
}

/** Deliveries are signed otherwise. */
export function signing(change: (sign: SignDelivery) => SignDelivery): ServiceParts {
  return { sign: change };
}

/** The headers of deliveries are others; names and values in turn. */
export function sendingDeliveryHeaders(change: (headers: readonly string[]) => readonly string[]): ServiceParts {
  return signing((sign) => (secret, delivery) => {
    const { headers, body } = sign(secret, delivery);
    return { headers: change(headers), body };
  });
}
