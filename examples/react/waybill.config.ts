// Input and output of `waybill generate`.
import { defineConfig } from "waybill";

export default defineConfig({
  apis: {
    fulfillment: {
      openapi: "npm:@fulfillment/spec",
      out: "src/generated",
      // importExtension ".ts": tsconfig.json has allowImportingTsExtensions.
      importExtension: ".ts",
      // What does not depend on the description comes from @waybill/runtime, so that reviews are about the rest.
      runtime: "package",
      targets: [
        "types",
        "client",
        { target: "tanstack-query", options: { framework: "react", scope: "fulfillment" } },
        // For `npm run mocks`; no other build has it, nor zod and server, which it needs.
        "mocks",
      ],
      // What the pages of this application call.
      include: [{ operation: ["listOrders", "getOrder", "createOrder", "listProducts"] }],
    },
  },
});
