// One seeded fault -> whether the conformance kit finds it, by which check, and after how many requests.
import { type Description, type Finding, openDescription, runConformance, sentenceOf } from "@waybill/conformance";
import { openLocal } from "../../packages/service/test/contract/backends.ts";
import type { Fault } from "../../packages/service/test/faults/fault.ts";
import { type FaultyService, runFaulty } from "../../packages/service/test/faults/run-faulty.ts";

export interface Found {
  /** `null`: a service without a fault, which must pass. */
  readonly id: string | null;
  readonly findings: readonly FoundBy[];
  readonly requests: number;
  readonly milliseconds: number;
  readonly notes: readonly string[];
}

export interface FoundBy {
  readonly check: string;
  readonly sentence: string;
  readonly caseId: string | null;
}

/** So many requests a service takes: enough for a run, and few enough to be spent at its end. */
const budget = 2_000;

export function openOwnDescription(root: string): Description {
  return openDescription({ cwd: root, openapi: "spec/openapi.yaml", asyncapi: "spec/asyncapi.yaml" });
}

export async function find(fault: Fault | null, description: Description): Promise<Found> {
  const storage = await openLocal();
  const service = await runFaulty(fault, storage, { rateLimit: budget });
  try {
    const report = await runConformance({ ...optionsFor(service, description), failFast: fault !== null });
    const { findings, requests, milliseconds, notes } = report;
    return { id: fault?.id ?? null, findings: findings.map(foundBy), requests, milliseconds, notes };
  } finally {
    await service.stop();
    await storage.drop();
  }
}

function optionsFor(service: FaultyService, description: Description): Parameters<typeof runConformance>[0] {
  const { account, other, warehouse, refusedKeys } = service;
  const move =
    (name: "ship" | "deliver" | "return") =>
    async (resource: Readonly<Record<string, unknown>>): Promise<void> => {
      await warehouse.move(String(resource["orderId"]), name);
    };
  return {
    description,
    url: service.url,
    key: account.key,
    otherKey: other.key,
    revokedKeys: [refusedKeys.revoked, refusedKeys.deactivated],
    values: { campaignId: account.campaignId, warehouses: [{ id: account.warehouses.west }], skus: ["MUG", "TEE"] },
    webhookPort: 0,
    webhookUrl: "https://receiver.example:{port}",
    triggers: {
      "order.shipped": move("ship"),
      "order.delivered": move("deliver"),
      "order.returned": move("return"),
      "invite.viewed": async () => void (await warehouse.viewInvite(account.inviteId, null)),
      "invite.cart_updated": async () => {
        await warehouse.changeCart(account.inviteId, { action: "add", sku: "MUG", quantity: 1, page: "home" });
      },
      "invite.redeemed": async () => void (await warehouse.redeemInvite(account.inviteId)),
    },
    spendBudget: true,
    deliveryMs: 1_500,
  };
}

function foundBy(finding: Finding): FoundBy {
  return { check: finding.check, sentence: sentenceOf(finding), caseId: finding.caseId };
}
