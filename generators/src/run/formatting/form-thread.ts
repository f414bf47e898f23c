// The second thread of forms.ts: computes the form of one file after the other, unless the first thread does.
import { workerData } from "node:worker_threads";
import { claimed, done, type FormRequest, type FormResult, type FormThread, free } from "./claims.ts";
import { formHash } from "./unformatted.ts";

const { claims, port }: FormThread = workerData;

port.on("message", ({ id, path, text }: FormRequest) => {
  if (Atomics.compareExchange(claims, id, free, claimed) !== free) return;
  port.postMessage({ id, form: formHash(path, text) } satisfies FormResult);
  Atomics.store(claims, id, done);
  Atomics.notify(claims, id);
});
