// `fulfillment webhooks send`: what a receiver on this machine gets, and what the command says about its response.

import { writeFileSync } from "node:fs";
import type { IncomingMessage, RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { signWebhook, verifyWebhook, type WebhookEvent } from "@fulfillment/webhooks";
import { createEvent } from "@fulfillment/webhooks/testing";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { startServer } from "../../../../../generators/test/local-server.ts";
import { sendDelivery } from "../../src/cli/send-delivery.ts";
import { directoryForTest, fulfillment, inProcess, printed } from "./command-line.ts";

afterEach(() => void vi.unstubAllEnvs());

const secret = "whsec_for_tests";

interface Got {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

interface Receiver {
  readonly url: string;
  readonly got: Got[];
}

/** 204 to everything, unless `respond` says something else. */
async function receiver(respond: RequestListener = (_, response) => response.writeHead(204).end()): Promise<Receiver> {
  const got: Got[] = [];
  const { url, close } = await startServer(async (request, response) => {
    const { method, url: path, headers } = request;
    got.push({ method, path, headers, body: await buffer(request) });
    respond(request, response);
  });
  onTestFinished(close);
  return { url: `${url.replace("127.0.0.1", "localhost")}/hook?from=test`, got };
}

/** The events of what came, each verified. */
function eventsOf({ got }: Receiver, now: () => number = Date.now): Promise<WebhookEvent[]> {
  return Promise.all(got.map(({ body, headers }) => verifyWebhook(body, headers, secret, { now })));
}

const send = (...words: string[]) => inProcess(["webhooks", "send", ...words]);

describe("a receiver that accepts", () => {
  test("gets an example of the event that verifies, and the command shows both sides", async () => {
    const local = await receiver((_, response) => response.writeHead(200).end('{"received":true}\n'));
    const { code, out, err } = await send("order.shipped", "--to", local.url, "--secret", secret);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(await eventsOf(local)).toEqual([createEvent("order.shipped")]);
    expect(local.got[0]).toMatchObject({ method: "POST", path: "/hook?from=test" });
    const { headers, body } = local.got[0] ?? {};
    expect(out).toMatch(/\n200 after \d+ ms\n\{"received":true\}\n$/);
    expect(out.replace(/\n200 after.*/s, "")).toBe(
      `POST ${local.url}\nContent-Type: application/json\nX-Webhook-Signature: ${headers?.["x-webhook-signature"]}\n` +
        `X-Webhook-Timestamp: ${headers?.["x-webhook-timestamp"]}\nX-Webhook-Event: order.shipped\n\n${body}\n`,
    );
    expect(out).not.toContain(secret);
  });

  test("gets the members that are given in place of the example's, from the command line or from a file", async () => {
    const local = await receiver();
    const words = ["order.shipped", "--to", local.url, "--secret", secret, "--event-data"];
    expect((await send(...words, '{"orderId":"ord_1","carrierCode":null}')).code).toBe(0);
    const file = join(directoryForTest(), "data.json");
    writeFileSync(file, '{ "products": [{ "sku": "TASSE-GRÜN", "quantity": 3 }] }');
    expect((await send(...words, `@${file}`)).code).toBe(0);
    expect(await eventsOf(local)).toEqual([
      createEvent("order.shipped", { orderId: "ord_1", carrierCode: null }),
      createEvent("order.shipped", { products: [{ sku: "TASSE-GRÜN", quantity: 3 }] }),
    ]);
  });

  test("gets the same event as often as requested, with the requested timestamp", async () => {
    const local = await receiver();
    const words = ["webhook.test", "--to", local.url, "--secret", secret, "--timestamp", "1762161267", "--repeat", "3"];
    const { code, out } = await send(...words);
    expect(code).toBe(0);
    expect(out.match(/^204 after/gm)).toHaveLength(3);
    expect(out.match(/^POST /gm)).toHaveLength(1);
    expect(local.got.map(({ headers }) => headers["x-webhook-timestamp"])).toEqual(Array(3).fill("1762161267"));
    expect(await eventsOf(local, () => 1762161267_000)).toEqual(Array(3).fill(createEvent("webhook.test")));
  });

  test("gets the example that is named, with a word about members that it has not", async () => {
    const local = await receiver();
    const words = ["invite.viewed", "--to", local.url, "--secret", secret, "--example", "invite-viewed"];
    expect(await send(...words)).toMatchObject({ code: 0, err: "" });
    const { code, err } = await send(...words, "--event-data", '{"inviteld":"inv_1","email":null}');
    expect(code).toBe(0);
    expect(err).toMatch(
      /^fulfillment: warning: sent, but the example of invite\.viewed has no "inviteld"; it has inviteId, .*email.*\n$/,
    );
    const example = createEvent("invite.viewed", {}, { example: "invite-viewed" });
    const stranger = { ...example, data: { ...example.data, inviteld: "inv_1", email: null } };
    expect(await eventsOf(local)).toEqual([example, stranger]);
    expect(example.data.eventDetails).not.toBeNull();
  });

  test("is reported on for programs", async () => {
    const local = await receiver((_, response) => response.writeHead(202).end("ok"));
    const result = await send("invite.viewed", "--to", local.url, "--secret", secret, "--json", "--repeat", "2");
    const headers = expect.objectContaining({ "X-Webhook-Event": "invite.viewed" });
    const attempt = { headers, status: 202, durationMs: expect.any(Number), response: "ok", cut: false };
    expect(printed(result)).toEqual({
      url: local.url,
      event: createEvent("invite.viewed"),
      attempts: [attempt, attempt],
    });
    expect(result.out.match(/\n/g)).toHaveLength(1);
  });

  test("is found in the environment, with the secret, by a process that ends at once", async () => {
    const local = await receiver();
    const { code, out, err } = await fulfillment(["webhooks", "send", "order.created"], {
      FULFILLMENT_TO: local.url,
      FULFILLMENT_SECRET: secret,
      FULFILLMENT_EVENT_DATA: '{"orderId":"ord_1"}',
      // The directory of the database, which this command does not need.
      FULFILLMENT_DATA: "/nowhere",
    });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("\n204 after ");
    expect(await eventsOf(local)).toEqual([createEvent("order.created", { orderId: "ord_1" })]);
  });
});

describe("a receiver that does not accept", () => {
  test.each([
    [400, "no"],
    [500, ""],
    [302, ""],
  ])("is named with its status: %i", async (status, body) => {
    const elsewhere = await receiver();
    const local = await receiver((_, response) => response.writeHead(status, { Location: elsewhere.url }).end(body));
    const { code, out, err } = await send("order.created", "--to", local.url, "--secret", secret);
    expect(code).toBe(1);
    expect(out).toMatch(new RegExp(`\\n${status} after \\d+ ms\\n${body}`));
    expect(err).toBe(`fulfillment: the receiver responded with ${status}; only 2xx accepts a delivery\n`);
    expect(elsewhere.got).toEqual([]);
  });

  test("is counted among repeats", async () => {
    let count = 0;
    const local = await receiver((_, response) => {
      count += 1;
      response.writeHead(count === 2 ? 503 : 200).end();
    });
    const words = ["order.created", "--to", local.url, "--secret", secret, "--repeat", "3", "--json"];
    const { code, out, err } = await send(...words);
    expect(code).toBe(1);
    expect(JSON.parse(out).attempts.map(({ status }: { status: number }) => status)).toEqual([200, 503, 200]);
    expect(err).toContain("1 of 3 deliveries was not accepted; the first: the receiver responded with 503");
  });

  test("is not there", async () => {
    const server = createTcpServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const { code, out, err } = await send("order.created", "--to", `http://127.0.0.1:${port}`, "--secret", secret);
    expect(code).toBe(1);
    expect(out).toMatch(/\nNo response after \d+ ms: connect ECONNREFUSED/);
    expect(err).toContain("fulfillment: the receiver did not respond: connect ECONNREFUSED 127.0.0.1");
  });

  test("cannot speak to the terminal, nor fill it", async () => {
    const local = await receiver((_, response) => response.end(`\u001b[2Jcleared\r\n${"x".repeat(5000)}`));
    const { code, out } = await send("order.created", "--to", local.url, "--secret", secret);
    expect(code).toBe(0);
    expect(out).toMatch(/ ms\n\ufffd\[2Jcleared\nx+\n\(truncated\)\n$/);
    expect(out.match(/x/g)?.length).toBeLessThan(4096);
  });
});

describe("a delivery that is signed wrongly", () => {
  const trying = (url: string, ...words: string[]) =>
    send("order.created", "--to", url, "--secret", secret, "--bad-signature", ...words);

  test("succeeds when it is refused, and is what it was but for a digit", async () => {
    const local = await receiver((_, response) => response.writeHead(401).end("no"));
    const { code, out, err } = await trying(local.url);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/\n401 after \d+ ms\nno\n$/);
    const [{ body, headers } = {}] = local.got;
    const right = await signWebhook(body ?? "", { secret, timestamp: Number(headers?.["x-webhook-timestamp"]) });
    const [given, expected] = [String(headers?.["x-webhook-signature"]), right["X-Webhook-Signature"]];
    expect(given.slice(0, -1)).toBe(expected.slice(0, -1));
    expect(given).toMatch(/^sha256=[0-9a-f]{64}$/);
    await expect(eventsOf(local)).rejects.toMatchObject({ code: "bad_signature" });
  });

  test.each([
    [200, "the receiver accepted a delivery with an invalid signature: check that it verifies signatures"],
    [500, "the receiver responded with 500; it must reject an invalid signature with 4xx, preferably 401"],
    [302, "the receiver responded with 302; it must reject an invalid signature with 4xx, preferably 401"],
  ])("fails when it is not: %i", async (status, message) => {
    const local = await receiver((_, response) => response.writeHead(status).end());
    expect(await trying(local.url)).toMatchObject({ code: 1, err: `fulfillment: ${message}\n` });
    const several = `2 of 2 deliveries were not rejected; the first: ${message}`;
    expect((await trying(local.url, "--repeat", "2")).err).toBe(`fulfillment: ${several}\n`);
  });
});

describe("wrong usage", () => {
  test.each([
    [["--data", '{"orderId":"ord_1"}'], "--data names the directory of the database: did you mean --event-data?"],
    [["--data", "@data.json"], "--data names the directory of the database: did you mean --event-data?"],
    [["--example", "created"], '--example: order.created has no example "created". Available: order-created.'],
  ])("is not sent: %j", async (words, message) => {
    const local = await receiver();
    const { code, err } = await send("order.created", "--to", local.url, "--secret", secret, ...words);
    expect({ code, err }).toEqual({ code: 2, err: `fulfillment: ${message}\n` });
    expect(local.got).toEqual([]);
  });
});

describe("sendDelivery", () => {
  const limits = { now: Date.now, timeoutMs: 50 };
  const delivery = async (url: string) => {
    const rawBody = JSON.stringify(createEvent("webhook.test"));
    return { url, rawBody, headers: await signWebhook(rawBody, { secret }) };
  };
  const late = { error: "no complete response within 0.05 seconds", durationMs: expect.any(Number) };

  test("gives up on a receiver that does not respond, or does not finish", async () => {
    const silent = await receiver(() => {});
    expect(await sendDelivery(await delivery(silent.url), limits)).toEqual(late);
    const endless = await receiver((_, response) => response.writeHead(200).write("{"));
    expect(await sendDelivery(await delivery(endless.url), limits)).toEqual(late);
  });

  test("gives up on a connection that is never made", async () => {
    const server = createTcpServer((socket) => socket.on("error", () => {})).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    // TLS to someone who says nothing.
    expect(await sendDelivery(await delivery(`https://127.0.0.1:${port}/`), limits)).toEqual(late);
  });

  test("keeps as much of a response as configured", async () => {
    const local = await receiver((_, response) => response.end("ääää"));
    const sent = await delivery(local.url);
    const bounded = { now: Date.now, maxResponseBytes: 8 };
    expect(await sendDelivery(sent, bounded)).toMatchObject({ response: "ääää", cut: false });
    expect(await sendDelivery(sent, { ...bounded, maxResponseBytes: 7 })).toMatchObject({ response: "äää", cut: true });
  });
});
