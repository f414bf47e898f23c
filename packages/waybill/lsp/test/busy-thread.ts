// A thread that never checks /large.yaml, and returns everything else.
import { parentPort } from "node:worker_threads";

parentPort?.on("message", ({ id, method, values }) => {
  if (id === null || method === "cancel" || (method === "check" && values[0].file === "/large.yaml")) return;
  parentPort?.postMessage({ id, value: method, error: null });
});
