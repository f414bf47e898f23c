import waybill from "waybill/vite";

const config = { apis: { shop: { openapi: "openapi.yaml", out: "gen", targets: ["types", "zod"] } } };

export default {
  logLevel: "warn",
  plugins: [waybill({ config })],
  build: { lib: { entry: "main.ts", formats: ["es"], fileName: () => "main.js" } },
};
