// A backend -> a service on it with clients that shop, a receiver, and everything that can be done to them.
import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { codeOf } from "../../../packages/fulfillment/service/src/reason.ts";
import { type Account, seed } from "../../stories/demo/account.ts";
import { Api } from "./api.ts";
import { type Audit, auditOf } from "./audit.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import { createPostgres, createRedis, type Server } from "./servers.ts";
import { type Service, startService } from "./service.ts";
import { createLedger, type Ledger, shop } from "./shoppers.ts";

export type Backend = "sqlite" | "postgres";

export interface WorldOptions {
  readonly backend: Backend;
  readonly clients: number;
  readonly random: () => number;
  /** Megabytes of a disk of its own, for the database alone. */
  readonly disk?: number;
  /** See `ServiceOptions`. */
  readonly clock?: readonly number[];
}

export interface World {
  readonly backend: Backend;
  readonly random: () => number;
  /** Where SQLite is. */
  readonly directory: string;
  readonly postgres: Server | null;
  readonly redis: Server | null;
  readonly ledger: Ledger;
  readonly service: Service;
  /** Milliseconds of each start after the first. */
  readonly starts: readonly number[];
  /** On the same data, after the service before was killed. */
  restart(): Promise<void>;
  /** Fills its disk until nothing more fits. */
  fillDisk(): void;
  freeDisk(): void;
  /** Sends the clients home, waits for their last responses and for the events, and stops everything. */
  finish(): Promise<Audit>;
  /** Ends what is left of it. */
  close(): Promise<void>;
}

/** With clients that shop already. */
export async function openWorld(options: WorldOptions): Promise<World> {
  const { backend, random } = options;
  const cleaning: (() => unknown)[] = [];
  const directory = temporaryDirectory(cleaning, options.disk);
  const [postgres, redis] = backend === "sqlite" ? [null, null] : await startServers(directory, cleaning);
  const ofService = ["--data", join(directory, "data")];
  if (postgres !== null && redis !== null) ofService.push("--database-url", postgres.url, "--redis-url", redis.url);
  ofService.push("--rate-limit", "1000000000");
  const account = await seed("survival", ofService);
  const receiver = await startReceiver();
  cleaning.push(() => receiver.close());
  const ledger = createLedger();
  const state: State = { service: null, api: null, over: false, starts: [], complaints: [] };
  cleaning.push(() => state.service?.kill());
  const start = async (): Promise<void> => {
    const service = await startService(ofService, options);
    state.service = service;
    state.complaints.push(service.complaints);
    state.api?.close();
    state.api = new Api(service.url, account.apiKey);
  };
  await start();
  await receiver.subscribe(currentApi(state));
  const shoppers = shopping(state, { ...options, account, ledger });
  return {
    backend,
    random,
    directory: join(directory, "data"),
    postgres,
    redis,
    ledger,
    get service() {
      return currentService(state);
    },
    starts: state.starts,
    restart: async () => {
      await start();
      state.starts.push(currentService(state).startedInMs);
    },
    fillDisk: () => fill(join(directory, "ballast")),
    freeDisk: () => rmSync(join(directory, "ballast")),
    finish: async () => {
      state.over = true;
      await shoppers;
      return await finish(state, { ledger, receiver });
    },
    close: async () => {
      state.over = true;
      for (const clean of cleaning.reverse()) await clean();
    },
  };
}

interface State {
  service: Service | null;
  api: Api | null;
  over: boolean;
  readonly starts: number[];
  readonly complaints: (readonly string[])[];
}

function currentService({ service }: State): Service {
  if (service === null) throw new Error("no service was started");
  return service;
}

function currentApi({ api }: State): Api {
  if (api === null) throw new Error("no service was started");
  return api;
}

function shopping(
  state: State,
  { account, ledger, random, clients }: WorldOptions & { readonly account: Account; readonly ledger: Ledger },
): Promise<unknown> {
  const next = async (): Promise<Api | null> => {
    while (!state.over && !currentService(state).running) await delay(5);
    return state.over ? null : currentApi(state);
  };
  return Promise.all(Array.from({ length: clients }, () => shop({ account, ledger, random, next, pauseMs: 10 })));
}

async function finish(
  state: State,
  { ledger, receiver }: { readonly ledger: Ledger; readonly receiver: Receiver },
): Promise<Audit> {
  const audit = await auditOf({ ledger, receiver, api: currentApi(state) });
  currentApi(state).close();
  const code = await currentService(state).stop();
  const failed = state.complaints.flat().filter((line) => /delivery (?:failed|refused)|a defect/.test(line));
  const faults = [...audit.faults, ...failed, ...(code === 0 ? [] : [`the service stopped with exit code ${code}`])];
  return { ...audit, faults };
}

function temporaryDirectory(cleaning: (() => unknown)[], disk: number | undefined): string {
  const directory = mkdtempSync(join(tmpdir(), "fulfillment-survival-"));
  cleaning.push(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
  if (disk !== undefined) {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${disk}m`, "tmpfs", directory]);
    const unmount = (): void => void execFileSync("umount", ["--lazy", directory]);
    process.once("exit", unmount);
    cleaning.push(() => {
      process.off("exit", unmount);
      unmount();
    });
  }
  mkdirSync(join(directory, "data"));
  return directory;
}

/** PostgreSQL on the disk of the world, Redis on another: it stores nothing. */
async function startServers(
  directory: string,
  cleaning: (() => unknown)[],
): Promise<readonly [postgres: Server, redis: Server]> {
  const folder = join(directory, "servers");
  mkdirSync(folder);
  const started = [await createPostgres(folder), await createRedis(join(directory, "redis"))] as const;
  for (const server of started) {
    cleaning.push(async () => {
      server.resume();
      await server.stop("SIGINT");
    });
  }
  return started;
}

/** Until not even a byte fits. */
function fill(file: string): void {
  const descriptor = openSync(file, "w");
  for (let size = 1_048_576; size >= 1; size = Math.floor(size / 16)) {
    while (fits(descriptor, Buffer.alloc(size))) {}
  }
  closeSync(descriptor);
}

function fits(descriptor: number, bytes: Buffer): boolean {
  try {
    return writeSync(descriptor, bytes) === bytes.length;
  } catch (error) {
    if (codeOf(error) === "ENOSPC") return false;
    throw error;
  }
}
