// The ledger of this service: everything that its description declares is seen, or excused with a reason, and nothing else is.
import path from "node:path";
import { type Cell, holesIn, type RunReport, readExcuses, sentenceOf, staleExcuses } from "@waybill/conformance";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Api } from "../../src/api/reply.ts";
import { openLocal, type Storage } from "../contract/backends.ts";
import type { Fault } from "../faults/fault.ts";
import { runFaulty } from "../faults/run-faulty.ts";
import { openOwnDescription } from "../own-description.ts";
import { budget, runKit } from "./run-kit.ts";

const description = openOwnDescription();
const excuses = readExcuses(path.join(import.meta.dirname, "excuses.yaml"));
let healthy: RunReport;
let failing: RunReport;

beforeAll(async () => {
  healthy = await report(null);
  failing = await report(failure);
});

/** A service whose every operation fails, since no request makes a healthy one fail. */
const failure: Pick<Fault, "parts"> = {
  parts: () => ({ api: (api: Api) => new Proxy(api, { get: () => fail }) }),
};

function fail(): never {
  throw new Error("as it was asked to");
}

const storages: Storage[] = [];
afterAll(async () => {
  for (const storage of storages) await storage.drop();
});

async function report(fault: Pick<Fault, "parts"> | null): Promise<RunReport> {
  const storage = await openLocal();
  storages.push(storage);
  const service = await runFaulty(fault, storage, { rateLimit: budget });
  try {
    return await runKit(service, description, fault === null ? {} : { maxRequests: 200, spendBudget: false });
  } finally {
    await service.stop();
  }
}

test("the kit reports no findings for the service", () => {
  expect(healthy.findings.map((finding) => `${finding.where} ${sentenceOf(finding)} (${finding.caseId})`)).toEqual([]);
});

test("every case was run, and there is nothing that could not be tried", () => {
  expect(healthy.cases.filter(({ skipped }) => skipped !== null)).toEqual([]);
  expect(healthy.cases.length).toBeGreaterThan(description.operations.length * 10);
  expect(healthy.notes).toEqual([]);
});

test("a service that fails does so as it is described", () => {
  const others = failing.findings.filter(({ check }) => check !== "server-error");
  expect(others.map(sentenceOf)).toEqual([]);
  expect(failing.findings.length).toBeGreaterThanOrEqual(description.operations.length);
});

test("the ledger has no unexcused hole and no stale excuse", () => {
  const rows = together(healthy.cells, failing.cells);
  expect(holesIn(rows).map(({ id, where }) => `${where} ${id}`)).toEqual([]);
  expect(staleExcuses(rows, excuses)).toEqual([]);
  expect(rows.length).toBeGreaterThan(800);
});

function together(cells: readonly Cell[], others: readonly Cell[]): Cell[] {
  const counts = new Map(others.map(({ id, seen }) => [id, seen]));
  return cells.map((cell) => ({
    ...cell,
    seen: cell.seen + (counts.get(cell.id) ?? 0),
    excuse: excuses.find((excuse) => excuse.cells.includes(cell.id))?.reason ?? null,
  }));
}
