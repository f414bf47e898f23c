import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openLocal, type Storage } from "../contract/backends.ts";
import { type Accounts, createAccounts } from "../contract/running-service.ts";
import { budget, type Fault } from "./fault.ts";
import { faults } from "./faults.ts";
import { type FaultyService, type Prepared, prepare, seenBy, startFaulty } from "./run-faulty.ts";
import { fieldsOf } from "./values.ts";

/** Of so many faults, one is tried: as many as `test:faults` looks for. */
const share = Number(process.env["WAYBILL_FAULTS"] ?? 1);
const tried = faults.filter((_, index) => index % share === 0);

/** Made once; each service that has a fault works on a copy of it. */
let template: Storage;
let prepared: Prepared;
/** One service without faults for all of them, with accounts of its own for each. */
let healthy: FaultyService;
let accountsOf: ReadonlyMap<string, Accounts>;

beforeAll(async () => {
  template = await openLocal();
  prepared = await prepare(template);
  const storage = await copyOf(template);
  accountsOf = new Map(await Promise.all(tried.map(async ({ id }) => [id, await createAccounts(storage)] as const)));
  healthy = await startFaulty(null, storage, { prepared, changes: { rateLimit: budget } });
});
afterAll(async () => {
  await healthy.stop();
  await healthy.storage.drop();
  await template.drop();
});

async function copyOf({ dataDirectory }: Storage): Promise<Storage> {
  const storage = await openLocal();
  cpSync(dataDirectory, storage.dataDirectory, { recursive: true });
  return storage;
}

async function shownByHealthy({ id, shows }: Fault): Promise<unknown> {
  return await shows(seenBy(healthy, accountsOf.get(id) ?? prepared.accounts));
}

async function shownByFaulty(fault: Fault): Promise<unknown> {
  const storage = await copyOf(template);
  const service = await startFaulty(fault, storage, { prepared, changes: { rateLimit: budget } });
  try {
    return await fault.shows(service);
  } finally {
    await service.stop();
    await storage.drop();
  }
}

describe("a seeded fault", () => {
  test.each(tried.map((fault) => ({ ...fault, fault })))(
    "is off by default, and does what it says when it is on: $kind, $title ($id)",
    async ({ fault, right, wrong }) => {
      expect(wrong).not.toEqual(right);
      expect({ without: await shownByHealthy(fault), with: await shownByFaulty(fault) }).toEqual({
        without: right,
        with: wrong,
      });
    },
  );
});

describe("the list of seeded faults", () => {
  test("has a name of its own for each", () => {
    expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
    expect(new Set(faults.map(({ title }) => title)).size).toBe(faults.length);
  });

  test("names a place of the description for each", () => {
    const missing = faults.filter(({ contradicts }) => !isDescribed(contradicts)).map(({ id }) => id);
    expect(missing).toEqual([]);
  });
});

const root = join(import.meta.dirname, "../../../../..");

/** `spec/paths/orders.yaml#/create/post` */
function isDescribed(place: string): boolean {
  const [file = "", pointer = ""] = place.split("#");
  try {
    let value: unknown = load(readFileSync(join(root, file), "utf8"));
    for (const key of pointer.split("/").slice(1)) {
      const inner = Array.isArray(value) ? { ...value } : fieldsOf(value);
      if (!Object.hasOwn(inner, key)) return false;
      value = Reflect.get(inner, key);
    }
    return true;
  } catch {
    return false;
  }
}
