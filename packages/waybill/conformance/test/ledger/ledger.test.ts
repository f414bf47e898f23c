import { describe, expect, test } from "vitest";
import { holesIn, Ledger } from "../../src/ledger/ledger.ts";
import { Recorder } from "../../src/recorder.ts";
import { opened } from "../description/opened.ts";

const openapi = `openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /a b:
    get:
      operationId: list things
      responses:
        "200":
          description: Fine.
          headers:
            Content-Type: { schema: { type: string } }
            X-Count: { schema: { type: integer } }
          content:
            application/json: {}
            application/json; charset=utf-8: {}
            text/*: {}
        4XX: { description: Refused. }
        default: { description: Anything. }
    head:
      operationId: look
      responses: { "200": { description: Fine., headers: { X-A: { schema: {} } }, content: { text/html: {} } } }
`;
const asyncapi = `asyncapi: 3.0.0
info: { title: T, version: "1" }
channels:
  hook:
    address: null
    messages:
      created: { name: order, payload: { const: 1 }, headers: { allOf: [{ properties: { X-A: {} } }, { required: [X-B] }] } }
      shipped: { name: order, payload: { const: 2 } }
      lost: { payload: { const: 3 } }
operations: { send: { action: send, channel: { $ref: "#/channels/hook" } } }
`;

function recorderOf(): Recorder {
  return new Recorder(opened({ "openapi.yaml": openapi, "asyncapi.yaml": asyncapi }));
}

function respond(recorder: Recorder, method: string, status: number, type: string | null): void {
  recorder.observe({
    request: { method, target: "/a%20b?c=1", server: "http://127.0.0.1:1", headers: [], body: null },
    response: {
      status,
      headers: [["x-COUNT", "1"], ...(type === null ? [] : [["content-type", type] as const])],
      body: method === "HEAD" ? new Uint8Array() : new TextEncoder().encode("1"),
    },
  });
}

function deliver(recorder: Recorder, value: number): void {
  const headers = [
    ["content-type", "application/json"],
    ["x-b", "1"],
  ] as const;
  const body = new TextEncoder().encode(String(value));
  recorder.delivery({ method: "POST", target: "/", headers, body, at: 0 }, { secret: null, retired: [] });
}

describe("the ledger", () => {
  test("has a cell for each thing that is declared, with its place", () => {
    const cells = recorderOf().ledger.rows();
    expect(cells.map(({ id, kind, where }) => `${id} | ${kind} | ${where}`)).toEqual([
      "list things 200 | status | openapi.yaml:8:9",
      "list things 200 application/json | media-type | openapi.yaml:14:13",
      "list things 200 application/json; charset=utf-8 | media-type | openapi.yaml:15:13",
      "list things 200 text/* | media-type | openapi.yaml:16:13",
      "list things 200 X-Count | header | openapi.yaml:12:13",
      "list things 4XX | status | openapi.yaml:17:9",
      "list things default | status | openapi.yaml:18:9",
      "look 200 | status | openapi.yaml:21:20",
      "look 200 X-A | header | openapi.yaml:21:60",
      "order (created) | message | asyncapi.yaml:7:7",
      "order (created) X-A | message-header | asyncapi.yaml:7:89",
      "order (created) X-B | message-header | asyncapi.yaml:7:102",
      "order (shipped) | message | asyncapi.yaml:8:7",
      "lost | message | asyncapi.yaml:9:7",
    ]);
    const [first] = cells;
    expect(first).toMatchObject({
      subject: "list things",
      route: "GET /a b",
      status: "200",
      part: null,
      seen: 0,
      excuse: null,
    });
  });

  test("counts what was seen in its own cell", () => {
    const recorder = recorderOf();
    respond(recorder, "GET", 200, "application/json");
    respond(recorder, "GET", 200, "application/json;charset=UTF-8");
    respond(recorder, "GET", 200, "text/csv");
    respond(recorder, "GET", 404, null);
    respond(recorder, "GET", 503, null);
    respond(recorder, "HEAD", 200, "text/html");
    for (const value of [2, 1, 2, 9]) deliver(recorder, value);
    const seen = recorder.ledger.rows().map(({ id, seen: count }) => `${id} ${count}`);
    expect(seen).toEqual([
      "list things 200 3",
      "list things 200 application/json 1",
      "list things 200 application/json; charset=utf-8 1",
      "list things 200 text/* 1",
      "list things 200 X-Count 3",
      "list things 4XX 1",
      "list things default 1",
      "look 200 1",
      "look 200 X-A 0",
      "order (created) 1",
      "order (created) X-A 0",
      "order (created) X-B 1",
      "order (shipped) 2",
      "lost 0",
    ]);
    const excuses = [{ cells: ["* X-A"], reason: "the service has no need of it" }];
    expect(holesIn(recorder.ledger.rows(excuses)).map(({ id }) => id)).toEqual(["lost"]);
  });

  test("a ledger adds the counts of others, and ignores undeclared cells", () => {
    const { description } = recorderOf();
    const ledger = new Ledger(description);
    ledger.merge({ lost: 2, "no such cell": 1 });
    ledger.merge({ lost: 1 });
    expect(ledger.rows().find(({ id }) => id === "lost")?.seen).toBe(3);
    expect(ledger.seen()).toEqual({ lost: 3, "no such cell": 1 });
    expect(ledger.rows()).toHaveLength(14);
  });
});
