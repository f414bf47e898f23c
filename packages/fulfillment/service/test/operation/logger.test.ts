import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const logger = JSON.stringify(new URL("../../src/operation/logger.ts", import.meta.url).href);

/** What a process writes that logs these fields, by the fast way and by pino's own. */
async function linesOf(fields: object, level = "info"): Promise<unknown[]> {
  const code = `
    const { createLog } = await import(${logger});
    const { log, logResponse, end } = createLog(${JSON.stringify(level)});
    const fields = ${JSON.stringify(fields)};
    logResponse(fields);
    log.info(fields, "response");
    await end();`;
  const { stderr } = await run(process.execPath, ["--input-type=module", "--eval", code]);
  return stderr.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}

const fields = {
  requestId: "9f2c41d07b-1a",
  method: "GET",
  url: '/v1/orders/list?campaignId="\\\u0007é🎁',
  status: 200,
  durationMs: 0.123,
  accountId: "acc_1",
  operationId: "listOrders",
  client: 'junk"\n',
};

test.each([
  ["with everything", fields],
  ["without account and operation", { ...fields, accountId: null, operationId: null, url: "/", durationMs: 0 }],
])("a response %s is logged as pino would", async (_, sent) => {
  const [fast, plain] = await linesOf(sent);
  expect(fast).toEqual({ ...Object(plain), time: expect.any(Number) });
  expect(fast).toMatchObject({ ...sent, level: 30, msg: "response", service: "fulfillment" });
  expect(Object.keys(Object(fast))).toEqual(Object.keys(Object(plain)));
});

test("a line below the level is not written", async () => {
  expect(await linesOf(fields, "warn")).toEqual([]);
});
