// The application, built and served. `vite` and `vite preview` send what is below /v1 to the API and add the key: pages of a browser
// must not hold it.
import process from "node:process";
import react from "@vitejs/plugin-react";
import { defineConfig, type ProxyOptions } from "vite";

const { FULFILLMENT_URL = "http://127.0.0.1:8080", FULFILLMENT_API_KEY = "" } = process.env;

const proxy: Record<string, ProxyOptions> = {
  "/v1": { target: FULFILLMENT_URL, headers: { authorization: `Bearer ${FULFILLMENT_API_KEY}` } },
};

export default defineConfig({
  plugins: [react()],
  server: { host: "127.0.0.1", proxy },
  preview: { host: "127.0.0.1", proxy },
});
