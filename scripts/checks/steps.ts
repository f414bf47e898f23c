// Turns a list of commands into outcomes, a few running at once, each reported as it ends.
import { delimiter, join } from "node:path";
import { atOnce } from "../testing/at-once.ts";
import { endOf } from "../testing/programs.ts";
import { sparingEnvironment } from "../testing/sparing-compiler.ts";

export interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** Output that means failure although the command exits 0: a tool that only warns. */
  readonly failsOn?: RegExp;
}

export interface Outcome {
  readonly name: string;
  readonly ok: boolean;
  readonly milliseconds: number;
  readonly output: string;
}

export interface RunOptions {
  readonly atOnce: number;
  report(outcome: Outcome): void;
}

export async function runSteps(steps: readonly Step[], options: RunOptions): Promise<Outcome[]> {
  return await atOnce(options.atOnce, steps, async (step) => {
    const outcome = await runStep(step);
    options.report(outcome);
    return outcome;
  });
}

async function runStep({ name, command, failsOn }: Step): Promise<Outcome> {
  const started = performance.now();
  const { code, output } = await endOf(command, { env: stepEnvironment() }).catch((error: Error) => ({
    code: null,
    output: error.message,
  }));
  const ok = code === 0 && !failsOn?.test(output);
  return { name, ok, milliseconds: performance.now() - started, output: output.trim() };
}

/** The workspace's own programs first, so that a step runs the same from `pnpm check` and from an editor. */
function stepEnvironment(): NodeJS.ProcessEnv {
  const programs = ["node_modules/.bin", "../../node_modules/.bin"].map((folder) => join(import.meta.dirname, folder));
  return {
    ...sparingEnvironment(),
    PATH: [...programs, process.env["PATH"]].join(delimiter),
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  };
}
