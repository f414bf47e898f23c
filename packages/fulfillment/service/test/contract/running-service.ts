// A service for tests: started on a storage, with two accounts, and a client that validates every response.

import { randomInt } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { Recorder } from "@waybill/conformance";
import { pino } from "pino";
import { expect } from "vitest";
import { rateLimitHeaders } from "../../../../../spec/test/check-responses.ts";
import { openDatabase } from "../../src/operation/open-database.ts";
import type { ServiceParts } from "../../src/operation/parts.ts";
import type { RouteTable } from "../../src/operation/route-table.ts";
import { type Service, startService } from "../../src/operation/service.ts";
import type { ServiceSettings } from "../../src/operation/settings.ts";
import { openOwnDescription } from "../own-description.ts";
import { createAccount, type TestAccount } from "./accounts.ts";
import type { Storage } from "./backends.ts";

export interface RunningService {
  readonly url: string;
  /** `null`: it serves no portal. */
  readonly portalUrl: string | null;
  readonly storage: Storage;
  /** Two accounts that must not see each other. */
  readonly account: TestAccount;
  readonly other: TestAccount;
  /** Everything the service logged, parsed. */
  readonly log: Record<string, unknown>[];
  call(method: string, path: string, options?: CallOptions): Promise<ServiceResponse>;
  /** The same, for any response. */
  ask(method: string, path: string, options?: CallOptions): Promise<ServiceResponse>;
  /** What it says that it serves. */
  routes(): RouteTable;
  stop(): Promise<void>;
  /** Stops it, and removes its data. */
  end(): Promise<void>;
}

export interface CallOptions {
  /** JSON, unless it is text or bytes. */
  readonly body?: unknown;
  /** `null`: none. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** The address that the proxy says the request comes from. */
  readonly from?: string;
}

export interface ServiceResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed, where it is JSON. */
  readonly body: unknown;
  readonly text: string;
}

export type Accounts = readonly [TestAccount, TestAccount];

export async function runService(
  storage: Storage,
  changes: Partial<ServiceSettings> = {},
  parts: ServiceParts = {},
): Promise<RunningService> {
  const accounts = await createAccounts(storage);
  return await startOn(storage, accounts, { changes, parts });
}

/** The same data again, after a service on it was stopped. */
export async function restart(
  service: RunningService,
  changes: Partial<ServiceSettings> = {},
): Promise<RunningService> {
  await service.stop();
  return await startOn(service.storage, [service.account, service.other], { changes });
}

/** On a storage that has the accounts already. */
export async function startOn(
  storage: Storage,
  [account, other]: Accounts,
  { changes = {}, parts = {} }: { readonly changes?: Partial<ServiceSettings>; readonly parts?: ServiceParts },
): Promise<RunningService> {
  const log: Record<string, unknown>[] = [];
  const logger = pino({ level: "info" }, { write: (line: string) => void log.push(JSON.parse(line)) });
  const settings = { ...defaults, ...storage, ...changes };
  const service: Service = await startService(settings, logger, undefined, parts);
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  const ask = (method: string, path: string, options: CallOptions = {}): Promise<ServiceResponse> =>
    send(new URL(path, service.url), { from: address, key: account.key, ...options, method });
  return {
    url: service.url,
    portalUrl: service.portalUrl,
    storage,
    account,
    other,
    log,
    call: async (method, path, options = {}) => {
      const response = await ask(method, path, options);
      checkDocumented(method, new URL(path, service.url).pathname, response);
      return response;
    },
    ask,
    routes: () => service.routes(),
    stop: () => service.close(),
    end: async () => {
      await service.close();
      await storage.drop();
    },
  };
}

const defaults: Omit<ServiceSettings, "dataDirectory" | "databaseUrl" | "redisUrl"> = {
  host: "127.0.0.1",
  port: 0,
  rateLimit: 100_000,
  rateWindowSeconds: 86_400,
  trustProxy: ["loopback"],
  allowPrivateTargets: true,
  metrics: null,
  secretKey: undefined,
};

export async function createAccounts(storage: Storage): Promise<Accounts> {
  const database = await openDatabase(storage, (error) => {
    throw error;
  });
  try {
    return [await createAccount(database, "one"), await createAccount(database, "two")];
  } finally {
    await database.close();
  }
}

async function send(
  url: URL,
  { method, body, key, headers, from }: CallOptions & { method: string },
): Promise<ServiceResponse> {
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  const response = await fetch(url, {
    method,
    headers: {
      ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
      ...(from === undefined ? {} : { "X-Forwarded-For": from }),
      ...(body === undefined || isRaw ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type") === "application/json" && text !== "";
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : text };
}

const recorder = new Recorder(openOwnDescription());

/** Nothing undescribed leaves a described path, as Ajv judges it, and the six headers are on everything. */
export function checkDocumented(method: string, pathname: string, { status, headers, text }: ServiceResponse): void {
  for (const name of rateLimitHeaders) expect(headers.get(name) ?? "(absent)", name).toMatch(/^\d+$/);
  const { verdict } = recorder.observe({
    request: { method, server: "http://service.example", target: pathname, headers: [], body: null },
    response: { status, headers: [...headers], body: new TextEncoder().encode(text) },
  });
  expect(verdict?.objections ?? [], `${method} ${pathname} returned ${status}: ${text}`).toEqual([]);
}

/** Bytes on a connection of their own, as they are, and all that comes back until it is closed: `fetch` tidies requests up. */
export async function exchanged(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let response = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    response += chunk;
  });
  socket.on("error", () => {});
  socket.write(text);
  await once(socket, "close");
  return response;
}
