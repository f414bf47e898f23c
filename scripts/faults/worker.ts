// Ids of faults on the command line -> for each a JSON line that says whether the conformance kit finds it, by which check, and after how
// many requests; `healthy` is the service without a fault.
import { type Check, type Description, type Finding, sentenceOf } from "@waybill/conformance";
import { budget, runKit } from "../../packages/fulfillment/service/test/conformance/run-kit.ts";
import { openLocal } from "../../packages/fulfillment/service/test/contract/backends.ts";
import { type Fault, isAbout } from "../../packages/fulfillment/service/test/faults/fault.ts";
import { faults } from "../../packages/fulfillment/service/test/faults/faults.ts";
import { runFaulty } from "../../packages/fulfillment/service/test/faults/run-faulty.ts";
import { openOwnDescription } from "../../packages/fulfillment/service/test/own-description.ts";

export interface Found {
  /** `null`: a service without a fault, which must pass. */
  readonly id: string | null;
  readonly findings: readonly FoundBy[];
  readonly requests: number;
  readonly milliseconds: number;
}

export interface FoundBy {
  readonly check: Check;
  readonly sentence: string;
  readonly caseId: string | null;
}

const description = openOwnDescription();
for (const id of process.argv.slice(2)) {
  const fault = faults.find((one) => one.id === id) ?? null;
  if (fault === null && id !== "healthy") throw new Error(`no fault is called ${id}`);
  process.stdout.write(`${JSON.stringify(await find(fault, description))}\n`);
}

async function find(fault: Fault | null, description: Description): Promise<Found> {
  if (fault === null) return await runOnce(null, description, false);
  const first = await runOnce(fault, description, true);
  // A busy machine may be accused of something else first.
  const isOther = first.findings.length > 0 && !first.findings.some(({ check }) => isAbout(fault, check));
  return isOther ? await runOnce(fault, description, false) : first;
}

/** Deliveries have as long as in any run: on a busy machine a late one would count as a fault that was found. */
async function runOnce(fault: Fault | null, description: Description, failFast: boolean): Promise<Found> {
  const storage = await openLocal();
  const service = await runFaulty(fault, storage, { rateLimit: budget });
  try {
    const { findings, requests, milliseconds } = await runKit(service, description, { failFast });
    return { id: fault?.id ?? null, findings: findings.map(foundBy), requests, milliseconds };
  } finally {
    await service.stop();
    await storage.drop();
  }
}

function foundBy(finding: Finding): FoundBy {
  return { check: finding.check, sentence: sentenceOf(finding), caseId: finding.caseId };
}
