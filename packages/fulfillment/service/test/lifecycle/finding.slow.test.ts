// Faulty services are found, and the printed commands reproduce each finding.
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { openLocal, type Storage } from "../contract/backends.ts";
import { checkAgreement } from "./agreement.ts";
import { runSequence, sequences } from "./commands.ts";
import { races, runRace } from "./races.ts";
import { openSystem, type Send, type System } from "./system.ts";
import type { Reply, Warehouse } from "./warehouse.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let storage: Storage;
let system: System;

beforeAll(async () => {
  vi.stubEnv("WAYBILL_REPLAY", "");
  storage = await openLocal();
  system = await openSystem(storage);
});
afterEach(() => {
  vi.stubEnv("WAYBILL_REPLAY", "");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await system.close();
  await storage.drop();
});

function responding(change: (send: Send) => Send): System {
  const [first, ...others] = system.servers;
  return { ...system, servers: [change(first), ...others] };
}

const done: Reply = { code: 201, body: { message: "Order cancelled successfully" } };

/** Says that it has cancelled an order once more. */
const cancelsAgain = (): System =>
  responding((send) => async (request) => {
    const reply = await send(request);
    return JSON.stringify(reply.body).includes("cancelled: its status is CANCELLED") ? done : reply;
  });

const ignoresFilter = (): System =>
  responding((send) => (request) => send({ ...request, path: request.path.replace("orderStatus=SHIPPED", "") }));

/** Says that a parcel has arrived, and does nothing about it. */
const forgetsDeliveries = (): System => {
  const { warehouse } = system;
  const forgotten = (orderId: string): Reply => ({ code: 0, body: { orderId, status: "DELIVERED" } });
  const move: Warehouse["move"] = async (kind, id) =>
    kind === "deliver" ? forgotten(id) : await warehouse.move(kind, id);
  return { ...system, warehouse: { ...warehouse, move } };
};

test.each([
  ["cancels an order twice", cancelsAgain, /cancel\(order .*the reply to cancel/s],
  ["lists orders with any status", ignoresFilter, /list\(.*the reply to list/s],
  [
    "does not do what it says it has done",
    forgetsDeliveries,
    /deliver\(order .*(?:the deliveries|the reply to deliver)/s,
  ],
])("sequences find a service that %s", async (_, wrong, report) => {
  const kind = { name: "sequences here", arbitrary: sequences, run: runSequence, isRace: false };
  await expectFoundTwice(() => checkAgreement(wrong(), kind, 1_000), report);
});

test("races find a service that lets two cancel the same order", async () => {
  const kind = { name: "races here", arbitrary: () => races, run: withoutCancelsBefore, isRace: true };
  await expectFoundTwice(() => checkAgreement(cancelsAgain(), kind, 1_000), /no order of these commands explains/);
});

/** Races only: what is done before them has been found by sequences. */
const withoutCancelsBefore: typeof runRace = async (race, run) => {
  await runRace({ ...race, before: race.before.filter(({ kind }) => kind !== "cancel") }, run);
};

async function expectFoundTwice(look: () => Promise<unknown>, report: RegExp): Promise<void> {
  const first = await messageOf(look());
  expect(first).toMatch(report);
  const [, replay = "nothing to see it again by"] = /WAYBILL_REPLAY='([^']*)'/.exec(first) ?? [];
  vi.stubEnv("WAYBILL_REPLAY", replay);
  const again = await messageOf(look());
  expect(again).toMatch(report);
  expect(again.split("\n")[1]).toBe(first.split("\n")[1]);
}

async function messageOf(looking: Promise<unknown>): Promise<string> {
  return await looking.then(
    () => "nothing was found",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}
