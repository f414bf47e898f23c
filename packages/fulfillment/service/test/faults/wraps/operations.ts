// A handler of an operation, or the outcome of a delivery, that is wrong -> the parts of a service that have it.
import type { Api } from "../../../src/api/reply.ts";
import type { Outcome } from "../../../src/deliveries/post.ts";
import type { ServiceParts } from "../../../src/operation/parts.ts";
import { posting } from "./deliveries.ts";

/** One operation is handled otherwise. */
export function handling<Name extends keyof Api>(name: Name, change: (handle: Api[Name]) => Api[Name]): ServiceParts {
  return { api: (api) => ({ ...api, [name]: change(api[name]) }) };
}

/** The outcome of a delivery is mistaken for another one. */
export function mistaking(change: (outcome: Outcome) => Outcome): ServiceParts {
  return posting(async (post, target, delivery) => change(await post(target, delivery)));
}
