// What `waybill generate` makes here, and from what. `npx waybill init` wrote it; `include` came afterwards.
import { defineConfig } from "waybill";

export default defineConfig({
  apis: {
    fulfillment: {
      openapi: "npm:@fulfillment/spec",
      // Each target has a folder in here; all of it is generated, and checked in.
      out: "src/generated",
      // importExtension ".ts": tsconfig.json has allowImportingTsExtensions.
      importExtension: ".ts",
      targets: ["types", "zod", "client"],
      // What this team calls. The rest of the API is not in its way.
      include: [{ operation: ["createOrder", "getOrder", "cancelOrder", "createWebhook", "deleteWebhook"] }],
    },
  },
});
