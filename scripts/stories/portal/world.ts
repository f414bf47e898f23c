// A storage -> a service with its portal, an owner who can sign in, a receiver that verifies deliveries, and the log of the service.
import { closeSync, mkdtempSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { createDatabaseOn } from "../../../packages/fulfillment/service/test/database-on-server.ts";
import { freePort, startServer } from "../../testing/programs.ts";
import { missingServers, postgresUrl, redisUrl } from "../../testing/real-servers.ts";
import { type Account, seed } from "../harness/account.ts";
import { fulfillment } from "../harness/fulfillment.ts";
import { type Delivery, type Receiver, startReceiver } from "../harness/receiver.ts";

export interface Storage {
  readonly name: string;
  readonly options: readonly string[];
  /** What only `serve` takes. */
  readonly serving: readonly string[];
  drop(): Promise<void>;
}

export interface World {
  /** Where the API for integrations is, and where the portal is. */
  readonly url: string;
  readonly portal: string;
  readonly account: Account;
  readonly user: { readonly email: string; readonly password: string };
  readonly receiver: Receiver;
  readonly deliveries: readonly Delivery[];
  /** What the service has logged so far, all levels. */
  log(): string;
  stop(): Promise<void>;
}

/** The second one where both servers are there: `bash scripts/testing/servers.sh -- …`. */
export async function storages(folder: string, isSample: boolean): Promise<Storage[]> {
  const data = (name: string): readonly string[] => ["--data", mkdtempSync(path.join(folder, name))];
  const sqlite: Storage = { name: "SQLite", options: data("sqlite-"), serving: [], drop: async () => undefined };
  if (isSample) return [sqlite];
  const missing = missingServers(["PostgreSQL", "Redis"]);
  if (missing.length > 0)
    throw new Error(`no ${missing.join(" and no ")}: \`pnpm stories portal\` starts both, and --sample does without`);
  const { url, drop } = await createDatabaseOn(postgresUrl());
  const options = [...data("postgres-"), "--database-url", url];
  return [sqlite, { name: "PostgreSQL and Redis", options, serving: ["--redis-url", redisUrl()], drop }];
}

const created = z.object({ email: z.string(), password: z.string() });
const program = path.join(import.meta.dirname, "../../../packages/fulfillment/service/src/cli/main.ts");

export async function startWorld(
  { options, serving }: Storage,
  { folder, pages }: { readonly folder: string; readonly pages: string },
): Promise<World> {
  const account = await seed("northwind", options);
  const owner = [
    "--account",
    "northwind",
    "--email",
    "ada@northwind.example",
    "--name",
    "Ada Reyes",
    "--role",
    "owner",
  ];
  const user = created.parse(JSON.parse(await fulfillment("users", "create", ...owner, ...options)));
  const portalPort = String(await freePort());
  const logFile = path.join(mkdtempSync(path.join(folder, "log-")), "service.log");
  const log = openSync(logFile, "a");
  const service = await startServer(
    [
      ...[program, "serve", ...options, ...serving, "--port", "0", "--metrics-port", "off", "--log-level", "debug"],
      ...["--allow-private-webhook-targets", "--portal-port", portalPort, "--portal-pages", pages],
    ],
    { stdio: ["ignore", "pipe", log] },
  );
  closeSync(log);
  const deliveries: Delivery[] = [];
  const receiver = await startReceiver((delivery) => deliveries.push(delivery));
  return {
    url: service.url,
    portal: `http://127.0.0.1:${portalPort}`,
    account,
    user,
    receiver,
    deliveries,
    log: () => readFileSync(logFile, "utf8"),
    stop: async () => {
      receiver.close();
      await service.stop();
    },
  };
}
