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
  const [cheapest] =
    [...context.baselines].find(([operation, { accepted }]) => accepted && operation.method === "get") ?? [];
  if (cheapest === undefined) return;
  session.spending = true;
  let spent = false;
  await context.case("rate limit", `${cheapest.id}/rate-limit`, cheapest.id, async () => {
    const values = context.baselines.get(cheapest)?.result.values;
    for (let count = 0; values !== undefined && count < mostRequests && !spent; count += 1) {
      spent = (await context.call(cheapest, values)).status === status;
    }
  });
  if (!spent) {
    context.notes.add(`the budget was not used up within ${mostRequests} requests, so no ${status} was seen`);
    return;
  }
  for (const operation of description.operations) {
    await context.case("rate limit", `${operation.id}/rate-limit/spent`, operation.id, async () => {
      const values = usualValues(context, operation);
      if (values === null) return;
      const result = await context.call(operation, values);
      if (result.status === status) return;
      context.object(
        "rate-limit-count",
        `${operation.id} returns ${result.status} although the budget is used up`,
        result,
      );
    });
  }
}
