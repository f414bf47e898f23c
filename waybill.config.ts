// Turns spec/ into the generated part of packages/: `pnpm generate`. The client has a configuration in its package.
import { type Config, defineConfig } from "./generators/src/entries/index.ts";
import mocks from "./packages/waybill/mocks/src/index.ts";
import tanstackQuery from "./packages/waybill/tanstack-query/src/index.ts";

const portalApi = "packages/fulfillment/portal-api/src";

const config: Config = defineConfig({
  command: "pnpm generate",
  apis: {
    fulfillment: {
      openapi: "spec/openapi.yaml",
      asyncapi: "spec/asyncapi.yaml",
      changeset: { base: "spec/releases" },
      // This code is what the repository is about: its own compiler checks it with everything else.
      tsNocheck: false,
      targets: [
        { target: "types", out: "packages/fulfillment/types/src", import: "@fulfillment/types" },
        { target: "zod", out: "packages/fulfillment/validators/src", import: "@fulfillment/validators" },
        { target: "server", out: "packages/fulfillment/server/src", import: "@fulfillment/server" },
        // Its handler and its errors have this API's own words: they are written by hand around the generated parts.
        {
          target: "webhooks",
          out: "packages/fulfillment/webhooks/src",
          import: "@fulfillment/webhooks",
          receiver: "parts",
        },
      ],
    },
    // The customer portal is no part of /v1. The service and the pages share what both need.
    portal: {
      openapi: "spec/portal/openapi.yaml",
      out: "packages/fulfillment/portal/src/generated",
      tsNocheck: false,
      // Nothing of it is published alone, so what does not depend on the description exists once.
      runtime: "package",
      targets: [
        { target: "types", out: `${portalApi}/types`, import: "@fulfillment/portal-api/types" },
        { target: "zod", out: `${portalApi}/validators`, import: "@fulfillment/portal-api/validators" },
        { target: "server", out: `${portalApi}/server`, import: "@fulfillment/portal-api/server" },
        "client",
        tanstackQuery.with({ scope: "portal" }),
        mocks,
      ],
    },
  },
});

export default config;
