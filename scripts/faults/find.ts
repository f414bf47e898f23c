// One seeded fault -> whether the conformance kit finds it, by which check, and after how many requests.
import { type Description, type Finding, sentenceOf } from "@waybill/conformance";
import { budget, runKit } from "../../packages/service/test/conformance/run-kit.ts";
import { openLocal } from "../../packages/service/test/contract/backends.ts";
import type { Fault } from "../../packages/service/test/faults/fault.ts";
import { runFaulty } from "../../packages/service/test/faults/run-faulty.ts";

export interface Found {
  /** `null`: a service without a fault, which must pass. */
  readonly id: string | null;
  readonly findings: readonly FoundBy[];
  readonly requests: number;
  readonly milliseconds: number;
}

export interface FoundBy {
  readonly check: string;
  readonly sentence: string;
  readonly caseId: string | null;
}

export async function find(fault: Fault | null, description: Description): Promise<Found> {
  const storage = await openLocal();
  const service = await runFaulty(fault, storage, { rateLimit: budget });
  try {
    const isFaulty = fault !== null;
    const options = { failFast: isFaulty, ...(isFaulty ? { deliveryMs: 1_500 } : {}) };
    const { findings, requests, milliseconds } = await runKit(service, description, options);
    return { id: fault?.id ?? null, findings: findings.map(foundBy), requests, milliseconds };
  } finally {
    await service.stop();
    await storage.drop();
  }
}

function foundBy(finding: Finding): FoundBy {
  return { check: finding.check, sentence: sentenceOf(finding), caseId: finding.caseId };
}
