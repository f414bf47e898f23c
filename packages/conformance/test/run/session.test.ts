// Requests of a run: how many there may be, when they end, and what is left for tidying up.
import { describe, expect, it } from "vitest";
import type { HeaderPair, SentRequest } from "../../src/exchange/exchange.ts";
import { NoAnswer, Session, Stopped } from "../../src/run/session.ts";

const request: SentRequest = { method: "GET", server: "http://test", target: "/", headers: [], body: null };

interface Answer {
  readonly status?: number;
  readonly headers?: readonly HeaderPair[];
}

function sessionWith(answers: readonly (Answer | Error)[], maxRequests = 100): { session: Session; seen: number[] } {
  const left = [...answers];
  const seen: number[] = [];
  const session = new Session({
    send: async () => {
      const next = left.shift() ?? {};
      if (next instanceof Error) throw next;
      return { status: next.status ?? 200, headers: next.headers ?? [], body: new Uint8Array() };
    },
    maxRequests,
    remainingHeaders: ["Remaining"],
    onExchange: ({ response }) => void seen.push(response.status),
    now: () => 0,
  });
  return { session, seen };
}

const left = (count: number): Answer => ({ headers: [["remaining", String(count)]] });

describe("a session", () => {
  it("ends after so many requests, and says so", async () => {
    const { session } = sessionWith([], 2);
    await session.exchange(request);
    await session.exchange(request);
    await expect(session.exchange(request)).rejects.toThrow(new Stopped("2 requests were made (--max-requests)"));
    expect([session.requests, session.reason]).toEqual([2, "2 requests were made (--max-requests)"]);
  });

  it("leaves the last two requests of a budget to others", async () => {
    const { session } = sessionWith([left(4), left(3), left(2)]);
    for (let count = 0; count < 3; count += 1) await session.exchange(request);
    expect(session.reason).toBe("Remaining came down to 2: the request budget is nearly spent");
    await expect(session.exchange(request)).rejects.toBeInstanceOf(Stopped);
    expect(session.requests).toBe(3);
  });

  it("ends when the budget is spent already", async () => {
    const { session } = sessionWith([{ status: 429 }]);
    await session.exchange(request);
    expect(session.reason).toBe("the service answered 429: its request budget is spent");
  });

  it("spends the last of it when it is told to", async () => {
    const { session } = sessionWith([left(1), left(0), { status: 429 }, { status: 429 }]);
    session.spending = true;
    for (let count = 0; count < 4; count += 1) await session.exchange(request);
    expect(session.reason).toBeNull();
  });

  it("tells of a request without an answer, with the request, and goes on", async () => {
    const { session, seen } = sessionWith([new Error("socket hang up"), {}]);
    await expect(session.exchange(request)).rejects.toMatchObject({ message: "socket hang up", request });
    await expect(sessionWith([new Error("x")]).session.exchange(request)).rejects.toBeInstanceOf(NoAnswer);
    await session.exchange(request);
    expect(seen).toEqual([200]);
  });
});

describe("tidying up", () => {
  it("goes on where the run put an end to itself, and the end stays the end", async () => {
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

  it("does not where the service wants no more requests", async () => {
    const { session } = sessionWith([{ status: 429 }]);
    await session.exchange(request);
    let tidied = false;
    await session.tidying(async () => {
      tidied = true;
    });
    expect(tidied).toBe(false);
  });
});
