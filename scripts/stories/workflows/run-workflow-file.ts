// One Arazzo file and a running service -> what became of each workflow: run by respect through a proxy, with a receiver, a
// warehouse and a carrier that act meanwhile.
import { startOutsideWorld } from "./outside-world.ts";
import { startRecordingProxy } from "./recording-proxy.ts";
import { runRespect } from "./respect.ts";
import type { Service } from "./service.ts";
import { outcomesOf, type WorkflowOutcome } from "./verdict.ts";
import type { WorkflowFile } from "./workflow-files.ts";

/**
 * The workflows of a file share an account, which no other file has: orders of one are not told to another's receiver. Rejects
 * when the account cannot be opened, an input has no value, or `signal` is aborted.
 */
export async function runWorkflowFile(
  file: WorkflowFile,
  service: Service,
  signal: AbortSignal,
): Promise<WorkflowOutcome[]> {
  const { apiKey, campaignId, skus } = await service.openAccount(file.name.replace(".arazzo.yaml", ""));
  const world = await startOutsideWorld(service);
  const proxy = await startRecordingProxy(service.url, world.observe);
  try {
    const values = { apiKey, campaignId, sku: skus[0] ?? "", webhookUrl: world.receiverUrl, budget: service.budget };
    const run = await runRespect(file, { server: proxy.url, inputs: inputsOf(file, values), signal });
    return outcomesOf(file, run, await world.failures());
  } finally {
    proxy.close();
    world.close();
  }
}

/** What the workflows ask for, and no more. */
function inputsOf<Value>(
  { name, workflows }: WorkflowFile,
  values: Readonly<Record<string, Value>>,
): Record<string, Value> {
  const wanted = new Set(workflows.flatMap(({ inputs }) => inputs));
  return Object.fromEntries(
    [...wanted].map((input): [string, Value] => {
      const value = values[input];
      if (value === undefined) throw new Error(`${name}: no value for the input "${input}"; give it one in the runner`);
      return [input, value];
    }),
  );
}
