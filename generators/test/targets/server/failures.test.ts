// A service whose handler fails: what is reported, to whom, and that reporting never fails the response.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createNodeHandler } from "../../../src/targets/server/runtime/node-handler.ts";
import { type AnyResponse, Refusal } from "../../../src/targets/server/runtime/refusals.ts";
import { NotImplementedError, type Route } from "../../../src/targets/server/runtime/runtime.ts";
import { createFetchHandler, createServe, type Service } from "../../../src/targets/server/runtime/serve.ts";
import { bareRoute } from "./bare-route.ts";

const getOrder: Route<"getOrder"> = {
  ...bareRoute,
  operationId: "getOrder",
  handler: "getOrder",
  // Not a text to format: "%d" would take the error.
  path: "/100%deal/{orderId}",
  segments: ["100%deal", { parameter: "orderId" }],
  responses: [{ status: 200, headers: [], content: [{ type: "text/event-stream", body: "binary" }] }],
};

const boom = new Error("boom");

function serviceOf(
  respond: (context: Context) => AnyResponse | Promise<AnyResponse>,
  changes: Partial<Service<"getOrder", Context>> = {},
): Service<"getOrder", Context> {
  return {
    routes: [getOrder],
    handlers: { getOrder: (_, context) => respond(context) },
    context: ({ signal }) => ({ signal }),
    ...changes,
  };
}

interface Context {
  readonly signal: AbortSignal;
}

const fail = (error: unknown) => (): never => {
  throw error;
};

const secret = "http://x/100%25deal/ada@example.com?key=s3cret";
const ask = (service: Service<"getOrder", Context>): Promise<Response> =>
  createFetchHandler(service)(new Request(secret, { headers: { authorization: "Bearer s3cret" } }));

const printed = (): unknown[][] => vi.mocked(console.error).mock.calls;

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

describe("a service without onError", () => {
  it("prints what a handler throws, with its operation and nothing of the request", async () => {
    expect((await ask(serviceOf(fail(boom)))).status).toBe(500);
    expect((await ask(serviceOf(async () => fail(boom)()))).status).toBe(500);
    const line = ["%s failed:", "getOrder (GET /100%deal/{orderId})", boom];
    expect(printed()).toEqual([line, line]);
  });

  it("prints a response that is not described, and a hook that fails before a route is found", async () => {
    await ask(serviceOf(() => ({ status: 201 })));
    await ask(serviceOf(() => ({ status: 200, body: "" }), { onRequest: fail(boom) }));
    expect(printed()).toEqual([
      [expect.any(String), expect.stringContaining("getOrder"), new Error("getOrder: the status 201 is not described")],
      ["%s failed:", "A GET request", boom],
    ]);
  });

  it("prints what interrupts a response in progress", async () => {
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(boom) });
    const response = await ask(serviceOf(() => ({ status: 200, body })));
    await expect(response.text()).rejects.toThrow("boom");
    expect(printed()).toEqual([["%s failed:", "getOrder (GET /100%deal/{orderId})", boom]]);
  });

  it("prints no rejection, and no handler that is still to be written", async () => {
    const statuses = [new Refusal("invalid_body", { status: 422 }), new NotImplementedError("getOrder")].map(
      async (error) => (await ask(serviceOf(fail(error)))).status,
    );
    expect(await Promise.all(statuses)).toEqual([422, 501]);
    expect(printed()).toEqual([]);
  });

  it("prints no call that was aborted because the client has left, and every other error after it", async () => {
    const gone = new AbortController();
    const leave = ({ signal }: Context): never => {
      gone.abort();
      throw signal.reason;
    };
    const call = (service: Service<"getOrder", Context>): Promise<Response> =>
      createFetchHandler(service)(new Request(secret, { signal: gone.signal }));
    await call(serviceOf(leave));
    expect(printed()).toEqual([]);
    await call(serviceOf(fail(boom)));
    expect(printed()).toHaveLength(1);
  });

  it("prints a header that node:http does not send", async () => {
    const service = serviceOf(() => ({ status: 200, body: new Uint8Array() }));
    const destroyed = new Promise<void>((resolve) => {
      const response = {
        writableFinished: false,
        destroyed: false,
        writeHead: fail(boom),
        flushHeaders: () => {},
        write: () => true,
        end: () => {},
        once: () => {},
        destroy: () => resolve(),
      };
      const request = {
        method: "GET",
        url: "/100%25deal/7",
        headers: {},
        complete: true,
        on() {},
        pause() {},
        resume() {},
      };
      createNodeHandler(service)(request, response);
    });
    await destroyed;
    expect(printed()).toEqual([["%s failed:", "A GET request", boom]]);
  });
});

describe("an onError that fails", () => {
  it.each([
    ["throws", fail(new Error("worse"))],
    ["rejects", async () => fail(new Error("worse"))()],
  ])("and %s is printed, and the client gets the 500", async (_, onError) => {
    expect((await ask(serviceOf(fail(boom), { onError }))).status).toBe(500);
    const line = ["onError of the service failed:", new Error("worse"), "It was called with:", boom];
    await expect.poll(printed).toEqual([line]);
  });

  it("does not keep the last response from being sent", async () => {
    const worse = fail(new Error("worse"));
    const service = serviceOf(fail(boom), { onError: worse, refuse: worse });
    expect((await ask(service)).status).toBe(500);
    expect((await ask({ ...service, around: () => worse })).status).toBe(500);
    expect(createServe(service)).toBeTypeOf("function");
  });
});
