// What is sent by `fetch`, and what the settings and hooks can do about it.
import { afterEach, describe, expect, it, vi } from "vitest";
import { createSend, type SendOptions } from "../../../src/targets/client/runtime/create-send.ts";
import type { Operation } from "../../../src/targets/client/runtime/runtime.ts";
import type { OutgoingRequest } from "../../../src/targets/client/runtime/send.ts";
import { baseUrl, blue, createPaint, getPaint, jsonResponse, responding, textResponse } from "./exchanges.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a request", () => {
  it("goes out once, as the operation describes it", async () => {
    const { fetch, attempts } = responding(jsonResponse({ id: 1 }));
    await createSend({ baseUrl, fetch })(createPaint, { body: { snake_case: true } });
    expect(attempts.map(({ url }) => url)).toEqual(["https://api.example/base/paint"]);
    expect(attempts[0]?.init).toMatchObject({ method: "POST", body: '{"snake_case":true}' });
    expect(attempts[0]?.headers.get("content-type")).toBe("application/json");
  });

  it("does not follow redirects, and can be aborted", async () => {
    const { fetch, attempts } = responding(jsonResponse({}));
    await createSend({ baseUrl, fetch })(getPaint, blue);
    expect(attempts[0]?.init.redirect).toBe("manual");
    expect(attempts[0]?.init.signal).toBeInstanceOf(AbortSignal);
    expect(attempts[0]?.init.body).toBe(null);
  });

  it("is not sent when a value cannot be", async () => {
    const { fetch, attempts } = responding(jsonResponse({}));
    const send = createSend({ baseUrl, fetch });
    await expect(send(getPaint, { path: { color: "" } })).rejects.toThrow(TypeError);
    await expect(send(getPaint, blue, { headers: { "x-note": "a\nb" } })).rejects.toThrow(TypeError);
    expect(attempts).toEqual([]);
  });

  it("carries what proves who sends it, and the headers of the call, which go first", async () => {
    const { fetch, attempts } = responding(jsonResponse({}));
    const asked: Operation[] = [];
    const authorize = (operation: Operation): Record<string, string> => {
      asked.push(operation);
      return { Authorization: "Bearer secret", "x-note": "all" };
    };
    const send = createSend({ baseUrl, fetch, authorize });
    await send(getPaint, blue, { headers: { "X-Note": "this", "x-more": "1" } });
    await send(getPaint, blue);
    const sent = ["authorization", "x-note", "x-more"].map((name) => attempts.map(({ headers }) => headers.get(name)));
    expect(sent).toEqual([
      ["Bearer secret", "Bearer secret"],
      ["this", "all"],
      ["1", null],
    ]);
    expect(asked).toEqual([getPaint, getPaint]);
  });

  it("waits for a proof that takes time", async () => {
    const { fetch, attempts } = responding(jsonResponse({}));
    await createSend({ baseUrl, fetch, authorize: async () => ({ authorization: "later" }) })(getPaint, blue);
    expect(attempts[0]?.headers.get("authorization")).toBe("later");
  });

  it.each(["line\nbreak", "zero\u0000", "…"])(
    "shows no header that cannot be sent, as a key may be one: %j",
    async (value) => {
      const { fetch, attempts } = responding(jsonResponse({}));
      const sent = createSend({ baseUrl, fetch, authorize: () => ({ "X-Key": value }) })(getPaint, blue);
      await expect(sent).rejects.toEqual(new TypeError("getPaint: cannot send X-Key: it must be ASCII"));
      expect(attempts).toEqual([]);
    },
  );
});

describe("the function that fetches", () => {
  it("is called without an object around it", async () => {
    const objects: unknown[] = [];
    const settings = {
      baseUrl,
      fetch(this: unknown): Promise<Response> {
        objects.push(this);
        return Promise.resolve(Response.json({}));
      },
    };
    await createSend(settings)(getPaint, blue);
    vi.stubGlobal("fetch", settings.fetch);
    await createSend({ baseUrl })(getPaint, blue);
    expect(objects).toEqual([undefined, undefined]);
  });

  it("is the global one of the time of the call", async () => {
    const send = createSend({ baseUrl });
    const early = responding(jsonResponse("early"));
    vi.stubGlobal("fetch", early.fetch);
    expect(await send(getPaint, blue)).toMatchObject({ body: "early" });
    vi.stubGlobal("fetch", responding(jsonResponse("late")).fetch);
    expect(await send(getPaint, blue)).toMatchObject({ body: "late" });
    expect(early.attempts).toHaveLength(1);
  });
});

