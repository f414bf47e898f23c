// Requests until the budget is used up, and then one of each operation: every one has to be rejected as described.
import type { Context } from "../context.ts";
import { usualValues } from "../inputs.ts";
import { rateRuleOf } from "../rate-watch.ts";

/** No more requests are made to reach the limit. */
const mostRequests = 20_000;

export async function runRateLimit(context: Context): Promise<void> {
  const { description, options, session } = context;
  if (options.spendBudget !== true) return;
  const status = rateRuleOf(description)?.exceededStatus ?? 429;
  const first = context.accepted.find(({ operation }) => operation.method === "get");
  if (first === undefined) return;
  const { operation: cheapest, values } = first;
  session.spending = true;
  let spent = false;
  await context.case("rate limit", `${cheapest.id}/rate-limit`, cheapest.id, async () => {
    for (let count = 0; count < mostRequests && !spent; count += 1) {
      spent = (await context.call(cheapest, values)).status === status;
    }
  });
  if (!spent) {
    context.notes.add(`the budget was not used up within ${mostRequests} requests, so no ${status} was seen`);
    return;
  }
  for (const operation of description.operations) {
    await context.case("rate limit", `${operation.id}/rate-limit/spent`, operation.id, async () => {
      const own = usualValues(context, operation);
      const result = own === null ? null : await context.call(operation, own);
      if (result === null || result.status === status) return;
      const message = `${operation.id} returns ${result.status} although the budget is used up`;
      context.object("rate-limit-count", message, result);
    });
  }
}
