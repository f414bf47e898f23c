// `waybill events`: what it prints about events, and what a receiver gets from it.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { afterAll, describe, expect, test } from "vitest";
import { startServer } from "../local-server.ts";
import { temporaryDirectory } from "../scenarios/generation.ts";
import { ran, ranApart } from "./in-process.ts";

const asyncapi = `asyncapi: 3.0.0
info: { title: T, version: "1" }
defaultContentType: application/json
channels:
  receiver:
    address: null
    messages:
      shipped:
        name: order.shipped
        summary: An order left.
        x-waybill-signature: standard-webhooks
        payload: { type: object, required: [type, id], properties: { type: { const: order.shipped }, id: { type: string, minLength: 3 } } }
        examples: [{ name: first, payload: { type: order.shipped, id: ord_1 } }, { name: second, payload: { type: order.shipped, id: ord_2 } }]
      plain: { name: plain, payload: { type: object } }
`;
const openapi = `openapi: 3.1.1
info: { title: T, version: "1" }
paths: {}
webhooks:
  ping:
    post:
      summary: A ping.
      x-waybill-signature: { algorithm: hmac-sha256, signedContent: "{body}", encoding: hex, header: X-Hub-Signature-256, prefix: "sha256=" }
      requestBody: { content: { text/plain: { schema: { type: string } }, application/json: { schema: { type: object, required: [zen], properties: { zen: { type: string } } }, example: { zen: it's } } } }
      responses: { "204": { description: Taken. } }
`;

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const { directory: folder, dispose } = temporaryDirectory();
const files = { "events.yaml": asyncapi, "openapi.yaml": openapi, "own.json": '{"type":"order.shipped","id":"x"}' };
for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
afterAll(dispose);
const of = ["--asyncapi", "events.yaml"];

test("list prints how each event is signed, of both kinds of documents", async () => {
  expect(await ran(folder, "events", "list", "events.yaml", "openapi.yaml")).toEqual({
    code: 0,
    text: "order.shipped  hmac-sha256 in webhook-signature; An order left.\nplain          unsigned\nping           hmac-sha256 in X-Hub-Signature-256; A ping.\n",
  });
  const { text: json } = await ran(folder, "events", "--json", ...of);
  expect(JSON.parse(json)).toMatchObject([
    { event: "order.shipped", examples: ["first", "second"] },
    { signature: null },
  ]);
});

test("an error that stops no target does not stop the command either, also in a description of one's own", async () => {
  const given = openapi.replace("paths: {}", "tags: [{ name: a }, { name: a }]\npaths: {}");
  writeFileSync(path.join(folder, "tags.yaml"), given);
  const config = "export default { apis: { own: { openapi: 'tags.yaml', out: 'gen', targets: ['webhooks'] } } };\n";
  writeFileSync(path.join(folder, "tags.config.mjs"), config);
  expect(await ran(folder, "events", "list", "--config", "tags.config.mjs")).toMatchObject({ code: 0 });
  writeFileSync(path.join(folder, "tags.yaml"), given.replace("zen: { type: string", "zen: { type: strng"));
  expect(await ran(folder, "events", "list", "--config", "tags.config.mjs")).toMatchObject({ code: 1 });
});

test("show prints the request of a sample", async () => {
  const { code, text: shown } = await ran(folder, "events", "show", "ping", "--openapi", "openapi.yaml");
  expect([code, shown]).toEqual([
    0,
    `ping\nA ping.\nsignature: hmac-sha256 in X-Hub-Signature-256\nexamples: example\n\nPOST <url>\nContent-Type: application/json\nX-Hub-Signature-256: <signature>\n\n{\n  "zen": "it's"\n}\n`,
  ]);
});

