// Requests until the budget is used up, and then one of each operation: every one has to be rejected as described, and to have no effect.
// Before that, whether another client has a budget of its own.
import { type CallResult, type Cases, type Context, caseOf, isAccepted } from "../context.ts";
import { manyOf, sizeOf } from "../engines/read-twice.ts";
import { usualValues } from "../inputs.ts";
import { itemsOf } from "../records.ts";
import { addressesIn, NoResponse } from "../session.ts";
import { withParameter } from "../variation.ts";
import { type RateRule, rateRuleOf, remainingIn } from "./rate-watch.ts";

/** No more requests are made to reach the limit. */
const mostRequests = 20_000;

export function* rateLimit(context: Context): Cases {
  const rule = rateRuleOf(context.description);
  const first = context.accepted.find(({ operation }) => operation.method === "get");
  if (first === undefined) return;
  if (rule !== null) {
    yield* countedAtOnce(context, first, rule);
    yield* countedApart(context, first, rule);
  }
  if (context.options.spendBudget === true) yield* spend(context, first, rule);
}

/** So many requests are sent at once. */
const together = 8;
/** In a shorter window, earlier requests may leave it meanwhile. */
const leastWindowSeconds = 600;

/** Requests at once use up one each, too. */
function* countedAtOnce(context: Context, { operation, values }: CallResult, rule: RateRule): Cases {
  if ((rule.windowSeconds ?? 0) < leastWindowSeconds) return;
  yield caseOf("rate limit", operation, "rate-limit/together", async () => {
    const remaining = async (): Promise<{ readonly result: CallResult; readonly left: number | null }> => {
      const result = await context.call(operation, values);
      return { result, left: remainingIn(result.exchange, rule.remaining) };
    };
    const { left: before } = await remaining();
    if (before === null || before <= together) return;
    await context.atOnce(Array.from({ length: together }, () => () => context.call(operation, values)));
    // The responses may arrive in another order than the requests were counted in.
    context.onAside();
    const { result, left: after } = await remaining();
    const used = after === null ? null : before - after;
    if (used === null || used === together + 1) return;
    const counted = `(${rule.remaining[0]} from ${before} to ${after})`;
    const message = `${together + 1} requests, ${together} of them at once, use up ${used} of the budget ${counted}`;
    context.object("rate-limit-count", message, { ...result, where: rule.where });
  });
}

/** The scope of a limit is a key or an address: what another one uses is not taken from the own budget. */
function* countedApart(context: Context, { operation, values }: CallResult, rule: RateRule): Cases {
  const { otherKey = null } = context.options;
  const address = otherAddressOf(context, rule);
  const other =
    address !== null
      ? () => context.callFrom(address, operation, values)
      : rule.scope === "api-key" && otherKey !== null
        ? () => context.call(operation, values, context.credential(operation, otherKey))
        : null;
  if (other === null) return;
  yield caseOf("rate limit", operation, "rate-limit/separate", async () => {
    const before = remainingIn((await context.call(operation, values)).exchange, rule.remaining);
    // The order of requests of two clients says nothing about either.
    context.onAside();
    if ((await fromOther(context, other)) === null) return;
    context.onAside();
    const result = await context.call(operation, values);
    const after = remainingIn(result.exchange, rule.remaining);
    if (before === null || after === null || after >= before - 1) return;
    const counted = `(${rule.remaining[0]} from ${before} to ${after})`;
    const message = `a request of another client uses up the budget of this one ${counted}; its scope is ${rule.scope}`;
    context.object("rate-limit-count", message, { ...result, where: rule.where });
  });
}

/** `null`, and a note, where this machine has no such address. */
async function fromOther(context: Context, call: () => Promise<CallResult>): Promise<CallResult | null> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error;
    context.notes.add(`nothing could be sent from ${addressesIn(context.options.otherAddress)[0]}: ${error.message}`);
    return null;
  }
}

function otherAddressOf({ options }: Context, rule: RateRule | null): string | null {
  return rule?.scope === "client-ip" ? (addressesIn(options.otherAddress)[0] ?? null) : null;
}

function* spend(context: Context, { operation: cheapest, values }: CallResult, rule: RateRule | null): Cases {
  const { description, session } = context;
  const status = rule?.exceededStatus ?? 429;
  const address = otherAddressOf(context, rule);
  session.spending = true;
  let spent = false;
  yield caseOf("rate limit", cheapest, "rate-limit", async () => {
    for (let count = 0; count < mostRequests && !spent; count += 1) {
      spent = (await context.call(cheapest, values)).status === status;
    }
  });
  if (!spent) {
    context.notes.add(`the budget was not used up within ${mostRequests} requests, so no ${status} was seen`);
    return;
  }
  const watched = new Map<CallResult, number>();
  for (const list of address === null ? [] : new Set([...context.listsWith.values()].flat())) {
    yield caseOf("rate limit", list.operation, "rate-limit/before", async () => {
      const page = await lookFrom(context, address ?? "", list);
      if (page !== null) watched.set(list, page.count);
    });
  }
  for (const operation of description.operations) {
    yield caseOf("rate limit", operation, "rate-limit/spent", async () => {
      const requestValues = usualValues(context, operation);
      const result = requestValues === null ? null : await context.call(operation, requestValues);
      if (result === null || result.status === status) return;
      context.fault("rate-limit-count", result, `returns ${result.status} although the budget is used up`);
    });
  }
  for (const [list, before] of watched) {
    yield caseOf("rate limit", list.operation, "rate-limit/after", async () => {
      const page = await lookFrom(context, address ?? "", list);
      if (page === null || page.count === before) return;
      const text = `has ${page.count} records after requests that were rejected with ${status}; before: ${before}`;
      context.fault("wrong-count", page.result, text, rule?.where ?? null);
    });
  }
}

/** How many records a list has for another client with the same key; `null` where it has more than fit on a page. */
async function lookFrom(
  context: Context,
  address: string,
  { operation, values }: CallResult,
): Promise<{ readonly result: CallResult; readonly count: number } | null> {
  const size = sizeOf(operation);
  const many = manyOf(size);
  const all = size === null ? values : withParameter(values, size, many);
  const result = await fromOther(context, () => context.callFrom(address, operation, all));
  const count = result === null || !isAccepted(result.status) ? null : (itemsOf(result.json)?.length ?? null);
  return result === null || count === null || (size !== null && count >= many) ? null : { result, count };
}
