// Requests of a run: how many there may be, when they end, and what is left for tidying up.
import { describe, expect, it } from "vitest";
import type { HeaderPair, SentRequest } from "../../src/exchange/exchange.ts";
import { NoResponse, Session, Stopped } from "../../src/run/session.ts";

const request: SentRequest = { method: "GET", server: "http://test", target: "/", headers: [], body: null };

interface ResponseStub {
  readonly status?: number;
  readonly headers?: readonly HeaderPair[];
}

function sessionWith(
  responses: readonly (ResponseStub | Error)[],
  maxRequests = 100,
  reserved = 0,
): { session: Session; seen: number[] } {
  const left = [...responses];
  const seen: number[] = [];
  const session = new Session({
    send: async () => {
      const next = left.shift() ?? {};
      if (next instanceof Error) throw next;
      return { status: next.status ?? 200, headers: next.headers ?? [], body: new Uint8Array() };
    },
    maxRequests,
    remainingHeaders: ["Remaining"],
    reserved: () => reserved,
    onExchange: ({ response }) => void seen.push(response.status),
    now: () => 0,
  });
  return { session, seen };
}

const left = (count: number): ResponseStub => ({ headers: [["remaining", String(count)]] });

describe("a session", () => {
  it("ends at the request limit, and reports it", async () => {
    const { session } = sessionWith([], 2);
    await session.exchange(request);
    await session.exchange(request);
    await expect(session.exchange(request)).rejects.toThrow(
      new Stopped("the limit of 2 requests was reached (--max-requests)"),
    );
    expect([session.requests, session.reason]).toEqual([2, "the limit of 2 requests was reached (--max-requests)"]);
  });

  it("ends the run when two requests of the budget are left", async () => {
    const { session } = sessionWith([left(4), left(3), left(2)]);
    for (let count = 0; count < 3; count += 1) await session.exchange(request);
    expect(session.reason).toBe("Remaining is 2: the request budget is nearly used up");
    await expect(session.exchange(request)).rejects.toBeInstanceOf(Stopped);
    expect(session.requests).toBe(3);
  });

  it("stops earlier where cleanup needs requests, and makes those", async () => {
    const { session } = sessionWith([left(6), left(5), left(4)], 100, 3);
    await session.exchange(request);
    expect(session.reason).toBeNull();
    await session.exchange(request);
    expect(session.reason).toBe("Remaining is 5: the request budget is nearly used up");
    await expect(session.exchange(request)).rejects.toBeInstanceOf(Stopped);
    await session.tidying(async () => void (await session.exchange(request)));
    expect(session.requests).toBe(3);
  });

  it("does not stop because the budget of another address is used up", async () => {
    const { session, seen } = sessionWith([left(0), left(9)]);
    await session.exchange({ ...request, from: "127.0.0.2" });
    await session.exchange(request);
    expect([session.reason, seen.length]).toEqual([null, 2]);
  });

  it("ends when the budget is used up already", async () => {
    const { session } = sessionWith([{ status: 429 }]);
    await session.exchange(request);
    expect(session.reason).toBe("the service returned 429: the request budget is used up");
  });

  it("uses up the budget on request", async () => {
    const { session } = sessionWith([left(1), left(0), { status: 429 }, { status: 429 }]);
    session.spending = true;
    for (let count = 0; count < 4; count += 1) await session.exchange(request);
    expect(session.reason).toBeNull();
  });

  it("reports a request without a response, and goes on", async () => {
    const { session, seen } = sessionWith([new Error("socket hang up"), {}]);
    await expect(session.exchange(request)).rejects.toMatchObject({ message: "socket hang up", request });
    await expect(sessionWith([new Error("x")]).session.exchange(request)).rejects.toBeInstanceOf(NoResponse);
    await session.exchange(request);
    expect(seen).toEqual([200]);
  });
});

describe("tidying up", () => {
  it("allows requests after the run stopped itself, and the run stays stopped", async () => {
    const { session } = sessionWith([], 1);
    await session.exchange(request);
    session.stop("enough");
    await session.tidying(async () => {
      session.stop("a finding");
      await session.exchange(request);
    });
    expect([session.requests, session.reason]).toEqual([2, "enough"]);
    await expect(session.exchange(request)).rejects.toBeInstanceOf(Stopped);
  });

  it("sends nothing more after the service ended the run", async () => {
    const { session } = sessionWith([{ status: 429 }]);
    await session.exchange(request);
    let tidied = false;
    await session.tidying(async () => {
      tidied = true;
    });
    expect(tidied).toBe(false);
  });
});
