// Runs `redocly respect` on one Arazzo file -> what it executed, step by step, and how it ended.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";
import { endOf } from "../../testing/programs.ts";
import { freshFolder } from "../harness/fresh-folder.ts";
import type { WorkflowFile } from "./workflow-files.ts";

/** One request. A step that is retried is executed several times. */
export interface ExecutedStep {
  readonly stepId: string;
  /** The status of the response; 0 when there was none. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly checks: readonly Check[];
}

/** A criterion of the step, or one of the checks that respect makes by itself: status code, content type, schema. */
export interface Check {
  readonly name: string;
  readonly passed: boolean;
  readonly message: string;
  readonly condition?: string | undefined;
}

export interface ExecutedWorkflow {
  readonly workflowId: string;
  readonly steps: readonly ExecutedStep[];
}

export interface RespectRun {
  readonly exitCode: number | null;
  /** Everything it printed. Inputs that are passwords are masked there. */
  readonly output: string;
  readonly workflows: readonly ExecutedWorkflow[];
}

export interface RespectOptions {
  /** The address of the service, in place of the one in the description. */
  readonly server: string;
  readonly inputs: Readonly<Record<string, string | number>>;
  readonly signal: AbortSignal;
}

/** Longer than any workflow takes; one that waits in vain ends here, and fails. */
const limitMs = 25_000;

const program = join(import.meta.dirname, "../../../node_modules/.bin/redocly");

export async function runRespect({ path, source }: WorkflowFile, options: RespectOptions): Promise<RespectRun> {
  using folder = freshFolder("respect");
  const report = join(folder.path, "report.json");
  const server = ["--server", `${source}=${options.server}`];
  const { code, output } = await endOf(
    [program, "respect", path, ...server, "--json-output", report, "--execution-timeout", String(limitMs)],
    { env: environment(options.inputs), timeout: 2 * limitMs, signal: options.signal },
  );
  const workflows = existsSync(report) ? readReport(readFileSync(report, "utf8")) : [];
  return { exitCode: code, output: stripVTControlCharacters(output).trim(), workflows };
}

/** Inputs come by the environment, since others can read command lines. Nothing leaves this machine. */
function environment(inputs: RespectOptions["inputs"]): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NO_COLOR: "1",
    NO_PROXY: "127.0.0.1",
    REDOCLY_CLI_RESPECT_INPUT: JSON.stringify(inputs),
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  };
}

const check = z.object({
  name: z.string(),
  passed: z.boolean(),
  message: z.string(),
  condition: z.string().optional(),
});

const step = z.object({
  stepId: z.string(),
  response: z.object({ statusCode: z.number(), headers: z.record(z.string(), z.string()), body: z.unknown() }),
  checks: z.array(check),
});

/** A `goto` is reported as a workflow among the steps. */
type Nested = z.infer<typeof step> | { readonly executedSteps: readonly Nested[] };

const nested: z.ZodType<Nested> = z.union([
  z.object({
    get executedSteps(): z.ZodType<readonly Nested[]> {
      return z.array(nested);
    },
  }),
  step,
]);

const reports = z.object({
  files: z.record(
    z.string(),
    z.object({ executedWorkflows: z.array(z.object({ workflowId: z.string(), executedSteps: z.array(nested) })) }),
  ),
});

function readReport(text: string): ExecutedWorkflow[] {
  const { files } = reports.parse(JSON.parse(text));
  return Object.values(files).flatMap(({ executedWorkflows }) =>
    executedWorkflows.map(({ workflowId, executedSteps }) => ({ workflowId, steps: stepsOf(executedSteps) })),
  );
}

function stepsOf(executed: readonly Nested[]): ExecutedStep[] {
  return executed.flatMap((one) => {
    if ("executedSteps" in one) return stepsOf(one.executedSteps);
    const { stepId, response, checks } = one;
    return [{ stepId, status: response.statusCode, headers: response.headers, body: response.body, checks }];
  });
}
