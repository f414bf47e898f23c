// Who can read the files of the data directory: the owner, in an existing directory that everyone can read, too.
import { chmodSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { newOrder } from "../contract/accounts.ts";
import { openLocal } from "../contract/backends.ts";
import { runService } from "../contract/running-service.ts";

test("no file of a running service can be read by others, also where earlier versions created it", async () => {
  const storage = await openLocal();
  onTestFinished(() => storage.drop());
  const directory = join(storage.dataDirectory, "existing");
  mkdirSync(directory);
  chmodSync(directory, 0o755);
  const run = async (): Promise<Readonly<Record<string, string>>> => {
    const service = await runService({ ...storage, dataDirectory: directory });
    await service.call("POST", "/v1/orders/create", { body: newOrder(service.account) });
    const modes = modesIn(directory);
    await service.stop();
    return modes;
  };
  const files = ["fulfillment.db", "fulfillment.db-shm", "fulfillment.db-wal", "limits.db", "limits.db-wal"];
  const expected = Object.fromEntries([...files, "secret.key", "service.lock"].map((name) => [name, "600"]));
  expect(await run()).toEqual(expected);
  for (const name of ["fulfillment.db", "limits.db", "service.lock"]) chmodSync(join(directory, name), 0o644);
  expect(await run()).toEqual(expected);
});

function modesIn(directory: string): Readonly<Record<string, string>> {
  const names = readdirSync(directory).filter((name) => !name.endsWith("-journal"));
  return Object.fromEntries(names.map((name) => [name, (statSync(join(directory, name)).mode & 0o777).toString(8)]));
}
