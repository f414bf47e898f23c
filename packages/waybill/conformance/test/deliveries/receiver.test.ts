import { request } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import type { Delivery } from "../../src/deliveries/check-delivery.ts";
import { openReceiver, type Receiver } from "../../src/deliveries/receiver.ts";

async function receiver(deliveries: Delivery[], status = 204): Promise<Receiver> {
  const onDelivery = (delivery: Delivery): number => {
    deliveries.push(delivery);
    return status;
  };
  const opened = await openReceiver({ port: 0, now: () => 42, onDelivery });
  onTestFinished(() => opened.close());
  return opened;
}

function send(port: number, headers: readonly string[], body: Uint8Array | null): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const options = { host: "127.0.0.1", port, path: "/hook?a=%20b", method: "PUT", headers: [...headers] };
  const sent = request(options, (response) => response.resume().on("end", () => resolve(response.statusCode)));
  sent.on("error", reject);
  if (body === null) sent.write("begun", () => sent.destroy());
  else sent.end(body);
  return promise;
}

test("a delivery is reported with its raw bytes and headers before the response is sent", async () => {
  const deliveries: Delivery[] = [];
  const { port } = await receiver(deliveries, 503);
  const bytes = new Uint8Array([0, 255, 10]);
  const headers = ["Host", "a", "X-Twice", "1", "x-twice", "2", "Content-Length", "3"];
  expect(await send(port, headers, bytes)).toBe(503);
  expect(deliveries).toHaveLength(1);
  const [delivery] = deliveries;
  expect(delivery).toMatchObject({ method: "PUT", target: "/hook?a=%20b", at: 42 });
  expect(delivery?.body).toEqual(Buffer.from(bytes));
  expect(delivery?.headers.filter(([name]) => /twice/i.test(name))).toEqual([
    ["X-Twice", "1"],
    ["x-twice", "2"],
  ]);
});

test("an aborted delivery is ignored, and the next one is received", async () => {
  const deliveries: Delivery[] = [];
  const { port } = await receiver(deliveries);
  await expect(send(port, ["Host", "a", "Content-Length", "10"], null)).rejects.toThrow();
  expect(await send(port, ["Host", "a"], new Uint8Array())).toBe(204);
  expect(deliveries.map(({ body }) => body.length)).toEqual([0]);
});

test("a port in use is an error, and a closed port is free again", async () => {
  const opened = await openReceiver({ port: 0, now: () => 0, onDelivery: () => 200 });
  await expect(openReceiver({ port: opened.port, now: () => 0, onDelivery: () => 200 })).rejects.toThrow("EADDRINUSE");
  await opened.close();
  await expect(send(opened.port, ["Host", "a"], new Uint8Array())).rejects.toThrow("ECONNREFUSED");
});
