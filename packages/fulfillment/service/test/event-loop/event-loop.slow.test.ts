// Whether anything that a member or a stranger may send holds up everybody: the largest and the worst requests of every operation, on an
// account that owns as much as it may. On each change a few operations on SQLite; every night all of them, on both backends.
//   WAYBILL_LONG=1 WAYBILL_FIGURES=1 bash scripts/testing/servers.sh -- vitest run packages/fulfillment/service/test/event-loop
// writes the figures of docs/benchmarks.md.
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { machineText, markdownTable, writeQuoted } from "../../../../../scripts/bench/figures.ts";
import { isLong } from "../../../../../scripts/testing/long.ts";
import { describeOnEach, type OpenStorage, openLocal, type Storage } from "../contract/backends.ts";
import { openOwnDescription, ownPortalDescription } from "../own-description.ts";
import { type AttackRequest, attackRequests, type Operation, type SentRequest } from "./attack-requests.ts";
import { type AttackedService, type AttackFigures, portalCookie, startAttacked } from "./attacked-service.ts";
import { type Amounts, type Filled, fillDatabase } from "./filled-database.ts";
import { knownValues } from "./known-values.ts";

/** Of times. A change is tried on machines that others use as well, which may stop for longer than a limit: there, what is far beyond counts. */
const leeway = isLong ? 1 : 3;

/** Milliseconds, and MiB. */
const limits = { longestPause: 100 * leeway, slowestProbe: 250 * leeway, memory: 768 };

/** How many requests of an attacker are under way at once. */
const atOnce = 3;

/** What is beyond a limit once may be the machine, or what went before: it counts when it is so each time. */
const attempts = 5;

const most: Amounts = {
  ...{ products: 8_500, orders: 20_000, largeOrders: 200, campaigns: 960 },
  ...{ invites: 5_000, links: 300, keys: 60, webhooks: 900, sessions: 60 },
};
const few: Amounts = {
  ...{ products: 8_500, orders: 2_000, largeOrders: 30, campaigns: 100 },
  ...{ invites: 100, links: 10, keys: 20, webhooks: 20, sessions: 2 },
};

/** Those of each change: a body, a search and an upload. */
const sampled = new Set(["POST /v1/orders/create", "GET /portal/v1/orders", "POST /portal/v1/import-previews"]);

const operations = [openOwnDescription(), ownPortalDescription()]
  .flatMap((description) => description.operations)
  .filter((operation) => isLong || sampled.has(nameOf(operation)));

/** By operation and backend. */
const measured = new Map<string, Map<string, AttackFigures>>();

if (isLong) describeOnEach("the event loop", (open) => attacks(open));
else describe("the event loop, on SQLite", () => attacks(openLocal));

afterAll(() => {
  if (process.env["WAYBILL_FIGURES"] !== undefined) writeFigures();
});

