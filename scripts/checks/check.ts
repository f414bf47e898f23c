// `pnpm check [step ...]`: all checks that must pass before a change is merged; writes nothing, exits 1 when a step fails.
import { globSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { atOnce } from "../testing/at-once.ts";
import { endOf } from "../testing/programs.ts";
import { sparingEnvironment } from "../testing/sparing-compiler.ts";

interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** Output that means failure although the command exits 0: a tool that only warns. */
  readonly failsOn?: RegExp;
}

interface Outcome {
  readonly name: string;
  readonly ok: boolean;
  readonly milliseconds: number;
  readonly output: string;
}

const waybill = ["node", "generators/bin/waybill.js"] as const;

const steps: readonly Step[] = [
  // As many checkers as processors, since each checks again what they share.
  { name: "types", command: ["tsc", "--pretty", "--checkers", String(Math.min(4, availableParallelism()))] },
  {
    name: "redocly",
    command: ["redocly", "lint", ...documents(), "--config", "spec/redocly.yaml"],
    failsOn: /You have \d+ warnings?/,
  },
  { name: "code", command: ["biome", "check", "--error-on-warnings"] },
  { name: "imports", command: ["node", "scripts/checks/imports/main.ts", ...modules()] },
  { name: "exports", command: ["knip", "--no-progress", "--no-config-hints"] },
  { name: "derived", command: ["node", "scripts/derived/main.ts", "--check"] },
  { name: "generated", command: [...waybill, "generate", "--check"] },
  { name: "client", command: ["sh", "-c", "cd packages/fulfillment/client && node --run check"] },
  { name: "examples", command: [...waybill, "check", "--config", "examples/consumer/waybill.config.ts"] },
  { name: "react-example", command: [...waybill, "check", "--config", "examples/react/waybill.config.ts"] },
  { name: "servers-example", command: [...waybill, "check", "--config", "examples/servers/waybill.config.ts"] },
  { name: "channels-example", command: [...waybill, "check", "--config", "examples/channels/waybill.config.ts"] },
  // With the settings of browsers.
  { name: "playground-types", command: ["tsc", "--pretty", "-p", "packages/waybill/playground"] },
  { name: "react-types", command: ["tsc", "--pretty", "-p", "examples/react"] },
  { name: "portal-types", command: ["tsc", "--pretty", "-p", "packages/fulfillment/portal"] },
  { name: "description", command: [...waybill, "lint", "--max-warnings", "0"] },
  { name: "bump", command: [...waybill, "changeset", "--check", "--api", "fulfillment"] },
  { name: "versions", command: ["node", "scripts/release/versions/agreement.ts"] },
  { name: "size", command: ["sh", "-c", "cd scripts/bench && node_modules/.bin/size-limit"] },
  { name: "budgets", command: ["node", "scripts/checks/budgets.ts"] },
  { name: "house-rules", command: ["node", "scripts/checks/house-rules/main.ts"] },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`no step ${unknown.join(", ")}; there are: ${steps.map((step) => step.name).join(", ")}`);
  process.exit(2);
}

const selected = steps.filter((step) => wanted.length === 0 || wanted.includes(step.name));
const started = performance.now();
const outcomes = await atOnce(availableParallelism(), selected, async (step) => {
  const outcome = await runStep(step);
  report(outcome);
  return outcome;
});
const failed = outcomes.filter((outcome) => !outcome.ok);
console.log(
  failed.length === 0
    ? `check: all ${outcomes.length} steps passed in ${seconds(performance.now() - started)}`
    : `check: failed: ${failed.map((outcome) => outcome.name).join(", ")}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

/** By name: the tool silently matches nothing for a pattern. */
function documents(): string[] {
  const workflows = readdirSync("spec/workflows").filter((name) => name.endsWith(".arazzo.yaml"));
  return [
    "spec/openapi.yaml",
    "spec/portal/openapi.yaml",
    "spec/asyncapi.yaml",
    ...workflows.map((name) => `spec/workflows/${name}`),
  ];
}

function modules(): string[] {
  return ["generators/src", ...globSync("packages/*/*/src").sort(), "scripts", "docs/build", "docs/checks"];
}

function report({ name, ok, milliseconds, output }: Outcome): void {
  console.log(`${ok ? "pass" : "FAIL"}  ${name.padEnd(12)} ${seconds(milliseconds)}`);
  if (ok) return;
  const text = process.stdout.isTTY ? output : stripVTControlCharacters(output);
  console.log(text.replace(/^(?=.)/gm, "      "));
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
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
