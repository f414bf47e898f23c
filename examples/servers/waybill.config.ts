// Input and output of `waybill generate`.
import { defineConfig } from "waybill";

export default defineConfig({
  apis: {
    notes: {
      openapi: "notes.yaml",
      out: "src/generated",
      importExtension: ".ts",
      targets: ["server"],
    },
  },
});
