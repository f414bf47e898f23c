// What a receiver gets of a delivery, and which of its responses count as what.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { signatureOf } from "../../src/deliveries/post.ts";
import { delivery, moment, postAlone, posterWith, secret } from "./posting.ts";
import { headerOf, listen, responseOf } from "./receiver.ts";

describe("a delivery on the wire", () => {
  it("is a POST with the four headers, the agent and what HTTP needs, and nothing else", async () => {
    const receiver = await listen(responseOf(200));
    const outcome = await posterWith().post({ url: `${receiver.origin}/hooks/a?b=c%20d&e`, secret }, delivery);
    expect(outcome).toEqual({ kind: "accepted", status: 200, durationMs: 0 });
    expect(receiver.requests.map(({ head }) => head.split("\r\n"))).toEqual([
      [
        "POST /hooks/a?b=c%20d&e HTTP/1.1",
        `host: ${new URL(receiver.origin).host}`,
        "connection: keep-alive",
        "Content-Type: application/json",
        `X-Webhook-Signature: ${signatureOf(secret, "1762161267", delivery.body)}`,
        "X-Webhook-Timestamp: 1762161267",
        "X-Webhook-Event: order.created",
        "User-Agent: fulfillment-webhooks/1.0.0",
        `content-length: ${Buffer.byteLength(delivery.body)}`,
      ],
    ]);
  });

  it("has the very bytes of the body, signed", async () => {
    const receiver = await listen(responseOf(200));
    const poster = posterWith();
    const url = receiver.origin;
    const bodies = fc.asyncProperty(fc.string({ unit: "grapheme", minLength: 1 }), async (body) => {
      await poster.post({ url, secret }, { event: "order.created", body });
      const request = receiver.requests.at(-1);
      expect(request?.body).toEqual(Buffer.from(body));
      const timestamp = headerOf(request, "X-Webhook-Timestamp") ?? "";
      const signature = signatureOf(secret, timestamp, request?.body ?? "");
      expect(headerOf(request, "X-Webhook-Signature")).toBe(signature);
    });
    await fc.assert(bodies, { examples: [['{"title":"Tasse Übergröße 馬克杯 🫖\\u0000"}'], ["\u{1F1E9}\u{1F1EA}"]] });
  });

  it("is stamped when it is sent", async () => {
    const receiver = await listen(responseOf(200));
    const times = [moment, moment + 400, moment + 1000, moment + 1250];
    const poster = posterWith({ now: () => times.shift() ?? Number.NaN });
    await poster.post({ url: receiver.origin, secret }, delivery);
    expect(headerOf(receiver.requests[0], "X-Webhook-Timestamp")).toBe("1762161268");
  });

  it("leaves out what a URL says for itself only", async () => {
    const receiver = await listen(responseOf(200));
    const url = `${receiver.origin.replace("//", "//user:password@")}/a#fragment`;
    await posterWith().post({ url, secret }, delivery);
    expect(receiver.requests[0]?.head).toMatch(/^POST \/a HTTP/);
    expect(receiver.requests[0]?.head).not.toMatch(/authorization|fragment/i);
  });
});

describe("a response", () => {
  it.each([200, 201, 202, 204, 299])("of %i accepts", async (status) => {
    const receiver = await listen(responseOf(status));
    const outcome = await posterWith().post({ url: receiver.origin, secret }, delivery);
    expect(outcome).toEqual({ kind: "accepted", status, durationMs: 0 });
  });

  it.each([300, 304, 400, 401, 404, 410, 429, 500, 503, 599])("of %i refuses", async (status) => {
    const receiver = await listen(responseOf(status, { body: "" }));
    const outcome = await posterWith().post({ url: receiver.origin, secret }, delivery);
    expect(outcome).toEqual({ kind: "refused", status, durationMs: 0 });
  });

  it.each([301, 302, 303, 307, 308])("of %i is not followed", async (status) => {
    const elsewhere = await listen(responseOf(200));
    const receiver = await listen(responseOf(status, { headers: `Location: ${elsewhere.origin}/\r\n` }));
    const outcome = await posterWith().post({ url: receiver.origin, secret }, delivery);
    expect(outcome).toEqual({ kind: "refused", status, durationMs: 0 });
    expect([receiver.requests.length, elsewhere.connections]).toEqual([1, 0]);
  });

  it.each(["102 Processing", "103 Early Hints"])("may be announced by %s", async (line) => {
    const receiver = await listen((socket, request) => {
      socket.write(`HTTP/1.1 ${line}\r\nLink: </a>\r\n\r\n`);
      setImmediate(() => responseOf(404)(socket, request));
    });
    const outcome = await posterWith().post({ url: receiver.origin, secret }, delivery);
    expect(outcome).toEqual({ kind: "refused", status: 404, durationMs: 0 });
  });

  it("may end with its connection", async () => {
    const receiver = await listen((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\nas long as it lasts"));
    const outcome = await posterWith().post({ url: receiver.origin, secret }, delivery);
    expect(outcome.kind).toBe("accepted");
  });

  it("is not decompressed", async () => {
    const receiver = await listen(responseOf(200, { headers: "Content-Encoding: gzip\r\n", body: "not gzip" }));
    const outcome = await posterWith().post({ url: receiver.origin, secret }, delivery);
    expect(outcome.kind).toBe("accepted");
    expect(receiver.requests[0]?.head).not.toMatch(/accept-encoding/i);
  });

  it("says how long it took, and never less than nothing when the clock is set back", async () => {
    const receiver = await listen(responseOf(200));
    const forward = [moment, moment + 5, moment + 42];
    const back = [moment, moment - 60_000, moment - 60_000];
    const outcomes = [forward, back].map((times) =>
      posterWith({ now: () => times.shift() ?? Number.NaN }).post({ url: receiver.origin, secret }, delivery),
    );
    expect((await Promise.all(outcomes)).map(({ durationMs }) => durationMs)).toEqual([42, 0]);
  });
});

describe("the body of a response", () => {
  const maxResponseBytes = 1000;

  it.each([
    [200, "accepted"],
    [500, "refused"],
  ] as const)("without end is read to the bound: %i counts as %s", async (status, kind) => {
    const receiver = await listen((socket) => {
      socket.write(`HTTP/1.1 ${status} OK\r\nTransfer-Encoding: chunked\r\n\r\n`);
      const more = (): void => {
        if (!socket.destroyed) socket.write("64\r\n".padEnd(104, "x").concat("\r\n"), () => setImmediate(more));
      };
      more();
    });
    const outcome = await posterWith({ maxResponseBytes }).post({ url: receiver.origin, secret }, delivery);
    expect(outcome).toEqual({ kind, status, durationMs: 0 });
    await expect.poll(() => receiver.open.size).toBe(0);
  });

  it("of a byte over the bound ends the connection, and one of just the bound does not", async () => {
    const sizes = [1000, 1001, 2];
    const receiver = await listen((socket, request) => {
      responseOf(200, { body: "x".repeat(sizes[receiver.requests.length - 1] ?? 0) })(socket, request);
    });
    const poster = posterWith({ maxResponseBytes });
    for (const _ of sizes) {
      expect((await postAlone(poster, receiver.origin)).kind).toBe("accepted");
    }
    expect(receiver.requests.map(({ connection }) => connection)).toEqual([1, 1, 2]);
  });
});
