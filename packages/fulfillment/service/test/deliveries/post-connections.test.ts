// Connections between deliveries: used again, given up in time, and never the cause of a second POST.
import { connect as dialSocket, type Socket } from "node:net";
import type { buildConnector } from "undici";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { delivery, postAlone, posterWith, secret } from "./posting.ts";
import { listen, responseOf } from "./receiver.ts";

describe("a connection", () => {
  it("serves one delivery after the other", async () => {
    const receiver = await listen(responseOf(200));
    const poster = posterWith();
    for (const _ of [1, 2, 3]) await postAlone(poster, receiver.origin);
    expect(receiver.requests.map(({ connection }) => connection)).toEqual([1, 1, 1]);
  });

  it("serves one delivery at a time", async () => {
    const waiting: (() => void)[] = [];
    const receiver = await listen((socket, request) => {
      waiting.push(() => responseOf(200)(socket, request));
      if (waiting.length === 20) for (const respond of waiting) respond();
    });
    const poster = posterWith();
    const posts = Array.from({ length: 20 }, () => poster.post({ url: receiver.origin, secret }, delivery));
    expect((await Promise.all(posts)).map(({ kind }) => kind)).toEqual(Array(20).fill("accepted"));
    expect(receiver.connections).toBe(20);
  });

  it("carries each its own response", async () => {
    const receiver = await listen((socket, request) => {
      const status = Number(/\/(\d+)/.exec(request.head)?.[1]);
      setTimeout(() => responseOf(status)(socket, request), status % 7);
    });
    const poster = posterWith();
    const statuses = Array.from({ length: 300 }, (_, index) => 200 + index);
    const outcomes = await Promise.all(
      statuses.map((status) => poster.post({ url: `${receiver.origin}/${status}`, secret }, delivery)),
    );
    expect(outcomes.map((outcome) => (outcome.kind === "unreached" ? outcome.reason : outcome.status))).toEqual(
      statuses,
    );
  });

  it("is closed when it has been idle for a second", async () => {
    const receiver = await listen(responseOf(200));
    const poster = posterWith();
    await postAlone(poster, receiver.origin);
    expect(receiver.open.size).toBe(1);
    await expect.poll(() => receiver.open.size, { timeout: 3000 }).toBe(0);
    expect((await postAlone(poster, receiver.origin)).kind).toBe("accepted");
  });

  it("is given up a second before the receiver would close it", async () => {
    const receiver = await listen(responseOf(200, { headers: "Keep-Alive: timeout=1\r\n" }));
    const poster = posterWith();
    for (const _ of [1, 2]) await postAlone(poster, receiver.origin);
    expect(receiver.requests.map(({ connection }) => connection)).toEqual([1, 2]);
  });

  it("is not for ever, however busy", async () => {
    const receiver = await listen(responseOf(200));
    const poster = posterWith();
    for (let count = 0; count < 1001; count += 1) await postAlone(poster, receiver.origin);
    expect(receiver.requests.at(999)?.connection).toBe(1);
    expect(receiver.requests.at(1000)?.connection).toBe(2);
  });

  it.each([
    ["closes", (end: () => void) => end()],
    ["closes a moment after its response", (end: () => void) => void setImmediate(end)],
  ])("that the receiver %s costs the next delivery nothing", async (_, when) => {
    const receiver = await listen((socket, request) => {
      responseOf(200)(socket, request);
      when(() => socket.end());
    });
    const poster = posterWith();
    for (const _round of [1, 2, 3, 4, 5]) {
      const outcome = await postAlone(poster, receiver.origin);
      expect(outcome.kind).toBe("accepted");
      // The end has to have come across: what is sent at the very same moment is lost, see post.ts.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(receiver.requests.length).toBe(5);
  });

  it("that is lost with a delivery on it is not replaced: the receiver may have read the event", async () => {
    const receiver = await listen((socket, request) => {
      if (receiver.requests.length === 1) responseOf(200)(socket, request);
      else socket.destroy();
    });
    const poster = posterWith();
    expect((await postAlone(poster, receiver.origin)).kind).toBe("accepted");
    expect((await postAlone(poster, receiver.origin)).kind).toBe("unreached");
    expect(receiver.requests.map(({ connection }) => connection)).toEqual([1, 1]);
  });

  it("that is replaced too late carries nothing: its delivery has been reported as failed", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const receiver = await listen(responseOf(200));
    const sockets: Socket[] = [];
    const late: (() => void)[] = [];
    const connect: buildConnector.connector = (options, callback) => {
      const dial = (): void =>
        dialTo(options, (socket) => {
          sockets.push(socket);
          callback(null, socket);
        });
      if (sockets.length === 0) dial();
      else late.push(dial);
    };
    const poster = posterWith({ connect, timeoutMs: 200 });
    await postAlone(poster, receiver.origin);
    sockets[0]?.destroy();
    const outcome = poster.post({ url: receiver.origin, secret }, delivery);
    vi.advanceTimersByTime(100);
    await expect.poll(() => late.length).toBe(1);
    // The attempt is over, making its connection is not.
    vi.advanceTimersByTime(100);
    expect((await outcome).kind).toBe("unreached");
    late[0]?.();
    await expect.poll(() => receiver.connections).toBe(2);
    await expect.poll(() => receiver.open.size).toBe(0);
    expect(receiver.requests.length).toBe(1);
  });

  it("leaves no timer behind", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const receiver = await listen(responseOf(200, { headers: "Connection: close\r\n" }));
    const connect: buildConnector.connector = (options, callback) => {
      dialTo(options, (socket) => callback(null, socket));
    };
    await postAlone(posterWith({ connect }), receiver.origin);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("ends with the poster", async () => {
    const receiver = await listen(responseOf(200));
    const poster = posterWith();
    await poster.post({ url: receiver.origin, secret }, delivery);
    await poster.close();
    await expect.poll(() => receiver.open.size).toBe(0);
  });

  it("ends with the poster, but not before its delivery", async () => {
    const receiver = await listen((socket, request) => void setTimeout(() => responseOf(200)(socket, request), 50));
    const poster = posterWith();
    const outcome = poster.post({ url: receiver.origin, secret }, delivery);
    await poster.close();
    expect((await outcome).kind).toBe("accepted");
  });
});

function dialTo({ hostname, port }: buildConnector.Options, connected: (socket: Socket) => void): void {
  const socket = dialSocket(Number(port), hostname, () => connected(socket));
}
