// Bodies that `fetch` cannot send, and so the generated client cannot: those with GET and HEAD.
import { keyOf, type Report } from "../diagnostics/index.ts";
import { everyOperationOf } from "../model/http.ts";
import { isBodiless, sentMethodOf } from "../targets/http/method.ts";
import type { CheckMode, ReadApi } from "./read-api.ts";

/** `lint` reports them always, `generate` where it generates a client. */
export function checkSendable({ whole, api, places }: ReadApi, report: Report, mode: CheckMode): void {
  if (mode === "generate" && places.every(({ target }) => target !== "client")) return;
  const { http } = mode === "generate" ? api : whole;
  for (const operation of everyOperationOf(http)) {
    const { requestBody, path } = operation;
    if (requestBody === null || !isBodiless(operation)) continue;
    report.add("body-not-sent", keyOf(requestBody.at), { method: sentMethodOf(operation), path: path.text });
  }
}
