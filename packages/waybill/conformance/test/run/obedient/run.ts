// A small description and habits -> the findings of a run against a server that follows the description, except for the habits.
import { onTestFinished } from "vitest";
import { runConformance } from "../../../src/run/run.ts";
import type { RunOptions } from "../../../src/run/run-options.ts";
import type { RunReport } from "../../../src/run/run-report.ts";
import { type SmallApiName, smallApi } from "./apis.ts";
import { type Habits, type ObedientServer, openObedient } from "./server.ts";

export interface Ran {
  readonly report: RunReport;
  readonly server: ObedientServer;
}

export async function runAgainst(
  name: SmallApiName,
  habits: Habits = {},
  more: Partial<RunOptions> = {},
): Promise<Ran> {
  const { description, options } = smallApi(name);
  const server = await openObedient(description, { ...options, habits });
  onTestFinished(() => server.stop());
  const webhookPort = name === "hooks" ? 0 : null;
  const report = await runConformance({
    description,
    url: server.url,
    key: options.key,
    otherKey: options.otherKey ?? null,
    webhookPort,
    // Far more than a delivery on one machine takes, however busy it is.
    deliveryMs: 4_000,
    ...more,
  });
  return { report, server };
}

/** `lost-write getItem`: what a finding is about. */
export function found({ findings }: RunReport): string[] {
  return [...new Set(findings.map(({ check, subject }) => `${check} ${subject}`))];
}
