// What planted faults have in common: operations that are handled otherwise, requests that fail, and deliveries repeated.
import type { Api } from "../../../src/api/reply.ts";
import type { Outcome } from "../../../src/deliveries/post.ts";
import type { ServiceParts } from "../../../src/operation/parts.ts";
import { posting } from "../wraps/deliveries.ts";
import { type IncomingRequest, responding } from "../wraps/responses.ts";

/** One operation is handled otherwise. */
export function handling<Name extends keyof Api>(name: Name, change: (handle: Api[Name]) => Api[Name]): ServiceParts {
  return { api: (api) => ({ ...api, [name]: change(api[name]) }) };
}

/** Requests like this one fail inside the service. */
export function failingOn(isMeant: (request: IncomingRequest) => boolean): ServiceParts {
  return responding((response, request) =>
    isMeant(request) && response.status !== 401
      ? { ...response, status: 500, contentType: "application/json", body: '{"message":"Internal server error"}' }
      : null,
  );
}

/** What a parameter of the query says; empty without one. */
export function parameter({ query }: IncomingRequest, name: string): string {
  return new URLSearchParams(query).get(name) ?? "";
}

/** A delivery with such an outcome is sent once more. */
export function repeating(isMeant: (outcome: Outcome) => boolean): ServiceParts {
  return posting(async (post, target, delivery) => {
    const outcome = await post(target, delivery);
    return isMeant(outcome) ? await post(target, delivery) : outcome;
  });
}

/** The outcome of a delivery is taken for another one. */
export function mistaking(change: (outcome: Outcome) => Outcome): ServiceParts {
  return posting(async (post, target, delivery) => change(await post(target, delivery)));
}
