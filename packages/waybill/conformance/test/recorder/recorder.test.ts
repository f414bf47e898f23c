import { describe, expect, test } from "vitest";
import type { Exchange, HeaderPair } from "../../src/exchange/exchange.ts";
import type { Finding } from "../../src/finding.ts";
import { Recorder } from "../../src/recorder.ts";
import { seenIn, shop } from "./shop.ts";

const key = "key-of-the-test-that-nobody-may-see-and-that-is-quite-long-so-that-it-is-cut-where-texts-are-shortened";
const secrets = new Map([[key, "KEY"]]);

interface Change {
  readonly method?: string;
  readonly target?: string;
  readonly status?: number;
  readonly headers?: readonly HeaderPair[];
  readonly body?: string;
}

function exchange({
  method = "GET",
  target = "/cups",
  status = 200,
  headers = [],
  body = "[]",
}: Change = {}): Exchange {
  const all = [["content-type", "application/json"], ["x-count", "1"], ...headers] as const;
  const sent = {
    method,
    target,
    server: "http://127.0.0.1:1",
    headers: [["authorization", `Bearer ${key}`]],
    body: null,
  } as const;
  return { request: sent, response: { status, headers: all, body: new TextEncoder().encode(body) } };
}

describe("findings", () => {
  test("of one fault are one finding for all values, reported once", () => {
    const reported: Finding[] = [];
    const recorder = new Recorder(shop(), { onFinding: (finding) => reported.push(finding) });
    const first = recorder.observe(exchange({ body: '[{"id":1}]' }), "case-1");
    const again = recorder.observe(exchange({ body: '[{"id":"a"},{"id":2},{"id":3}]' }), "case-2");
    expect(first.findings).toHaveLength(1);
    expect(again.findings).toEqual([]);
    expect(recorder.findings).toEqual(first.findings);
    expect(reported).toEqual(first.findings);
    expect(recorder.findings[0]).toMatchObject({
      check: "invalid-body",
      message: "listCups 200: /*/id must be string",
      found: "1",
      subject: "listCups",
      where: "openapi.yaml:37:27",
      caseId: "case-1",
    });
    expect(seenIn(recorder)).toContain("listCups 200 x2");
  });

  test.each<[string, Change, string, string | null]>([
    ["a method that is not described", { method: "DELETE" }, "DELETE /cups returns 200", "openapi.yaml:6:5"],
    ["a path that is not described", { target: "/plates?a=1" }, "GET /plates returns 200", null],
    ["a failure of what is not described", { target: "/plates", status: 500 }, "GET /plates returns 500", null],
    ["a failure of HEAD", { method: "HEAD", status: 500, body: "" }, "HEAD /cups returns 500", "openapi.yaml:6:5"],
  ])("include %s", (_name, change, message, where) => {
    const { findings, operation, verdict } = new Recorder(shop()).observe(exchange(change));
    const whole = { check: "undeclared-operation", message: `${message} and is not described`, where, subject: null };
    expect(findings).toMatchObject([whole]);
    expect([operation, verdict]).toEqual([null, null]);
  });

  test.each<[string, Change]>([
    ["a path that is not there", { target: "/plates", status: 404 }],
    ["a method that is not allowed", { method: "DELETE", status: 405 }],
    ["HEAD of what can be read", { method: "HEAD", body: "" }],
    ["OPTIONS", { method: "OPTIONS", status: 204, body: "" }],
  ])("there are none of %s", (_name, change) => {
    expect(new Recorder(shop()).observe(exchange(change)).findings).toEqual([]);
  });
});

