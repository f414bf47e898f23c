// A storage -> the service on it as clients and the warehouse see it: something to call for each command, and the outbox to look into.
import { setImmediate as nextTurn } from "node:timers/promises";
import { createFetchHandler } from "@fulfillment/server";
import { createApi } from "../../src/api/api.ts";
import { createFurtherErrors } from "../../src/api/further-errors.ts";
import { type ApiService, createApiService } from "../../src/http/api-service.ts";
import { createAuthenticate } from "../../src/http/authenticate.ts";
import { createHost } from "../../src/http/host.ts";
import { visitOfFetch } from "../../src/http/visit.ts";
import { openDatabase } from "../../src/operation/open-database.ts";
import { openSealer } from "../../src/operation/sealer.ts";
import { openLocalLimiter } from "../../src/rate-limit/local-limiter.ts";
import type { Database } from "../../src/storage/database.ts";
import { createPutEvent } from "../../src/storage/outbox.ts";
import type { Storage } from "../contract/backends.ts";
import { now } from "./order-facts.ts";
import { commandLine, commandsAsFunctions, type Reply, type Warehouse } from "./warehouse.ts";

export interface System {
  /** Where requests can be sent: one process, or several that serve the same database. */
  readonly servers: readonly [Send, ...Send[]];
  readonly warehouse: Warehouse;
  /** Whether transactions come one after the other, as on SQLite. */
  readonly isSerial: boolean;
  /** For looking into what no client sees. */
  readonly database: Database;
  close(): Promise<void>;
}

/** Sends a request as a client would. */
export type Send = (request: ApiRequest) => Promise<Reply>;

export interface ApiRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly key: string;
  readonly body?: object;
}

/** Nothing is delivered: what was put into the outbox stays there. On SQLite one process serves, on PostgreSQL two. */
export async function openSystem(storage: Storage): Promise<System> {
  const processes = storage.databaseUrl === null ? 1 : 2;
  const databases = await openSeveral(storage, processes + 1);
  const [database = unopened(), first = unopened(), ...others] = databases;
  const processOn = async (each: Database): Promise<Send> => inProcess(await serviceOn(each, storage));
  return {
    servers: [await processOn(first), ...(await Promise.all(others.map(processOn)))],
    warehouse: commandsAsFunctions(database),
    isSerial: database.dialect === "sqlite",
    database,
    close: async () => {
      await Promise.all(databases.map((each) => each.close()));
    },
  };
}

/** The same over sockets, and the warehouse at the real command line: slower, with nothing left out. */
export async function openSystemOutside(storage: Storage): Promise<System> {
  const [database = unopened(), served = unopened()] = await openSeveral(storage, 2);
  const host = createHost({
    service: await serviceOn(served, storage),
    beforeResponses: () => {},
    peek: () => Promise.reject(new Error("only asked for broken requests, of which there are none")),
    trustProxy: [],
    ready: async () => {},
  });
  const url = await host.listen({ host: "127.0.0.1", port: 0 });
  return {
    servers: [(request) => overSocket(url, request)],
    warehouse: commandLine(storage),
    isSerial: database.dialect === "sqlite",
    database,
    close: async () => {
      await host.close();
      await Promise.all([database.close(), served.close()]);
    },
  };
}

function openSeveral(storage: Storage, count: number): Promise<Database[]> {
  // A broken connection fails its query; an idle one breaks when the database is dropped.
  return Promise.all(Array.from({ length: count }, () => openDatabase(storage, () => {})));
}

function unopened(): never {
  throw new Error("fewer databases were opened than asked for");
}

async function serviceOn(database: Database, { dataDirectory }: Storage): Promise<ApiService> {
  const sealer = await openSealer(database, { dataDirectory, secretKey: undefined });
  const clock = (): number => now;
  return createApiService({
    api: createApi({
      database,
      sealer,
      now: clock,
      putEvent: createPutEvent(clock, () => {}),
      checkUrl: async (url) => url,
      maxSubscriptions: 1000,
      post: () => Promise.reject(new Error("nothing is sent in these tests")),
    }),
    further: createFurtherErrors(database),
    authenticate: createAuthenticate(database),
    limiter: openLocalLimiter({ file: null, windowMs: 1, now: clock }),
    budget: Number.MAX_SAFE_INTEGER,
    onError: (error) => console.error(error),
  });
}

function inProcess(service: ApiService): Send {
  const handle = createFetchHandler(service);
  return async (request) => {
    // What comes from a socket starts a turn of the event loop, and reads of one turn see one state of the database.
    await nextTurn();
    const sent = new Request(`https://api.example${request.path}`, initOf(request));
    return await replyOf(await handle(sent, visitOfFetch(sent, request.key)));
  };
}

async function overSocket(url: string, request: ApiRequest): Promise<Reply> {
  return await replyOf(await fetch(new URL(request.path, url), initOf(request)));
}

function initOf({ method, key, body }: ApiRequest): RequestInit {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  return { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
}

async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  return { code: response.status, body: JSON.parse(text) };
}
