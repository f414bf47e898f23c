// `pnpm stories workflows [part of a file's name ...]`: runs the workflows of spec/workflows against the real service by
// `redocly respect`. One line each; exits 1 when a step or a criterion fails, or when a workflow was not run.
import { join } from "node:path";
import { atOnce } from "../../testing/at-once.ts";
import { freshFolder } from "../harness/fresh-folder.ts";
import { runWorkflowFile } from "./run-workflow-file.ts";
import { type Service, startService } from "./service.ts";
import type { WorkflowOutcome } from "./verdict.ts";
import { readWorkflowFiles, type WorkflowFile } from "./workflow-files.ts";

const wanted = process.argv.slice(2);
const started = performance.now();
const files = readWorkflowFiles().filter(({ name }) => wanted.length === 0 || wanted.some((it) => name.includes(it)));
using folder = freshFolder("workflows");
const services: Service[] = [];
const interruption = new AbortController();
// All running workflows end with a failure then, and the rest of this script cleans up as it always does.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => interruption.abort());
try {
  // One after the other, so that each that has started is known and stopped.
  for (const budget of new Set(files.map(budgetFor))) {
    services.push(await startService({ data: join(folder.path, String(budget)), budget }));
  }
  // Each waits for the service, and for time to pass, as much as it computes.
  const outcomes = (await atOnce(3, files, run)).flat();
  const passed = outcomes.filter(({ problems }) => problems.length === 0);
  console.log(`${passed.length} of ${outcomes.length} workflows passed, in ${secondsSince(started)}`);
  process.exitCode = passed.length === outcomes.length && passed.length > 0 ? 0 : 1;
} finally {
  await Promise.all(services.map((service) => service.stop()));
}

async function run(file: WorkflowFile): Promise<readonly WorkflowOutcome[]> {
  const began = performance.now();
  const service = services.find(({ budget }) => budget === budgetFor(file));
  if (service === undefined) throw new Error(`no service was started for ${file.name}`);
  const outcomes = await runWorkflowFile(file, service, interruption.signal).catch((error: unknown) =>
    file.workflows.map(({ id }) => ({ workflowId: id, steps: 0, checks: 0, problems: [String(error)] })),
  );
  for (const { workflowId, steps, checks, problems } of outcomes) {
    const what = `${workflowId.padEnd(26)} ${steps} steps, ${checks} checks`;
    console.log(`${problems.length === 0 ? "pass" : "FAIL"}  ${what.padEnd(48)} ${secondsSince(began)}`);
    for (const problem of problems) console.log(`      ${file.name}: ${problem.replaceAll("\n", "\n      ")}`);
  }
  return outcomes;
}

/** A file that names its budget spends it, so it gets a service with a small one. */
function budgetFor({ workflows }: WorkflowFile): number {
  return workflows.some(({ inputs }) => inputs.includes("budget")) ? 6 : 1000;
}

function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