interface Sent {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** What a receiver that responds with this status got. */
async function received(
  status: number,
  words: readonly string[],
  env = {},
): Promise<{ code: number; out: string; sent: Sent[] }> {
  const sent: Sent[] = [];
  await using server = await startServer(async (request, response) => {
    sent.push({ headers: request.headers, body: await text(request) });
    response.writeHead(status, { location: "/elsewhere" }).end("thanks");
  });
  const { code, stdout, stderr } = await ranApart(folder, ["events", "send", ...words, "--to", server.url], env);
  return { code, out: (stdout + stderr).replace(server.url, "URL").replace(/\d+ ms/, "N ms"), sent };
}

describe("send", () => {
  test("signs the first example with the secret of the environment", async () => {
    const { code, out, sent } = await received(202, ["order.shipped", ...of], { WAYBILL_SECRET: secret });
    expect([code, out]).toEqual([0, "order.shipped -> URL: 202, N ms\nthanks\n"]);
    const [{ headers, body } = { headers: {}, body: "" }] = sent;
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual({
      type: "order.shipped",
      id: "ord_1",
    });
  });

  test("exits with 1 for any other status, and follows no redirect", async () => {
    for (const status of [302, 401, 500]) {
      const { code, out, sent } = await received(status, ["order.shipped", "--secret", secret, ...of]);
      expect([code, sent.length]).toEqual([1, 1]);
      expect(out).toContain(`URL: ${status}`);
    }
    const unreachable = ["events", "send", "order.shipped", "--secret", secret, "--to", "http://127.0.0.1:1", ...of];
    expect(await ran(folder, ...unreachable)).toMatchObject({ code: 1, text: expect.stringContaining("ECONNREFUSED") });
  });

  test("repeats a delivery under its id, and a forged one succeeds when it is refused", async () => {
    const { sent } = await received(200, ["order.shipped", "--secret", secret, "--repeat", "--id", "msg_7", ...of]);
    expect(sent.map(({ headers }) => headers["webhook-id"])).toEqual(["msg_7", "msg_7"]);
    const forged = ["order.shipped", "--secret", secret, "--forged", ...of];
    const refused = await received(401, forged);
    const [{ headers, body } = { headers: {}, body: "" }] = refused.sent;
    expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).toThrow();
    expect([refused.code, (await received(200, forged)).code]).toEqual([0, 1]);
  });

  test("takes an example, a file or a seed for the payload", async () => {
    const bodyOf = async (...words: string[]): Promise<unknown> => {
      const { sent, out } = await received(200, ["order.shipped", "--secret", secret, ...of, ...words]);
      expect(out.includes("does not match the description")).toBe(words.includes("own.json"));
      return JSON.parse(sent[0]?.body ?? "null");
    };
    expect(await bodyOf("--example", "second")).toMatchObject({ id: "ord_2" });
    expect(await bodyOf("--file", "own.json")).toMatchObject({ id: "x" });
    expect(await bodyOf("--seed", "1")).not.toMatchObject({ id: "ord_1" });
    expect(await bodyOf("--seed", "1")).toEqual(await bodyOf("--seed", "1"));
  });

  test("prints a curl command or a vector instead", async () => {
    const to = ["events", "send", "ping", "--secret", "s", "--to", "http://h/x", "--openapi", "openapi.yaml"];
    const { text: curl } = await ran(folder, ...to, "--output", "curl");
    expect(curl).toMatch(
      /^curl --request POST 'http:\/\/h\/x' \\\n {2}--header 'Content-Type: application\/json' \\\n {2}--header 'X-Hub-Signature-256: sha256=[0-9a-f]{64}' \\\n {2}--data-binary '\{"zen":"it'\\''s"\}'\n$/,
    );
    const { text: vector } = await ran(folder, ...to, "--output", "json");
    expect(JSON.parse(vector)).toMatchObject({ event: "ping", secret: "s", method: "POST", url: "http://h/x" });
  });

  test("sends an unsigned event, with a notice", async () => {
    const { code, out } = await received(200, ["plain", ...of]);
    expect(code).toBe(0);
    expect(out).toContain("plain is sent unsigned");
  });

  test.each([
    [["mail"], 'events has no action "mail"', "available: list, show, send"],
    [["send"], "events send needs the name of an event", null],
    [["send", "order.shiped", "--to", "http://h"], 'unknown event "order.shiped"', "did you mean order.shipped?"],
    [["send", "order.shipped"], "events send needs --to", null],
    [["send", "order.shipped", "--to", "h"], '--to must be an http or https address, found "h"', null],
    [["send", "order.shipped", "--to", "http://h"], "there is no secret", "WAYBILL_SECRET"],
    [["send", "order.shipped", "--to", "http://h", "--secret", "whsec_%"], "is not whsec_ and text in base64", null],
    [["send", "order.shipped", "--to", "http://h", "--secret", "s", "--file", "none.json"], "--file none.json", null],
    [
      ["send", "order.shipped", "--to", "http://h", "--secret", "s", "--example", "x"],
      "available: first, second",
      null,
    ],
    [["send", "order.shipped", "--to", "http://h", "--seed", "x"], "--seed must be a whole number", null],
    [["send", "order.shipped", "--to", "http://h", "--header", "x"], "--header must be a name and a value", null],
    [["list", "--to", "http://h"], "--to is only valid with send", null],
  ])("rejects wrong usage: %j", async (words, message, hint) => {
    const { code, text: printed } = await ran(folder, "events", ...words, ...of);
    expect(code).toBe(2);
    expect(printed).toContain(message);
    if (hint !== null) expect(printed).toContain(hint);
  });
});