describe("secrets", () => {
  const recorder = (): Recorder => new Recorder(shop(), { secrets });

  test.each<[string, Change]>([
    ["in the body of a response", { body: JSON.stringify([{ id: 7, echo: key }]) }],
    ["in a value that is wrong", { body: JSON.stringify(key) }],
    ["in a value that is wrong, cut off", { body: JSON.stringify({ a: "x".repeat(20), b: key }) }],
    ["in a body, cut off", { body: JSON.stringify([{ id: 7, a: "x".repeat(500), echo: key }]) }],
    ["in a header", { headers: [["x-count", key]] }],
    ["in a content type", { headers: [["content-type", key]] }],
    ["in a path", { target: `/plates/${key}` }],
    ["in a query", { target: `/plates?key=${key}` }],
    ["in a name that is not declared", { body: JSON.stringify([{ id: "a", [key]: 1 }]) }],
  ])("stay secret %s", (_name, change) => {
    const found = recorder();
    found.observe(exchange(change));
    expect(found.findings.length).toBeGreaterThan(0);
    const printed = JSON.stringify(found.findings);
    expect(printed).not.toContain(key.slice(0, 12));
    expect(printed).toContain("$KEY");
  });

  test("in a delivery stay hidden", () => {
    const found = recorder();
    const body = new TextEncoder().encode(JSON.stringify({ event: "cup.sold", id: "a", [key]: key }));
    const headers: readonly HeaderPair[] = [
      ["content-type", "application/json"],
      ["x-event", "cup.sold"],
      ["x-echo", key],
    ];
    found.delivery({ method: "POST", target: `/hook/${key}`, headers, body, at: 0 }, { secret: null, retired: [] });
    expect(found.findings).toMatchObject([
      { check: "undeclared-field", subject: "cup.sold", message: "cup.sold: /$KEY is not declared" },
    ]);
    expect(found.findings[0]?.evidence.shown).toMatch(/^POST \/hook\/\$KEY\n[\s\S]*x-echo: \$KEY\n\n\{/);
    expect(JSON.stringify(found.findings)).not.toContain(key);
  });

  test("that are cut off in the form that JSON gives them stay secret", () => {
    const quoted = `"quoted"${key}`;
    const found = new Recorder(shop(), { secrets: new Map([[quoted, "KEY"]]) });
    const inJson = JSON.stringify({ id: 7, a: "x".repeat(520), echo: quoted });
    found.observe(exchange({ body: `[${inJson}]` }));
    const body = new TextEncoder().encode(JSON.stringify({ event: "cup.sold", a: "x".repeat(1080), echo: quoted }));
    const headers: readonly HeaderPair[] = [["x-event", "cup.sold"]];
    found.delivery({ method: "POST", target: "/", headers, body, at: 0 }, { secret: null, retired: [] });
    expect(found.findings.length).toBeGreaterThan(1);
    for (const { evidence } of found.findings) expect(evidence.shown).not.toMatch(/quoted|key-of/);
  });

  test("in findings of other code stay hidden", () => {
    const found = recorder();
    const evidence = { curl: null, shown: `saw ${key}` };
    found.add(
      { check: "no-answer", message: `nothing from ${key}`, where: null },
      { subject: null, evidence, caseId: null },
    );
    expect(found.findings).toMatchObject([{ message: "nothing from $KEY", evidence: { shown: "saw $KEY" } }]);
  });
});

describe("a finding that is shown again", () => {
  const wrong = exchange({ body: '[{"id":1}]' });

  test("gets new evidence, and no other finding is recorded or reported", async () => {
    const reported: Finding[] = [];
    const recorder = new Recorder(shop(), { onFinding: (finding) => reported.push(finding) });
    const [finding] = recorder.observe(wrong).findings;
    if (finding === undefined) throw new Error("nothing was found");
    const evidence = await recorder.shows(finding, async () => {
      recorder.observe(exchange({ target: "/cups?limit=1", body: '[{"id":2}]' }));
      recorder.observe(exchange({ target: "/plates" }));
    });
    expect(evidence?.curl).toContain("limit=1");
    expect(recorder.findings).toEqual([finding]);
    expect(reported).toEqual([finding]);
    expect(await recorder.shows(finding, async () => recorder.observe(exchange()))).toBeNull();
    if (evidence !== null) recorder.replace(finding, evidence);
    expect(recorder.findings).toEqual([{ ...finding, evidence }]);
  });

  test("stays when reproducing it fails", async () => {
    const recorder = new Recorder(shop());
    const [finding] = recorder.observe(wrong).findings;
    if (finding === undefined) throw new Error("nothing was found");
    await expect(recorder.shows(finding, () => Promise.reject(new Error("no socket")))).rejects.toThrow("no socket");
    expect(recorder.findings).toEqual([finding]);
    expect(recorder.observe(exchange({ target: "/plates" })).findings).toHaveLength(1);
  });
});
