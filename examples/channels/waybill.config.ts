// Input and output of `waybill generate`.
import { defineConfig } from "waybill";

export default defineConfig({
  apis: {
    desk: {
      asyncapi: "price-desk.yaml",
      out: "src/generated",
      importExtension: ".ts",
      // The desk and its traders are in one repository here; usually one side is enough.
      targets: [{ target: "channels", options: { side: "both" } }],
    },
  },
});
