// Input and output of `waybill generate`.
import { defineConfig } from "waybill";

export default defineConfig({
  apis: {
    notes: {
      openapi: "notes.yaml",
      out: "src/generated",
      importExtension: ".ts",
      // What does not depend on the description comes from @waybill/runtime, so that reviews are about the rest.
      runtime: "package",
      targets: ["server"],
    },
  },
});
