// A thread that returns what it is asked, with the documents that it has. It never checks /large.yaml, and ends when a document says "end".
import { parentPort } from "node:worker_threads";
import { applied } from "../src/text/edit.ts";

const texts = new Map<string, string>();

parentPort?.on("message", ({ id, method, values: [first, value] }) => {
  if (method === "open") texts.set(first, value);
  if (method === "edit") texts.set(first, applied(texts.get(first) ?? "", value));
  if (id === null || method === "cancel" || (method === "check" && first.file === "/large.yaml")) return;
  if ([...texts.values()].includes("end")) process.exit(3);
  parentPort?.postMessage({ id, value: [method, new Map(texts)], error: null });
});
