// Turns spec/ into the generated part of packages/: `pnpm generate`.
import { type Config, defineConfig } from "./generators/src/index.ts";

const config: Config = defineConfig({
  command: "pnpm generate",
  apis: {
    fulfillment: {
      openapi: "spec/openapi.yaml",
      asyncapi: "spec/asyncapi.yaml",
      targets: [
        { target: "types", out: "packages/types/src", import: "@fulfillment/types" },
        { target: "zod", out: "packages/validators/src", import: "@fulfillment/validators" },
        { target: "server", out: "packages/server/src", import: "@fulfillment/server" },
        { target: "client", out: "packages/client/src", import: "@fulfillment/client" },
        { target: "webhooks", out: "packages/webhooks/src", import: "@fulfillment/webhooks" },
      ],
    },
  },
});

export default config;
