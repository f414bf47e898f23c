// An Arazzo file and what respect executed of it -> what became of each workflow, and what is wrong: the step, the criterion and
// the response. The verdict of respect itself is not enough. It looks at the last attempt of a step only, and is content with
// steps that were never reached.
import type { Check, ExecutedStep, RespectRun } from "./respect.ts";
import type { Workflow, WorkflowFile } from "./workflow-files.ts";

export interface WorkflowOutcome {
  readonly workflowId: string;
  /** How many steps of the file were executed; one that was retried counts once. */
  readonly steps: number;
  /** How many checks were made, respect's own included. */
  readonly checks: number;
  /** None when the workflow passed. */
  readonly problems: readonly string[];
}

/** One for each workflow of the file. `failures` are those of the actors outside the API. */
export function outcomesOf(file: WorkflowFile, run: RespectRun, failures: readonly string[]): WorkflowOutcome[] {
  const outcomes = file.workflows.map((workflow): WorkflowOutcome => {
    const executed = run.workflows.filter(({ workflowId }) => workflowId === workflow.id).map(({ steps }) => steps);
    const steps = executed.flat();
    return {
      workflowId: workflow.id,
      steps: new Set(steps.map(({ stepId }) => stepId)).size,
      checks: steps.flatMap(({ checks }) => checks).length,
      problems: [...problemsOf(workflow, executed), ...failures],
    };
  });
  const explained = run.workflows.length > 0 && outcomes.some(({ problems }) => problems.length > 0);
  if (run.exitCode === 0 || explained) return outcomes;
  const ending = `respect ended with ${run.exitCode ?? "a signal"}:\n${run.output}`;
  return outcomes.map((outcome) => ({ ...outcome, problems: [...outcome.problems, ending] }));
}

/** What respect calls a criterion of the file, in distinction to the checks it makes by itself. */
const criterion = "success criteria check";

function problemsOf(workflow: Workflow, executions: readonly (readonly ExecutedStep[])[]): string[] {
  const [steps] = executions;
  if (steps === undefined || executions.length > 1) return [`respect ran it ${executions.length} times, and not once`];
  const failed = steps.flatMap((step, at) => {
    const retried = steps.slice(at + 1).some(({ stepId }) => stepId === step.stepId);
    return failureOf(step, retried);
  });
  // A step that failed ends the workflow, which explains the ones that are missing.
  if (failed.length > 0) return failed;
  return workflow.steps.flatMap((id) => {
    const last = steps.findLast(({ stepId }) => stepId === id);
    if (last === undefined) return [`${id}: was not executed`];
    return last.checks.some(({ name }) => name === criterion) ? [] : [`${id}: none of its criteria was checked`];
  });
}

/** An attempt that was retried may have missed its criteria, which is what it was retried for, and nothing else. */
function failureOf({ stepId, status, headers, body, checks }: ExecutedStep, retried: boolean): string[] {
  const failed = checks.filter(({ name, passed }) => !passed && (!retried || name !== criterion));
  if (failed.length === 0) return [];
  const ofHeader = failed.some(({ condition }) => condition?.includes("$response.header."));
  const response = [status, ofHeader ? JSON.stringify(headers) : "", JSON.stringify(body) ?? ""].filter(
    (it) => it !== "",
  );
  return [`${stepId}: ${failed.map(describe).join("; ")}\n${oneLine(`the response was ${response.join(" ")}`)}`];
}

function describe({ name, message, condition = "" }: Check): string {
  if (name !== criterion) return message === "" ? name : `${name}: ${oneLine(message)}`;
  // That of another type than "simple" says nothing without its context, which the message has.
  return `not ${condition.startsWith("$") ? condition : message.replace(/^Checking \w+ criteria: /, "")}`;
}

/** Long enough to tell what came. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").slice(0, 500).trim();
}