function attacks(open: OpenStorage): void {
  let storage: Storage;
  let filled: Filled;
  let service: AttackedService;
  let known: ReturnType<typeof knownValues>;
  let leavers: Iterator<string>;

  beforeAll(async () => {
    storage = await open();
    filled = await fillDatabase(storage, isLong ? most : few);
    service = await startAttacked(storage, filled);
    known = knownValues(filled);
    leavers = filled.sessions.values();
  });
  afterAll(async () => {
    await service.stop();
    await storage.drop();
  });

  test("large responses that no one reads stay few", async () => {
    // The system accepts one connection in a turn of the event loop: as many that ask for little keep others waiting, too.
    const connections = await service.ask(600, "/v1/auth");
    const large = await bestOf(() => service.ask(600, "/v1/orders/list?limit=100"), connections.slowestProbe);
    expect(beyond(large, connections.slowestProbe)).toEqual([]);
  });

  test.each(operations.map((operation) => [nameOf(operation), operation] as const))(
    "the worst requests of %s keep no one waiting",
    async (name, operation) => {
      let worst: AttackFigures = { longestPause: 0, slowestProbe: 0, memory: 0, statuses: [] };
      // Signing in ends the session that one has.
      const sessionOf = (): string | undefined =>
        operation.id === "signIn" ? "none" : operation.id.startsWith("signOut") ? leavers.next().value : undefined;
      const withSession = (sent: SentRequest): SentRequest => {
        const session = sessionOf();
        return session === undefined ? sent : { ...sent, headers: { ...sent.headers, ...portalCookie(session) } };
      };
      for (const request of attackRequests(operation, known(operation))) {
        if (!isChosen(name, request)) continue;
        const figures = await bestOf(() => service.attack(countOf(operation), () => withSession(request.make())));
        expect
          .soft(
            figures.statuses.filter((status) => status >= 500),
            request.what,
          )
          .toEqual([]);
        if (request.isAccepted)
          expect
            .soft(figures.statuses, request.what)
            .toSatisfy((all: number[]) => all.some((status) => status >= 200 && status < 300));
        expect.soft(beyond(figures), request.what).toEqual([]);
        worst = worseOf(worst, figures);
      }
      const ofBackends = measured.get(name) ?? new Map<string, AttackFigures>();
      measured.set(name, ofBackends.set(storage.databaseUrl === null ? "SQLite" : "PostgreSQL", worst));
    },
    1_800_000,
  );
}

function nameOf({ method, path }: Operation): string {
  return `${method.toUpperCase()} ${path.text}`;
}

/** On each change those that have to succeed, and the same few of the others. */
function isChosen(name: string, { isAccepted, what }: AttackRequest): boolean {
  return isLong || isAccepted || (createHash("sha256").update(`${name} ${what}`).digest()[0] ?? 0) % 12 === 0;
}

/** An import goes on in the background: one is enough. */
function countOf({ id }: Operation): number {
  return id === "startImport" ? 1 : atOnce;
}

/** `usualProbe`: milliseconds of the slowest probe without what is measured. */
async function bestOf(attack: () => Promise<AttackFigures>, usualProbe = 0): Promise<AttackFigures> {
  let best = await attack();
  for (let attempt = 1; attempt < attempts && beyond(best, usualProbe).length > 0; attempt += 1) {
    const again = await attack();
    best = { ...worseOf(best, again), ...(sumOf(again) < sumOf(best) ? quickOf(again) : quickOf(best)) };
  }
  return best;
}

function quickOf({ longestPause, slowestProbe }: AttackFigures): Pick<AttackFigures, "longestPause" | "slowestProbe"> {
  return { longestPause, slowestProbe };
}

function sumOf({ longestPause, slowestProbe }: AttackFigures): number {
  return longestPause + slowestProbe;
}

function worseOf(some: AttackFigures, others: AttackFigures): AttackFigures {
  return {
    longestPause: Math.max(some.longestPause, others.longestPause),
    slowestProbe: Math.max(some.slowestProbe, others.slowestProbe),
    memory: Math.max(some.memory, others.memory),
    statuses: [...some.statuses, ...others.statuses],
  };
}

function beyond(figures: AttackFigures, usualProbe = 0): string[] {
  const most = { ...limits, slowestProbe: limits.slowestProbe + usualProbe };
  return (["longestPause", "slowestProbe", "memory"] as const)
    .filter((name) => figures[name] > most[name])
    .map((name) => `${name} ${figures[name].toFixed(0)} of ${most[name].toFixed(0)}`);
}

function writeFigures(): void {
  const head = ["operation", ...["SQLite", "PostgreSQL"].flatMap((name) => [`${name}: pause ms`, "probe ms", "MiB"])];
  const rows = [...measured].map(([name, figures]) => [
    `\`${name}\``,
    ...["SQLite", "PostgreSQL"].flatMap((backend) => {
      const one = figures.get(backend);
      return one === undefined
        ? ["", "", ""]
        : [one.longestPause, one.slowestProbe, one.memory].map((value) => value.toFixed(0));
    }),
  ]);
  writeQuoted("event-loop", `${machineText()}.\n\n${markdownTable(head, rows)}`);
}
