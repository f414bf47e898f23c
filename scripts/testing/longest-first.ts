// The order of test files: those that take longest first, so that no worker begins with one when the others have ended. Without results of
// an earlier run, as in CI, vitest goes by their sizes, which say little of files that start programs or wait.
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Those that take more than a fiftieth of a run, the ones that wait between the ones that keep a processor busy. A file that is not here is
 * ordered by vitest.
 */
export const longest: readonly string[] = [
  "packages/fulfillment/service/test/contract/broken-connections.test.ts",
  "packages/waybill/mocks/test/server.test.ts",
  "generators/test/scenarios/scenarios.test.ts",
  "generators/test/run/config/plugins.test.ts",
  "packages/fulfillment/service/test/rate-limit/redis-limiter.test.ts",
  "generators/test/run/formatting.test.ts",
  "packages/waybill/lsp/test/server.test.ts",
  "generators/test/targets/http/call.test.ts",
  "packages/fulfillment/portal/test/portal.test.ts",
  "generators/test/targets/zod/agreement.test.ts",
  "packages/fulfillment/service/test/contract/webhooks.test.ts",
  "generators/test/targets/types/own-description.test.ts",
  "generators/test/run/unchanged.test.ts",
  "generators/test/cli/watch.test.ts",
  "generators/test/run/config/config.test.ts",
  "packages/fulfillment/service/test/storage/bounds.test.ts",
  "generators/test/diagnostics/runs.test.ts",
  "packages/waybill/tanstack-query/test/browser/orders-desk.test.ts",
  "generators/test/upgrade/upgrade.test.ts",
  "packages/waybill/mocks/test/mocks.test.ts",
  "packages/fulfillment/service/test/operation/service.test.ts",
  "generators/test/run/recover.test.ts",
  "packages/fulfillment/service/test/contract/deliveries.test.ts",
  "generators/test/targets/zod/description.test.ts",
  "generators/test/scaffold/served.test.ts",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const index = longest.indexOf(relative(this.ctx.config.root, moduleId));
      return index === -1 ? longest.length : index;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
