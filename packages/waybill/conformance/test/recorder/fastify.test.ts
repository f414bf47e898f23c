import { Readable } from "node:stream";
import fastify, { type FastifyInstance } from "fastify";
import { describe, expect, test } from "vitest";
import { recordInject } from "../../src/recorder/fastify.ts";
import { Recorder } from "../../src/recorder.ts";
import { seenIn, shop } from "./shop.ts";

const listed = ["listCups 200", "listCups 200 application/json", "listCups 200 X-Count"];
const wrong = { method: "POST", url: "/cups", payload: { id: "c1" } } as const;
const shownBody = `curl -i -X POST 'http://localhost/cups' -H 'content-type: application/json' --data-raw '{"id":"c1"}'`;

describe("an inject that records", () => {
  test("called with a URL", async () => {
    const { recorder, inject } = open();
    const response = await inject("/cups?limit=1");
    expect(response.json()).toEqual([{ id: "c1" }]);
    expect(seenIn(recorder)).toEqual(listed);
    expect(recorder.findings).toEqual([]);
  });

  test("called with options", async () => {
    const { recorder, inject } = open();
    expect((await inject(wrong)).statusCode).toBe(201);
    expect(recorder.findings).toMatchObject([{ check: "invalid-body", subject: "addCup" }]);
    expect(recorder.findings[0]?.evidence.curl).toBe(shownBody);
  });

  test("called with a callback", async () => {
    const { recorder, inject } = open();
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    inject(wrong, (_error, response) => resolve(response?.statusCode));
    expect(await promise).toBe(201);
    expect(recorder.findings[0]?.evidence.curl).toBe(shownBody);
  });

  test("called as a chain, awaited or ended", async () => {
    const { recorder, inject } = open();
    expect((await inject().get("/cups")).statusCode).toBe(200);
    expect((await inject().get("/cups").headers({ accept: "*/*" }).end()).statusCode).toBe(200);
    expect(
      await inject()
        .get("/cups")
        .then(({ statusCode }) => statusCode),
    ).toBe(200);
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    inject()
      .get("/cups")
      .end((_error, response) => resolve(response?.statusCode));
    expect(await promise).toBe(200);
    const settled = inject().get("/cups");
    await settled.finally(() => {});
    await settled.catch(() => {});
    expect(seenIn(recorder)).toEqual(listed.map((id) => `${id} x5`));
    await inject().post("/cups").payload({ id: "c1" });
    expect(recorder.findings[0]?.evidence.curl).toBe(shownBody);
  });

  test("fails as inject does", async () => {
    const broken = (): ReturnType<typeof open> => {
      const opened = open();
      opened.app.addHook("onReady", async () => Promise.reject(new Error("not today")));
      return opened;
    };
    const [first, second] = [broken(), broken()];
    await expect(first.inject("/cups")).rejects.toThrow("not today");
    const { promise, resolve } = Promise.withResolvers<Error | undefined>();
    second.inject("/cups", (error) => resolve(error));
    expect(await promise).toMatchObject({ message: "not today" });
    expect([first, second].flatMap(({ recorder }) => seenIn(recorder))).toEqual([]);
  });

  test("sends a stream, and does not show it", async () => {
    const { recorder, inject } = open();
    const headers = { "content-type": "application/json" };
    const response = await inject({ ...wrong, payload: Readable.from(['{"id":"c1"}']), headers });
    expect(response.statusCode).toBe(201);
    expect(recorder.findings[0]?.evidence.curl).not.toContain("--data-raw");
  });

  test("paths below a base path are matched", async () => {
    const { recorder, app } = open("/api");
    const inject = recordInject(recorder, app, { url: "http://127.0.0.1:8080/api" });
    await inject("/api/cups");
    await inject("/health");
    expect(seenIn(recorder)).toEqual(listed);
    expect(recorder.findings).toEqual([]);
    await inject({ ...wrong, url: "/api/cups" });
    expect(recorder.findings[0]?.evidence.curl).toContain("'http://127.0.0.1:8080/api/cups'");
  });
});

/** A shop whose cups have numbers for ids once they are added. */
function open(prefix = ""): { recorder: Recorder; app: FastifyInstance; inject: FastifyInstance["inject"] } {
  const app = fastify();
  app.get(`${prefix}/cups`, (_request, reply) =>
    reply.header("x-count", "1").type("application/json").send('[{"id":"c1"}]'),
  );
  app.post(`${prefix}/cups`, (_request, reply) => reply.code(201).type("application/json").send('{"id":7}'));
  app.get("/health", () => "fine");
  const recorder = new Recorder(shop());
  return { recorder, app, inject: recordInject(recorder, app) };
}
