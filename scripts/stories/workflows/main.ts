// `pnpm stories workflows [part of a file's name ...]`: runs the workflows of spec/workflows against the real service by
// `redocly respect`, which says what failed. One line each; exits 1 when one fails, or when a step of it was never reached.
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { load } from "js-yaml";
import { z } from "zod";
import { atOnce } from "../../testing/at-once.ts";
import { endOf } from "../../testing/programs.ts";
import { seed } from "../harness/account.ts";
import { freshFolder } from "../harness/fresh-folder.ts";
import { localOptions, serve } from "../harness/fulfillment.ts";
import { startRecordingProxy } from "../harness/recording-proxy.ts";
import { startOutsideWorld } from "./outside-world.ts";

const root = join(import.meta.dirname, "../../..");
/** Longer than any workflow takes; one that waits in vain ends here, and fails. */
const limitMs = 25_000;
/** A file that names its budget spends it. */
const [smallBudget, budget] = [6, 1000];

const document = z.object({
  sourceDescriptions: z.tuple([z.object({ name: z.string() })]),
  workflows: z.array(
    z.object({
      workflowId: z.string(),
      inputs: z.object({ properties: z.record(z.string(), z.unknown()) }),
      steps: z.array(z.object({ stepId: z.string() })).min(1),
    }),
  ),
});

const wanted = process.argv.slice(2);
const files = globSync(join(root, "spec/workflows/*.arazzo.yaml"))
  .sort()
  .filter((file) => wanted.length === 0 || wanted.some((part) => basename(file).includes(part)));
// Each waits for the service, and for time to pass, as much as it computes.
const passed = await atOnce(3, files, async (file) => {
  const problems = await problemsOf(file).catch((error: unknown) => [String(error)]);
  console.log(`${problems.length === 0 ? "pass" : "FAIL"}  ${basename(file)}`);
  for (const problem of problems) console.log(problem.replaceAll(/^/gm, "      "));
  return problems.length === 0;
});
console.log(`${passed.filter(Boolean).length} of ${passed.length} files of workflows passed`);
process.exitCode = passed.length > 0 && passed.every(Boolean) ? 0 : 1;

/** On a service of its own: its budget and its orders are those of no other file. */
async function problemsOf(file: string): Promise<string[]> {
  const { sourceDescriptions, workflows } = document.parse(load(readFileSync(file, "utf8")));
  const names = new Set(workflows.flatMap(({ inputs }) => Object.keys(inputs.properties)));
  const limit = names.has("budget") ? smallBudget : budget;
  using folder = freshFolder("workflows");
  const storage = ["--data", join(folder.path, "data")];
  const service = await serve([...storage, ...localOptions, "--rate-limit", String(limit)]);
  const world = await startOutsideWorld(storage);
  const proxy = await startRecordingProxy(service.url, world.observe);
  try {
    const { apiKey, campaignId, skus } = await seed("workflows", storage);
    const values = { apiKey, campaignId, sku: skus[0] ?? "", webhookUrl: world.receiverUrl, budget: limit };
    const inputs = Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
    const report = join(folder.path, "report.json");
    const server = `${sourceDescriptions[0].name}=${proxy.url}`;
    const options = ["--server", server, "--json-output", report, "--execution-timeout", String(limitMs)];
    const { code, output } = await endOf([join(root, "node_modules/.bin/redocly"), "respect", file, ...options], {
      env: environment(inputs),
      timeout: 2 * limitMs,
    });
    const executed = existsSync(report) ? new Set(stepsIn(JSON.parse(readFileSync(report, "utf8")))) : new Set();
    const unreached = workflows.flatMap(({ steps }) => steps.filter(({ stepId }) => !executed.has(stepId)));
    return [
      ...(code === 0 ? [] : [output]),
      ...unreached.map(({ stepId }) => `${stepId}: was not executed`),
      ...(await world.failures()),
    ];
  } finally {
    world.close();
    proxy.close();
    await service.stop();
  }
}

/** Inputs come by the environment, since others can read command lines. Nothing leaves this machine. */
function environment(inputs: Readonly<Record<string, string | number>>): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NO_COLOR: "1",
    NO_PROXY: "127.0.0.1",
    REDOCLY_CLI_RESPECT_INPUT: JSON.stringify(inputs),
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  };
}

/** The ids of all executed steps, wherever the report has them: a `goto` is a workflow among the steps. */
function stepsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "stepId" in value && typeof value.stepId === "string" ? [value.stepId] : [];
  return [...own, ...Object.values(value).flatMap(stepsIn)];
}
