// The application, built and served. `vite` and `vite preview` pass requests below /v1 on to the API and add the key: pages of a browser
// must not hold it.
import { readFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

export default defineConfig(({ mode }) => {
  const { FULFILLMENT_URL = "http://127.0.0.1:8080", FULFILLMENT_API_KEY = "" } = process.env;
  const proxy = { "/v1": { target: FULFILLMENT_URL, headers: { authorization: `Bearer ${FULFILLMENT_API_KEY}` } } };
  return {
    plugins: [react(), ...(mode === "mocks" ? [serviceWorker] : [])],
    server: { host: "127.0.0.1", proxy },
    preview: { host: "127.0.0.1", proxy },
  };
});

/** The service worker of Mock Service Worker, from the installed version of it. */
const serviceWorker: Plugin = {
  name: "mock-service-worker",
  generateBundle() {
    const file = fileURLToPath(import.meta.resolve("msw/mockServiceWorker.js"));
    this.emitFile({ type: "asset", fileName: "mockServiceWorker.js", source: readFileSync(file, "utf8") });
  },
};
