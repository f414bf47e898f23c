// Tests sent to subscriptions that were not asked for, as the parts of a service that sends them.
import type { ServiceParts } from "../../../src/operation/parts.ts";
import { subscriptionsOfAccount } from "../../../src/storage/queries/subscriptions.ts";
import { withInside } from "../inside.ts";

/** What a test of one subscription does, for each one that the account has. */
export function testingAll(): ServiceParts {
  return withInside((inside) => ({
    api: (api) => ({
      ...api,
      testWebhook: async (request, caller) => {
        const all = await inside().database.all(subscriptionsOfAccount, { accountId: caller.accountId });
        for (const { id } of all) {
          if (id !== request.path.id) await api.testWebhook({ path: { id } }, caller);
        }
        return await api.testWebhook(request, caller);
      },
    }),
  }));
}
