// What `waybill generate` makes here, and from what. An editor lists every option, and says what it does.
import { defineConfig } from "waybill";

export default defineConfig({
  apis: {
    fulfillment: {
      openapi: "node_modules/@fulfillment/spec/openapi.yaml",
      asyncapi: "node_modules/@fulfillment/spec/asyncapi.yaml",
      // Each target has a folder in here; all of it is generated, and checked in.
      out: "src/generated",
      // importExtension ".ts": tsconfig.json has allowImportingTsExtensions.
      importExtension: ".ts",
      targets: ["types", "zod", "client"],
    },
  },
});
