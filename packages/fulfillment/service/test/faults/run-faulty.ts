// A fault and a storage -> a running service that has the fault, with what a test needs to bring it to light.
import { randomInt } from "node:crypto";
import { createKey, revoke } from "../../src/domain/keys.ts";
import { openDatabase } from "../../src/operation/open-database.ts";
import type { ServiceSettings } from "../../src/operation/settings.ts";
import { insertAccount, setAccountActive } from "../../src/storage/queries/accounts.ts";
import { insertProduct } from "../../src/storage/queries/catalog.ts";
import type { Storage } from "../contract/backends.ts";
import { type Accounts, createAccounts, type RunningService, startOn } from "../contract/running-service.ts";
import type { Fault } from "./fault.ts";
import { localNetwork } from "./network.ts";
import { openReceiver, type Receiver } from "./receiver.ts";
import { type Warehouse, withWarehouse } from "./warehouse.ts";

export interface FaultyService extends RunningService {
  readonly warehouse: Warehouse;
  /** Takes deliveries. Subscriptions may also name a receiver of their own: any port under `receiverHost`. */
  readonly receiver: Receiver;
  readonly refusedKeys: RefusedKeys;
  /** An address that `ask` and `call` do not come from unless told to. */
  readonly elsewhere: string;
}

/** Keys of 96 characters that were good once. */
export interface RefusedKeys {
  readonly revoked: string;
  /** Its account is deactivated. */
  readonly deactivated: string;
  /** Still good: to be used before it is revoked. */
  readonly spare: string;
}

/** What a storage has to hold before a service is started on it. */
export interface Prepared {
  readonly accounts: Accounts;
  readonly refusedKeys: RefusedKeys;
}

/**
 * `fault`: `null` for a service without one, to compare with. The rules for webhook URLs are those of production; what is
 * delivered to `https://receiver.example:<port>` arrives on that port of this machine, as plain HTTP.
 */
export async function runFaulty(
  fault: Pick<Fault, "parts"> | null,
  storage: Storage,
  changes: Partial<ServiceSettings> = {},
): Promise<FaultyService> {
  return await startFaulty(fault, storage, { prepared: await prepare(storage), changes });
}

export interface FaultyStart {
  readonly prepared: Prepared;
  readonly changes?: Partial<ServiceSettings>;
}

/** On a storage that `prepare`, or the storage that it is a copy of, was called for. */
export async function startFaulty(
  fault: Pick<Fault, "parts"> | null,
  storage: Storage,
  { prepared, changes = {} }: FaultyStart,
): Promise<FaultyService> {
  const { parts, warehouse } = withWarehouse({ ...localNetwork, ...fault?.parts() });
  const receiver = await openReceiver();
  const settings = { allowPrivateTargets: false, ...changes };
  const service = await startOn(storage, prepared.accounts, { changes: settings, parts });
  const stop = async (): Promise<void> => {
    await service.stop();
    await receiver.close();
  };
  return { ...service, warehouse, receiver, refusedKeys: prepared.refusedKeys, elsewhere: freshAddress(), stop };
}

/** The same service as two other accounts see it, from addresses of their own. */
export function seenBy(service: FaultyService, [account, other]: Accounts): FaultyService {
  const own = { key: account.key, from: freshAddress() };
  return {
    ...service,
    account,
    other,
    elsewhere: freshAddress(),
    ask: (method, path, options = {}) => service.ask(method, path, { ...own, ...options }),
    call: (method, path, options = {}) => service.call(method, path, { ...own, ...options }),
  };
}

function freshAddress(): string {
  return `172.16.${randomInt(256)}.${randomInt(256)}`;
}

export async function prepare(storage: Storage): Promise<Prepared> {
  const accounts = await createAccounts(storage);
  const database = await openDatabase(storage, () => {});
  const now = Date.now();
  const key = async (accountId: string): Promise<string> =>
    (await database.write((transaction) => createKey(transaction, accountId, now)))?.key ?? "";
  try {
    const revoked = await key(accounts[0].id);
    await database.write((transaction) => revoke(transaction, revoked, now));
    const spare = await key(accounts[0].id);
    const id = "acc_deactivated";
    await database.write(async (transaction) =>
      transaction.all(insertAccount, { id, name: "deactivated", created_at: new Date(now).toISOString() }),
    );
    const deactivated = await key(id);
    await database.write(async (transaction) => transaction.all(setAccountActive, { id, active: 0 }));
    // What the other account alone has: that it belongs to another must not be lost among equal names.
    const own = { account_id: accounts[1].id, sku: "LAMP", title: "Lamp, brass" };
    await database.write(async (transaction) => transaction.all(insertProduct, own));
    return { accounts, refusedKeys: { revoked, deactivated, spare } };
  } finally {
    await database.close();
  }
}
