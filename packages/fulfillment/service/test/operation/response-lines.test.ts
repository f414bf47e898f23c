import { expect, test } from "vitest";
import { ResponseLines } from "../../src/operation/response-lines.ts";

const base = { service: "fulfillment", pid: 4711 };
const fields = {
  requestId: "9f2c41d07b-1a",
  method: "GET",
  url: "/v1/orders/list",
  status: 200,
  durationMs: 0.123,
  accountId: "acc_1",
  operationId: "listOrders",
  client: "192.0.2.1",
};

const durations = [0, 0.001, 0.01, 0.1, 0.25, 1, 9.999, 10.01, 1000, 1234.5, 98_765.432];
const urls = ["/", "/é", '/"', "/\\", "/\u0007", "/🎁", "/\ud800", `/${"x".repeat(200_000)}`];
const many = Array.from({ length: 1500 }, (_, index) => ({
  ...fields,
  url: `/${"é".repeat(index % 700)}`,
  client: `${index >> 3}`,
}));

test("a line is JSON of its fields, in the order of their calls, however many there are", () => {
  const written: string[] = [];
  const lent: Buffer[] = [];
  const lines = new ResponseLines({ base, write: (bytes) => void lent.push(bytes) });
  const settle = (): void => {
    written.push(...lent.splice(0).map(String));
    lines.written();
  };
  const all = [
    ...durations.map((durationMs) => ({ ...fields, durationMs })),
    ...urls.map((url) => ({ ...fields, url, accountId: null, operationId: null })),
    ...many,
  ];
  for (const [index, each] of all.entries()) {
    lines.add(each);
    // Bytes are used again only after they were written.
    if (index % 900 === 899) settle();
  }
  lines.flush();
  settle();
  const found = written
    .join("")
    .replaceAll(/"time":\d+/g, '"time":0')
    .split("\n");
  expect(found).toEqual([
    ...all.map((each) => JSON.stringify({ level: 30, time: 0, ...base, ...each, msg: "response" })),
    "",
  ]);
});
