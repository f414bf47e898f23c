// What HTTP has besides methods, bodies and statuses, as the kit checks it: docs/http.md has a row for each `describe`.
import { createHash } from "node:crypto";
import { unescape as decoded } from "node:querystring";
import { describe, expect, it, onTestFinished } from "vitest";
import { runConformance } from "../../src/run/run.ts";
import type { RunReport } from "../../src/run/run-report.ts";
import { openText } from "../description/opened.ts";
import { verdictOn } from "../exchange/things.ts";
import { type Habits, openObedient, type WrittenResponse } from "./obedient/server.ts";

const content = 'content: { application/json: { schema: { $ref: "#/components/schemas/Item" } } }';
const header = (name: string): string => `{ name: ${name}, in: header, schema: { type: string } }`;
const link = 'parameters: { itemId: "$response.body#/id" }';
const refused = '4XX: { description: "" }';
const description = openText(`
openapi: 3.1.0
info: { title: Test, version: "1" }
paths:
  /items:
    post: { operationId: createItem, parameters: [${header("Idempotency-Key")}], requestBody: { required: true, ${content} }, responses: { ${refused},
      201: { description: "", ${content}, links: { one: { operationId: getItem, ${link} }, two: { operationId: putItem, ${link} } } } } }
  /items/{itemId}:
    parameters: [{ name: itemId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getItem, parameters: [${header("If-None-Match")}],
      responses: { 200: { description: "", headers: { ETag: { schema: { type: string } } }, ${content} }, 304: { description: "" }, ${refused} } }
    put: { operationId: putItem, parameters: [${header("If-Match")}], requestBody: { required: true, ${content} },
      responses: { 200: { description: "", ${content} }, 412: { description: "" }, ${refused} } }
components:
  schemas:
    Item: { type: object, required: [id, n], additionalProperties: false,
      properties: { id: { type: string, readOnly: true }, n: { type: integer, minimum: 1, maximum: 9 } } }
`);

interface Faults {
  readonly conditions?: true;
  readonly keys?: true;
  readonly noEtag?: true;
}

/** What an obedient server lacks to keep what HTTP says, except for its faults. */
function habitsWith(faults: Faults): Habits {
  const items = new Map<string, string>();
  const replies = new Map<string, WrittenResponse>();
  return {
    rewrite: (written, { operation, incoming: { path, headers } }) => {
      if (written.status >= 300) return written;
      if (operation.id === "createItem") {
        const key = headers.get("idempotency-key");
        const reply = key === undefined || faults.keys === true ? undefined : replies.get(key);
        if (reply !== undefined) return reply;
        if (key !== undefined) replies.set(key, written);
        items.set(`/items/${JSON.parse(String(written.body)).id}`, String(written.body));
        return written;
      }
      const item = items.get(decoded(path)) ?? "";
      const etag = `"${createHash("md5").update(item).digest("hex")}"`;
      const { ETag: _, ...others } = written.headers;
      if (operation.id === "getItem") {
        const isKnown = faults.conditions !== true && headers.get("if-none-match") === etag;
        const shown = faults.noEtag === true ? others : { ...others, ETag: etag };
        return { status: isKnown ? 304 : 200, headers: shown, body: item };
      }
      const isMeant = ["*", etag, undefined].includes(headers.get("if-match"));
      if (!isMeant && faults.conditions !== true) return { status: 412, headers: {}, body: "" };
      items.set(decoded(path), String(written.body));
      return written;
    },
  };
}

async function run(faults: Faults): Promise<RunReport> {
  const server = await openObedient(description, { seeds: 0, habits: habitsWith(faults) });
  onTestFinished(() => server.stop());
  return await runConformance({ description, url: server.url, key: null, randomCases: 5 });
}

const messagesOf = ({ findings }: RunReport, check: string): string[] =>
  findings.filter((one) => one.check === check).map(({ message }) => message.replace(/"[0-9a-f]{32}"/, '"…"'));

const rowsOf = ({ checks }: RunReport, name: string) =>
  checks.flatMap(({ subject, ran, notRun }) => [
    ...ran.filter((check) => check === name).map(() => `${subject} ran`),
    ...notRun.filter(({ check }) => check === name).map(({ reason }) => `${subject}: ${reason}`),
  ]);

it("a service that keeps what HTTP says has no findings", async () => {
  const report = await run({});
  expect(report.findings.map(({ message }) => message)).toEqual([]);
  expect(rowsOf(report, "condition-ignored")).toEqual(["getItem ran", "putItem ran"]);
  expect(rowsOf(report, "repetition-served")).toEqual(["createItem ran"]);
});

describe("`ETag`, `If-Match`, `If-None-Match`, 304, 412 (RFC 9110)", () => {
  it("the kit reports conditions without an effect", async () => {
    expect(messagesOf(await run({ conditions: true }), "condition-ignored")).toEqual([
      'getItem returns 200 with If-None-Match: "…", its own ETag; expected: 304',
      'putItem returns 200 with If-Match: "waybill-has-never-seen-it"; expected: 412',
    ]);
  });

  it("the kit names what it could not check", async () => {
    expect(rowsOf(await run({ noEtag: true }), "condition-ignored")).toEqual([
      "getItem: its response has no ETag (200)",
      "putItem ran",
    ]);
  });
});

describe("`Idempotency-Key` (draft)", () => {
  it("the kit reports a repetition that is served again", async () => {
    expect(messagesOf(await run({ keys: true }), "repetition-served")).toEqual([
      "createItem returns 201 when an Idempotency-Key is repeated; the first response was 201",
    ]);
  });
});

const objectionsTo = (name: string, value: string): string[] =>
  verdictOn({ headers: Object.entries({ "x-count": "1", [name]: value }), body: "{}" }).objections.map(
    ({ message }) => message,
  );

describe.each([
  ["`ETag`, `If-Match`, `If-None-Match`, 304, 412 (RFC 9110)", "ETag", ['"a"', 'W/"a"'], ["a", "'a'"]],
  ["`Retry-After` (RFC 9110)", "Retry-After", ["120", "Sun, 06 Nov 1994 08:49:37 GMT"], ["1.5", "2 minutes"]],
  ["`Deprecation` (RFC 9745), `Sunset` (RFC 8594)", "Deprecation", ["@1769817600"], ["true", "2026-01-31"]],
  ["`Deprecation` (RFC 9745), `Sunset` (RFC 8594)", "Sunset", ["Sun, 31 Jan 2027 11:00:00 GMT"], ["2027-01-31"]],
  [
    "`Link` (RFC 8288)",
    "Link",
    ['<?page=2>; rel="next", </a>;rel=prev; title="a, b"', "<a>"],
    ["/a; rel=next", "<a b>"],
  ],
  ["`WWW-Authenticate` (RFC 9110)", "WWW-Authenticate", ["Bearer", 'Basic realm="a", Bearer'], ["", '"Bearer"']],
] as const)("%s", (_row, name, right, wrong) => {
  it(`the kit reports values of ${name} that are not as its standard says`, () => {
    expect(right.flatMap((value) => objectionsTo(name, value))).toEqual([]);
    for (const value of wrong)
      expect(objectionsTo(name, value)).toEqual([expect.stringMatching(`^getThings 200: ${name} must be `)]);
  });
});
