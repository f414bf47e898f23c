// A thread that ends when it is asked while a document says "end", and otherwise returns the documents that it has.
import { parentPort } from "node:worker_threads";
import { applied } from "../src/text/edit.ts";

const texts = new Map<string, string>();

parentPort?.on("message", ({ id, method, values: [path, value] }) => {
  if (method === "open") texts.set(path, value);
  if (method === "edit") texts.set(path, applied(texts.get(path) ?? "", value));
  if (id === null) return;
  if ([...texts.values()].includes("end")) process.exit(3);
  parentPort?.postMessage({ id, value: new Map(texts), error: null });
});