describe("hooks", () => {
  it("are called in order, around each attempt", async () => {
    const calls: unknown[] = [];
    const note = (name: string) => (first: unknown, second: unknown) => {
      calls.push(name, ...[first, second].filter((value) => value === getPaint || value instanceof Response));
    };
    const response = Response.json({ id: 1 });
    const fetch = (): Promise<Response> => {
      calls.push("fetch");
      return Promise.resolve(response);
    };
    const authorize = (): Record<string, string> => {
      calls.push("authorize");
      return {};
    };
    const hooks = { onRequest: note("onRequest"), onResponse: note("onResponse"), validate: note("validate") };
    await createSend({ baseUrl, fetch, authorize, ...hooks })(getPaint, blue);
    expect(calls).toEqual([
      "authorize",
      "onRequest",
      getPaint,
      "fetch",
      "onResponse",
      response,
      getPaint,
      "validate",
      getPaint,
    ]);
  });

  it("see everything that will be sent, and may change headers, address and body", async () => {
    const { fetch, attempts } = responding(jsonResponse({}));
    const seen: unknown[] = [];
    const onRequest = async (request: OutgoingRequest): Promise<void> => {
      seen.push([request.method, request.url, request.headers.get("authorization"), request.body]);
      await Promise.resolve();
      request.headers.set("x-signature", "s");
      request.headers.delete("authorization");
      request.url += "?traced";
      request.body = "other";
    };
    const send = createSend({ baseUrl, fetch, onRequest, authorize: () => ({ authorization: "secret" }) });
    await send(createPaint, { body: 1 });
    expect(seen).toEqual([["POST", "https://api.example/base/paint", "secret", "1"]]);
    expect(attempts[0]).toMatchObject({ url: "https://api.example/base/paint?traced", init: { body: "other" } });
    expect([...(attempts[0]?.headers.keys() ?? [])]).toEqual(["content-type", "x-signature"]);
  });

  it("let go of the connection when they throw", async () => {
    const { fetch, attempts } = responding(jsonResponse({}));
    const onResponse = (): never => {
      throw new Error("no");
    };
    await expect(createSend({ baseUrl, fetch, onResponse })(getPaint, blue)).rejects.toEqual(new Error("no"));
    expect(attempts[0]?.init.signal?.aborted).toBe(true);
  });

  it("may read a copy of the response", async () => {
    const { fetch } = responding(jsonResponse({ id: 1 }));
    const texts: string[] = [];
    const onResponse = async (response: Response): Promise<void> => void texts.push(await response.clone().text());
    expect(await createSend({ baseUrl, fetch, onResponse })(getPaint, blue)).toMatchObject({ body: { id: 1 } });
    expect(texts).toEqual(['{"id":1}']);
  });

  it.each(["onRequest", "onResponse", "validate"] as const)(
    "fail the call with what %s throws, as it is",
    async (name) => {
      const { fetch } = responding(jsonResponse({}));
      const reason = { name };
      for (const hook of [() => Promise.reject(reason), () => throwing(reason)]) {
        await expect(createSend({ baseUrl, fetch, [name]: hook })(getPaint, blue)).rejects.toBe(reason);
      }
    },
  );

  it("validate only described responses, with any status", async () => {
    const responses: unknown[] = [];
    const validate: SendOptions["validate"] = (operation, response) => {
      responses.push([
        operation.id,
        response.status,
        response.body,
        response.request.url,
        response.response instanceof Response,
      ]);
    };
    const { fetch } = responding(jsonResponse({ message: "None" }, 404), textResponse("I am a teapot", 418));
    const send = createSend({ baseUrl, fetch, validate });
    await send(getPaint, blue);
    await expect(send(getPaint, blue)).rejects.toThrow();
    expect(responses).toEqual([["getPaint", 404, { message: "None" }, "https://api.example/base/paint/blue", true]]);
  });
});

function throwing(reason: unknown): never {
  throw reason;
}
