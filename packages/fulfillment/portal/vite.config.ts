// The two applications, built into dist/. `vite` passes requests of the API on to a service that runs.
import process from "node:process";
import react from "@vitejs/plugin-react";
import { defineConfig, type UserConfig } from "vite";

const target = process.env["PORTAL_URL"] ?? "http://127.0.0.1:8081";

const config: UserConfig = defineConfig({
  plugins: [react()],
  build: {
    rolldownOptions: { input: ["index.html", "recipient.html"] },
    // What the policy of the service allows: no `data:` addresses, no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    host: "127.0.0.1",
    proxy: { "/portal/v1": { target }, "/redeem/v1": { target }, "/landing/v1": { target } },
  },
});

export default config;
