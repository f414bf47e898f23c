import type { RequestListener } from "node:http";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { startServer } from "../../../../../generators/test/local-server.ts";
import { recordFetch } from "../../src/recorder/fetch.ts";
import { Recorder } from "../../src/recorder.ts";
import { seenIn, shop } from "./shop.ts";

describe("a fetch that records", () => {
  test("returns what fetch returns, and records it", async () => {
    const { url, recorder } = await serve((_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "x-count": "1" }).end('[{"id":"c1"}]');
    });
    const response = await recordFetch(recorder, { url: `${url}/api/` })(`${url}/api/cups?limit=1`);
    expect({ ok: response.ok, url: response.url }).toEqual({ ok: true, url: `${url}/api/cups?limit=1` });
    expect(await response.json()).toEqual([{ id: "c1" }]);
    expect(recorder.findings).toEqual([]);
    expect(seenIn(recorder)).toEqual(["listCups 200", "listCups 200 application/json", "listCups 200 X-Count"]);
  });

  test("reports what is not as described, with the request that shows it", async () => {
    const { url, recorder } = await serve((_request, response) => {
      response.writeHead(201, { "content-type": "application/json" }).end('{"id":7,"secret":"topsecret"}');
    });
    const send = recordFetch(recorder, { url });
    await send(`${url}/cups`, { method: "POST", headers: { authorization: "Bearer topsecret" }, body: '{"id":"c1"}' });
    const [finding] = recorder.findings;
    expect(recorder.findings).toHaveLength(1);
    expect(finding).toMatchObject({ check: "invalid-body", subject: "addCup", found: "7", caseId: null });
    expect(finding?.evidence.curl).toBe(
      `curl -i -X POST '${url}/cups' -H "authorization: Bearer $KEY" -H 'content-type: text/plain;charset=UTF-8' --data-raw '{"id":"c1"}'`,
    );
    expect(finding?.evidence.shown).toBe('201 application/json\n{"id":7,"secret":"$KEY"}');
  });

  test.each([
    ["text", () => ({ body: "sent" })],
    ["bytes", () => ({ body: new TextEncoder().encode("sent") })],
    ["a stream", () => ({ body: new Blob(["sent"]).stream(), duplex: "half" as const })],
    ["a request", null],
  ])("sends a body that is %s, and shows it", async (_name, init) => {
    const { url, recorder, bodies } = await serve((_request, response) => response.writeHead(418).end());
    const send = recordFetch(recorder, { url });
    const made = new Request(`${url}/cups`, { method: "POST", body: "sent" });
    await (init === null ? send(made) : send(`${url}/cups`, { method: "POST", ...init() }));
    expect(bodies).toEqual(["sent"]);
    expect(recorder.findings[0]?.evidence.curl).toContain("--data-raw 'sent'");
  });

  test("passes exactly its own arguments to the function that sends", async () => {
    const send = vi.fn<typeof fetch>(async () => new Response(null, { status: 404 }));
    const recorder = new Recorder(shop());
    const init = { method: "POST", body: "x", ofTheTest: true };
    await recordFetch(recorder, { url: "http://127.0.0.1:1", fetch: send })("http://127.0.0.1:1/cups", init);
    expect(send.mock.calls[0]?.[1]).toBe(init);
    expect(recorder.findings.map(({ check }) => check)).toEqual(["undeclared-status"]);
  });

  test("does not record requests to other addresses", async () => {
    const recorder = new Recorder(shop());
    const send = vi.fn<typeof fetch>(async () => new Response("?", { status: 500 }));
    const record = recordFetch(recorder, { url: "http://127.0.0.1:1/api", fetch: send });
    for (const url of [
      "http://127.0.0.1:2/api/cups",
      "http://127.0.0.1:1/apicups",
      "http://127.0.0.1:1/cups",
      "nowhere",
    ]) {
      await record(url);
    }
    expect(send).toHaveBeenCalledTimes(4);
    expect({ findings: recorder.findings, seen: seenIn(recorder) }).toEqual({ findings: [], seen: [] });
  });

  test.each([
    ["text/event-stream", 'data: {"id":"c1"}\n\ndata: {"id"'],
    ["application/jsonl", '{"id":"c1"}\n{"id"'],
  ])("does not wait for the end of a stream: %s", async (type, text) => {
    const { url, recorder } = await serve((_request, response) => {
      response.writeHead(200, { "content-type": type }).write(text);
    });
    const ended = new AbortController();
    const response = await recordFetch(recorder, { url })(`${url}/news`, { signal: ended.signal });
    const part = await response.body?.getReader().read();
    expect(new TextDecoder().decode(part?.value)).toBe(text);
    await vi.waitFor(() => expect(seenIn(recorder)).toEqual(["readNews 200", `readNews 200 ${type}`]));
    expect(recorder.findings).toEqual([]);
    ended.abort();
  });

  test("does not mistake the response of another address for that of the service", async () => {
    const { url, recorder } = await serve((request, response) => {
      if (request.url === "/cups") response.writeHead(302, { location: "/elsewhere" }).end();
      else response.writeHead(200).end("?");
    });
    const send = recordFetch(recorder, { url });
    expect(await (await send(`${url}/cups`)).text()).toBe("?");
    expect(recorder.findings).toEqual([]);
    await send(`${url}/cups`, { redirect: "manual" });
    expect(recorder.findings.map(({ message }) => message)).toEqual(["listCups returns 302; declared: 200"]);
  });

  test("fails as fetch does", async () => {
    const { url, recorder } = await serve((_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
      response.write("[", () => response.destroy());
    });
    const send = recordFetch(recorder, { url });
    const response = await send(`${url}/cups`);
    await expect(response.text()).rejects.toThrow(TypeError);
    expect(recorder.findings).toEqual([]);
    const refuse = async (): Promise<never> => Promise.reject(new TypeError("no socket today"));
    await expect(recordFetch(recorder, { url, fetch: refuse })(`${url}/cups`)).rejects.toThrow("no socket today");
    expect(() => recordFetch(recorder, { url: "127.0.0.1:80" })).toThrow('"127.0.0.1:80" is not an address');
  });
});

interface Served {
  readonly url: string;
  readonly recorder: Recorder;
  /** What was sent to it. */
  readonly bodies: string[];
}

async function serve(handle: RequestListener): Promise<Served> {
  const bodies: string[] = [];
  const { url, close } = await startServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (part: string) => {
      body += part;
    });
    request.on("end", () => {
      bodies.push(body);
      handle(request, response);
    });
  });
  onTestFinished(close);
  const recorder = new Recorder(shop(), { secrets: new Map([["topsecret", "KEY"]]) });
  return { url, recorder, bodies };
}
