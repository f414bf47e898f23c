// A service with its portal for tests: two accounts with an owner and a member each, and browsers that check every response.
import { Recorder } from "@waybill/conformance";
import { expect } from "vitest";
import { hashPassword, type PasswordCost } from "../../src/domain/passwords.ts";
import { createUser } from "../../src/domain/users.ts";
import { openDatabase } from "../../src/operation/open-database.ts";
import type { PortalSettings } from "../../src/operation/settings.ts";
import type { TestAccount } from "../contract/accounts.ts";
import type { Storage } from "../contract/backends.ts";
import { createAccounts, type RunningService, startOn } from "../contract/running-service.ts";
import { ownPortalDescription } from "../own-description.ts";

/** Cheap: a test must not wait for what makes guessing slow. */
export const cheap: PasswordCost = { cost: 4, blockSize: 1, parallelization: 1 };

export const password = "correct horse battery staple";

export interface RunningPortal {
  readonly url: string;
  readonly service: RunningService;
  readonly account: TestAccount;
  readonly other: TestAccount;
  /** A browser without a session. */
  browser(): Browser;
  signedIn(who: Who): Promise<Browser>;
  /** Stops it, and removes its data. */
  end(): Promise<void>;
}

export type Who = "owner" | "member" | "other-owner";

export function emailOf(who: Who): string {
  return `${who}@portal.example`;
}

export async function runPortal(
  storage: Storage,
  { pages = null, origin = null, images = null }: Partial<Pick<PortalSettings, "pages" | "origin" | "images">> = {},
): Promise<RunningPortal> {
  const accounts = await createAccounts(storage);
  const [account, other] = accounts;
  const database = await openDatabase(storage, (error) => {
    throw error;
  });
  const passwordHash = await hashPassword(password, cheap);
  const users = [
    { who: "owner", accountId: account.id, role: "OWNER" },
    { who: "member", accountId: account.id, role: "MEMBER" },
    { who: "other-owner", accountId: other.id, role: "OWNER" },
  ] as const;
  for (const { who, accountId, role } of users) {
    const user = { accountId, email: emailOf(who), name: `The ${who}`, role, passwordHash, now: Date.now() };
    await database.write((transaction) => createUser(transaction, user));
  }
  await database.close();
  const portal = { host: "127.0.0.1", port: 0, origin, pages, images, passwordCost: cheap, checkResponses: true };
  const service = await startOn(storage, accounts, { changes: { portal } });
  const url = service.portalUrl ?? "";
  const browser = (): Browser => new Browser(url);
  return {
    url,
    service,
    account,
    other,
    browser,
    signedIn: async (who) => {
      const one = browser();
      const { status } = await one.call("POST", "/portal/v1/session", { body: { email: emailOf(who), password } });
      expect(status, who).toBe(200);
      return one;
    },
    end: () => service.end(),
  };
}

export interface PortalResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed, where it is JSON. */
  readonly body: unknown;
  /** A text in the body: `textAt("items", 0, "id")`. */
  textAt(...path: readonly (string | number)[]): string;
}

export interface PortalCall {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly from?: string;
}

const recorder = new Recorder(ownPortalDescription());

/** Keeps its cookie, and sends what a page of the portal sends. */
export class Browser {
  readonly #url: string;
  cookie: string | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  async call(method: string, path: string, { body, headers = {}, from }: PortalCall = {}): Promise<PortalResponse> {
    const isForm = body instanceof FormData;
    const sent: Record<string, string | null> = {
      "X-Portal-Request": "1",
      Origin: this.#url,
      "Sec-Fetch-Site": "same-origin",
      "Content-Type": body === undefined || isForm ? null : "application/json",
      Cookie: this.cookie,
      "X-Forwarded-For": from ?? null,
      ...headers,
    };
    const response = await fetch(new URL(path, this.#url), {
      method,
      headers: Object.entries(sent).filter((entry): entry is [string, string] => entry[1] !== null),
      redirect: "manual",
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    this.#keep(response.headers.getSetCookie());
    const parsed: unknown = response.headers.get("content-type") === "application/json" ? JSON.parse(text) : text;
    const received: PortalResponse = {
      status: response.status,
      headers: response.headers,
      text,
      body: parsed,
      textAt: (...keys) => textAt(parsed, keys),
    };
    checkDescribed(method, path, received);
    return received;
  }

  get(path: string): Promise<PortalResponse> {
    return this.call("GET", path);
  }

  post(path: string, body?: unknown): Promise<PortalResponse> {
    return this.call("POST", path, { body });
  }

  #keep(cookies: readonly string[]): void {
    for (const cookie of cookies) {
      const pair = cookie.split(";", 1)[0] ?? "";
      this.cookie = /Max-Age=0/.test(cookie) ? null : pair;
    }
  }
}

function textAt(value: unknown, path: readonly (string | number)[]): string {
  let found = value;
  for (const key of path) found = typeof found === "object" && found !== null ? Reflect.get(found, key) : undefined;
  if (typeof found !== "string") throw new Error(`no text at ${path.join(".")} of ${JSON.stringify(value)}`);
  return found;
}

/** As Ajv judges it by spec/portal, not by what is generated from it. */
function checkDescribed(method: string, path: string, { status, headers, text }: PortalResponse): void {
  expect(headers.get("cache-control")).toBe("no-store");
  const { verdict } = recorder.observe({
    request: { method, server: "http://portal.example", target: path, headers: [], body: null },
    response: { status, headers: [...headers], body: new TextEncoder().encode(text) },
  });
  expect(verdict?.objections ?? [], `${method} ${path} returned ${status}: ${text}`).toEqual([]);
}
