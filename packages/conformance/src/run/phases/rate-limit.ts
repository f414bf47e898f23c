// Requests until the budget is spent, and then one of each operation: every one is refused as described.
import type { Context } from "../context.ts";
import { inputsFor } from "../inputs.ts";
import { rateRuleOf } from "../rate-watch.ts";

/** More than that is not spent to see a refusal. */
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
    const values = context.baselines.get(cheapest)?.answered.values;
    for (let count = 0; values !== undefined && count < mostRequests && !spent; count += 1) {
      spent = (await context.call(cheapest, values)).status === status;
    }
  });
  if (!spent) {
    context.notes.add(`the budget was not spent within ${mostRequests} requests, so no ${status} was seen`);
    return;
  }
  for (const operation of description.operations) {
    await context.case("rate limit", `${operation.id}/rate-limit/spent`, operation.id, async () => {
      const values =
        context.baselines.get(operation)?.answered.values ?? inputsFor(context, operation, "required")?.values;
      if (values === undefined) return;
      const answered = await context.call(operation, values);
      if (answered.status === status) return;
      context.object(
        "rate-limit-count",
        `${operation.id} answers ${answered.status} although the budget is spent`,
        answered,
      );
    });
  }
}
