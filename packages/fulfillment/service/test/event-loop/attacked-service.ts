// A filled database -> the real service on it, measured, with someone else's requests beside those of an attacker.
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { setTimeout } from "node:timers/promises";
import { testedService } from "../../../../../scripts/testing/bundled-programs.ts";
import { startMonitored } from "../../../../../scripts/testing/monitored-program.ts";
import { type Probe, startProbing } from "../../../../../scripts/testing/probing.ts";
import type { Storage } from "../contract/backends.ts";
import type { SentRequest } from "./attack-requests.ts";
import type { Filled } from "./filled-database.ts";

/** What an attack did to everybody, at the usual speed of a machine. */
export interface AttackFigures {
  /** Milliseconds. */
  readonly longestPause: number;
  readonly slowestProbe: number;
  /** MiB. */
  readonly memory: number;
  readonly statuses: readonly number[];
}

export interface AttackedService {
  /** So many requests at once, each as given by `next`. */
  attack(count: number, next: () => SentRequest): Promise<AttackFigures>;
  /** So many requests for a page of `/v1`, on connections from which nothing is read. */
  ask(count: number, target: string): Promise<AttackFigures>;
  stop(): Promise<void>;
}

/** Milliseconds in which the service makes the responses that no one reads. */
const unreadMs = 6_000;

export async function startAttacked(storage: Storage, filled: Filled): Promise<AttackedService> {
  const { url, portal, program, exited } = await serve(storage);
  const agent = new Agent({ keepAlive: true });
  const probing = await startProbing(program.child.pid ?? 0, probesOf(filled, { url, portal }));
  const headersTo = (target: string): Readonly<Record<string, string>> => ({
    // Visitors have a budget by their address.
    "X-Forwarded-For": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    ...(target.startsWith("/v1/") ? keyHeaders(filled.attacker.key) : portalHeaders(portal, filled.session)),
  });
  const send = async ({ method, target, headers, body }: SentRequest): Promise<number> => {
    const origin = target.startsWith("/v1/") ? url : portal;
    const sent = request(new URL(target, origin), {
      agent,
      method,
      headers: { ...headersTo(target), ...headers, "Content-Length": body?.length ?? 0 },
    });
    sent.end(body ?? undefined);
    try {
      const [response] = await once(sent, "response");
      response.resume();
      await once(response, "close");
      return Number(response.statusCode);
    } catch {
      // The service closes connections whose request it refuses to read.
      return 0;
    }
  };
  const asked = async (target: string): Promise<Socket> => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    const headers = { Host: "localhost", ...keyHeaders(filled.attacker.key) };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`GET ${target} HTTP/1.1\r\n${lines.join("")}\r\n`);
    return socket.pause();
  };
  const figuresNow = async () => ({ loop: await program.figures(), probes: await probing.figures() });
  const measured = async (attack: () => Promise<readonly number[]>): Promise<AttackFigures> => {
    await figuresNow();
    const statuses = await attack();
    const { loop, probes } = await figuresNow();
    if (probes.failures.length > 0) throw new Error(`probes failed: ${probes.failures.join("; ")}`);
    const usual = (time: number): number => Math.max(0, time - probes.stalled) / probes.slowdown;
    const times = { longestPause: usual(loop.longestPause), slowestProbe: usual(probes.slowest) };
    return { ...times, memory: loop.memory, statuses };
  };
  return {
    attack: (count, next) => measured(() => Promise.all(Array.from({ length: count }, () => send(next())))),
    ask: (count, target) =>
      measured(async () => {
        const sockets = await Promise.all(Array.from({ length: count }, () => asked(target)));
        await setTimeout(unreadMs);
        for (const socket of sockets) socket.destroy();
        return [];
      }),
    stop: async () => {
      probing.stop();
      agent.destroy();
      program.child.kill("SIGTERM");
      await exited;
    },
  };
}

async function serve({ dataDirectory, databaseUrl, redisUrl }: Storage) {
  const words = ["serve", "--port", "0", "--portal-port", "0", "--data", dataDirectory, "--rate-limit", "1000000000"];
  const servers = [
    ...(databaseUrl === null ? [] : ["--database-url", databaseUrl]),
    ...(redisUrl === null ? [] : ["--redis-url", redisUrl]),
  ];
  const program = startMonitored(
    testedService(),
    [...words, ...servers, "--trust-proxy", "loopback", "--allow-private-webhook-targets", "--log-level", "silent"],
    {
      // The service would start itself again without it.
      flags: ["--min-semi-space-size=16"],
      cwd: tmpdir(),
      env: { ...process.env, FULFILLMENT_METRICS_PORT: "off", NODE_ENV: "test" },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const exited = once(program.child, "close");
  const { stdout } = program.child;
  if (stdout === null) throw new Error("the service has no output");
  const [line] = await Promise.race([once(stdout.setEncoding("utf8"), "data"), exited]);
  const ready: unknown = JSON.parse(String(line));
  if (typeof ready !== "object" || ready === null || !("listening" in ready) || !("portal" in ready))
    throw new Error(`the service printed ${line}`);
  return { url: String(ready.listening), portal: String(ready.portal), program, exited };
}

/** What the programs and the members of another account do meanwhile. */
function probesOf(
  { other, otherSession }: Filled,
  { url, portal }: { readonly url: string; readonly portal: string },
): Probe[] {
  const key = keyHeaders(other.key);
  const contact = JSON.stringify({ campaignId: other.campaignId, email: "ada@example.com" });
  return [
    { url: `${url}/v1/auth`, headers: key },
    { url: `${url}/v1/orders/list`, headers: key },
    {
      url: `${url}/v1/contacts/create`,
      method: "POST",
      headers: { ...key, "Content-Type": "application/json" },
      body: contact,
    },
    { url: `${portal}/portal/v1/orders?search=mug`, headers: portalHeaders(portal, otherSession) },
  ];
}

function keyHeaders(key: string): Readonly<Record<string, string>> {
  return { Authorization: `Bearer ${key}` };
}

function portalHeaders(portal: string, session: string): Readonly<Record<string, string>> {
  return { ...portalCookie(session), Origin: portal, "Sec-Fetch-Site": "same-origin", "X-Portal-Request": "1" };
}

export function portalCookie(session: string): Readonly<Record<string, string>> {
  return { Cookie: `portal-session=${session}` };
}
