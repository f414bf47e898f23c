// Input and output of `waybill generate`. `npx waybill init` wrote it; `include` was added later.
import { defineConfig } from "waybill";

export default defineConfig({
  apis: {
    fulfillment: {
      openapi: "npm:@fulfillment/spec",
      // Each target has its own folder in here. All of it is generated; commit it.
      out: "src/generated",
      // importExtension ".ts": tsconfig.json has allowImportingTsExtensions.
      importExtension: ".ts",
      targets: ["types", "zod", "client"],
      // For withRetries.
      // What this team calls. The rest of the API is not in its way.
      include: [{ operation: ["createOrder", "getOrder", "cancelOrder", "createWebhook", "deleteWebhook"] }],
    },
    // What this team serves itself. `npm run scaffold` wrote the handlers in src/wishes, and adds those of new operations.
    wishes: {
      openapi: "wishes.yaml",
      out: "src/wishes/generated",
      importExtension: ".ts",
      targets: ["server"],
    },
  },
});
