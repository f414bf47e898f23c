// A small description and habits -> the findings of a run against a server that follows the description, except for the habits.
import { expect, it, onTestFinished } from "vitest";
import { oneIn } from "../../../../../../scripts/testing/long.ts";
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

interface Service extends Pick<RunOptions, "description" | "spareKey" | "failFast"> {
  readonly key?: string;
  readonly otherKey?: string;
  readonly habitsOf: (fault: string) => Habits;
}

/** `faults`: `twice rule-broken addItem, …`: the name of each, its check and its operation. */
export function accusedOfEach(name: string, faults: string, { habitsOf, ...service }: Service): void {
  const rows = ["none", ...oneIn(8, faults.split(/,\s+/))];
  it.each(rows)(`a service of ${name} is accused of its one fault: %s`, async (row) => {
    const [fault = "", ...finding] = row.split(" ");
    const server = await openObedient(service.description, { ...service, habits: habitsOf(fault) });
    onTestFinished(() => server.stop());
    const failFast = service.failFast ?? fault !== "none";
    const report = await runConformance({ key: null, ...service, url: server.url, failFast });
    expect(found(report)).toEqual(fault === "none" ? [] : expect.arrayContaining([finding.join(" ")]));
    if (service.failFast === false) expect(report.notes).toEqual([]);
  });
}
