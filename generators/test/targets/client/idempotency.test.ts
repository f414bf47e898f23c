// Calls that are repeated with a key, and requests that depend on a version.
import { expect, it } from "vitest";
import { ifMatch, ifNoneMatch } from "../../../src/targets/client/runtime/conditional.ts";
import { createSend } from "../../../src/targets/client/runtime/create-send.ts";
import { withIdempotencyKeys } from "../../../src/targets/client/runtime/idempotency.ts";
import { withRetries } from "../../../src/targets/client/runtime/retries.ts";
import { baseUrl, blue, createPaint, getPaint, responding, textResponse } from "./exchanges.ts";

const json = (text: string) => textResponse(text, 200, "application/json");
const failing = () => new TypeError("fetch failed");
const keysOf = ({ attempts }: ReturnType<typeof responding>) =>
  attempts.map(({ headers }) => headers.get("idempotency-key"));

it("a call that is not a read is retried with the same key, another call has another", async () => {
  const server = responding(failing, json("{}"));
  const send = withIdempotencyKeys(withRetries(createSend({ baseUrl, fetch: server.fetch }), { retries: 1 }));
  expect(await send(createPaint, { body: {} })).toMatchObject({ status: 200 });
  await send(createPaint, { body: {} });
  const [first, second, third] = keysOf(server);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

it("a read has no key, nor does an operation that is not selected, which is sent once", async () => {
  const server = responding(json("{}"), failing);
  const sendOnce = createSend({ baseUrl, fetch: server.fetch });
  const send = withIdempotencyKeys(withRetries(sendOnce), { selects: ({ id }) => id !== "createPaint" });
  await send(getPaint, blue);
  await expect(send(createPaint, { body: {} })).rejects.toMatchObject({ code: "network" });
  expect(keysOf(server)).toEqual([null, null]);
});

it("a key of the call is kept, and the header may have another name", async () => {
  const server = responding(json("{}"));
  const sendOnce = createSend({ baseUrl, fetch: server.fetch });
  await withIdempotencyKeys(sendOnce)(createPaint, { body: {} }, { headers: { "idempotency-key": "mine" } });
  await withIdempotencyKeys(sendOnce, { header: "X-Request", createKey: ({ id }) => `${id}-1` })(createPaint, {
    body: {},
  });
  expect(keysOf(server)).toEqual(["mine", null]);
  expect(server.attempts[1]?.headers.get("x-request")).toBe("createPaint-1");
});

it("the ETag of a response becomes the condition of a request", () => {
  const response = new Response(null, { headers: { etag: 'W/"7"' } });
  expect([ifMatch({ response }), ifNoneMatch({ response })]).toEqual([
    { headers: { "If-Match": 'W/"7"' } },
    { headers: { "If-None-Match": 'W/"7"' } },
  ]);
  expect(() => ifMatch({ response: new Response() })).toThrow(new TypeError("the response has no ETag"));
});
