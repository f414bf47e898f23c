// Requests that cannot be sent, or have no sample.
import { keyOf, type Report } from "../diagnostics/index.ts";
import { everyOperationOf } from "../model/http.ts";
import { isBodiless, sentMethodOf } from "../targets/http/method.ts";
import { clientOf } from "../targets/samples/sample-client.ts";
import type { CheckMode, ReadApi } from "./read-api.ts";

// Bodies that `fetch` cannot send, and so the generated client cannot: those with GET and HEAD.

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

// Operations that have no sample in any language, whose author can give an example; and calls of the configuration that are
// of no operation. Neither stops a run: an operation that goes takes its call with it whenever someone tidies up.

/** Loads what makes samples only where they are asked for. */
export async function checkSamples({ places, files, api, whole }: ReadApi, report: Report): Promise<void> {
  const { http } = api;
  const { openapi } = files;
  const sampled = places.find(({ target }) => target === "samples");
  if (http === null || openapi === null || sampled === undefined) return;
  const known = new Set(whole.http?.operations.map(({ id }) => id));
  for (const id of Object.keys(clientOf(sampled.definition)?.calls ?? {})) {
    if (id === "*" || known.has(id)) continue;
    const what = `client.calls.${id} of the target samples`;
    const reason = "the description has no such operation";
    const advice = "correct the operationId, or remove the call";
    report.add("no-effect", { kind: "file", path: openapi }, { what, reason, advice });
  }
  const { requestOf } = await import("../targets/samples/samples.ts");
  for (const operation of http.operations) {
    const sampleRequest = requestOf(operation);
    if ("reason" in sampleRequest)
      report.add("no-sample", keyOf(operation.at), { operation: operation.id, reason: sampleRequest.reason });
  }
}
