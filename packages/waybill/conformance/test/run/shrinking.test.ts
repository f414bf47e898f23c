// A random request that makes the service fail -> the smallest request that still does.
import { describe, expect, it } from "vitest";
import type { Json } from "waybill/description";
import type { SentRequest } from "../../src/exchange/exchange.ts";
import { runConformance } from "../../src/run/run.ts";
import type { RunReport } from "../../src/run/run-report.ts";
import { openPaths } from "../description/opened.ts";

const schema = {
  type: "object",
  required: ["a"],
  additionalProperties: false,
  properties: {
    a: { type: "string", maxLength: 50 },
    b: { type: "integer" },
    list: { type: "array", items: { type: "object", properties: { c: { type: "string" }, d: { type: "boolean" } } } },
    e: { type: "string" },
    f: { type: "number" },
  },
};
const responses = { 200: { description: "" }, "4XX": { description: "" } };
const content = { "application/json": { schema } };
const query = { name: "q", in: "query", schema: { type: "string" } };
const description = openPaths({
  "/a": { post: { operationId: "send", parameters: [query], requestBody: { required: true, content }, responses } },
});

/** A service that fails for some bodies; the run's random cases only. */
async function run(
  fails: (body: { readonly [key: string]: Json }, request: SentRequest) => boolean,
): Promise<RunReport> {
  return await runConformance({
    description,
    url: "http://test",
    key: null,
    only: "send/random",
    randomCases: 30,
    send: async (request) => {
      const text = new TextDecoder().decode(request.body ?? undefined);
      return {
        status: text !== "" && fails(JSON.parse(text), request) ? 500 : 200,
        headers: [],
        body: new Uint8Array(),
      };
    },
  });
}

const bodyOf = ({ findings }: RunReport): unknown => {
  const curl = findings.find(({ check }) => check === "server-error")?.evidence.curl ?? "";
  return JSON.parse(/--data-raw '(.*)'$/.exec(curl)?.[1] ?? "null");
};

describe("a failure", () => {
  it("that depends on one member shrinks to it", async () => {
    const report = await run((body) => Object.hasOwn(body, "e"));
    expect(bodyOf(report)).toEqual({ a: expect.stringMatching(/^.?$/u), e: expect.stringMatching(/^.?$/su) });
    expect(report.findings[0]?.evidence.curl).not.toContain("?q=");
  });

  it("that depends on a number keeps one that is no larger than it need be", async () => {
    const report = await run(({ b }) => typeof b === "number" && Math.abs(b) > 3);
    const { b, ...others } = Object(bodyOf(report));
    expect(Math.abs(b)).toBeGreaterThan(3);
    expect(Math.abs(b)).toBeLessThanOrEqual(7);
    expect(Object.keys(others)).toEqual(["a"]);
  });

  it("that depends on an element of a list keeps one", async () => {
    const report = await run(
      ({ list }) => Array.isArray(list) && list.some((item: Json) => JSON.stringify(item).includes('"c"')),
    );
    expect(bodyOf(report)).toMatchObject({ list: [{ c: expect.any(String) }] });
    expect(Object.keys(Object(bodyOf(report)))).toEqual(["a", "list"]);
  });

  it("that depends on the query keeps it, and nothing else", async () => {
    const report = await run((_, { target }) => target.includes("q="));
    expect(report.findings[0]?.evidence.curl).toMatch(/\?q=/);
    expect(Object.keys(Object(bodyOf(report)))).toEqual(["a"]);
  });

  it("is one finding however often it occurs, and costs a few requests", async () => {
    const report = await run(() => true);
    expect(report.findings.map(({ check }) => check)).toEqual(["undeclared-status", "server-error"]);
    expect(report.requests).toBeLessThan(130);
  });
});
