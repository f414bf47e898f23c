// Operations that have no sample in any language: their author can give an example.
import { keyOf, type Report } from "../diagnostics/index.ts";
import type { Api } from "../model/api.ts";
import type { ApiProject } from "./project.ts";

/** Loads what makes samples only where they are asked for. */
export async function checkSamples({ places }: ApiProject, { http }: Api, report: Report): Promise<void> {
  if (http === null || places.every(({ target }) => target !== "samples")) return;
  const { requestOf } = await import("../targets/samples/samples.ts");
  for (const operation of http.operations) {
    const made = requestOf(operation);
    if ("reason" in made)
      report.add("no-sample", keyOf(operation.at), { operation: operation.id, reason: made.reason });
  }
}
