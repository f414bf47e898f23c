// What HTTP has besides methods, bodies and statuses, as the kit checks it: docs/http.md has a row for each `describe`.
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { HeaderPair, ReceivedResponse, SentRequest } from "../../src/exchange/exchange.ts";
import { runConformance } from "../../src/run/run.ts";
import { openPaths } from "../description/opened.ts";
import { verdictOn } from "../exchange/things.ts";

const content = { "application/json": { schema: { $ref: "#/components/schemas/Item" } } };
const header = (name: string) => ({ name, in: "header", schema: { type: "string" } });
const itemId = { name: "itemId", in: "path", required: true, schema: { type: "string" } };
const refused = { "4XX": { description: "" } };
const description = openPaths(
  {
    "/items": {
      post: {
        operationId: "createItem",
        parameters: [header("Idempotency-Key")],
        requestBody: { required: true, content },
        responses: {
          201: {
            description: "",
            content,
            links: {
              one: { operationId: "getItem", parameters: { itemId: "$response.body#/id" } },
              two: { operationId: "putItem", parameters: { itemId: "$response.body#/id" } },
            },
          },
          ...refused,
        },
      },
    },
    "/items/{itemId}": {
      get: {
        operationId: "getItem",
        parameters: [itemId, header("If-None-Match")],
        responses: {
          200: { description: "", headers: { ETag: { schema: { type: "string" } } }, content },
          304: { description: "" },
          ...refused,
        },
      },
      put: {
        operationId: "putItem",
        parameters: [itemId, header("If-Match")],
        requestBody: { required: true, content },
        responses: { 200: { description: "", content }, 412: { description: "" }, ...refused },
      },
    },
  },
  {
    schemas: {
      Item: {
        type: "object",
        required: ["id", "n"],
        additionalProperties: false,
        properties: { id: { type: "string", readOnly: true }, n: { type: "integer", minimum: 1, maximum: 9 } },
      },
    },
  },
);

interface Faults {
  readonly conditions?: true;
  readonly keys?: true;
  readonly noEtag?: true;
}

/** A service that keeps what HTTP says, except for its faults. */
function serviceWith(faults: Faults): (request: SentRequest) => Promise<ReceivedResponse> {
  const items = new Map<string, { readonly id: string; readonly n: number }>();
  const byKey = new Map<string, ReceivedResponse>();
  const etagOf = (item: object): string => `"${createHash("md5").update(JSON.stringify(item)).digest("hex")}"`;
  const respond = (status: number, body?: object, headers: readonly HeaderPair[] = []): ReceivedResponse => {
    const type: HeaderPair[] = body === undefined ? [] : [["Content-Type", "application/json"]];
    return {
      status,
      headers: [...type, ...headers],
      body: Buffer.from(body === undefined ? "" : JSON.stringify(body)),
    };
  };
  const numberIn = (body: SentRequest["body"]): number | null => {
    try {
      const value: unknown = JSON.parse(new TextDecoder().decode(body ?? undefined));
      const { n, ...others } = Object(value);
      return Number.isInteger(n) && n >= 1 && n <= 9 && Object.keys(others).length === 0 ? n : null;
    } catch {
      return null;
    }
  };
  return async ({ method, target, headers, body }) => {
    const headerIn = (name: string): string | null => headers.find(([one]) => one.toLowerCase() === name)?.[1] ?? null;
    const type = headerIn("content-type");
    const [path = ""] = target.split("?");
    if (path === "/items") {
      if (method !== "POST") return respond(405);
      const key = headerIn("idempotency-key");
      const known = key === null || faults.keys === true ? undefined : byKey.get(key);
      if (known !== undefined) return known;
      const n = numberIn(body);
      if (n === null || type !== "application/json") return respond(400);
      const item = { id: `i${items.size + 1}`, n };
      items.set(item.id, item);
      const response = respond(201, item);
      if (key !== null) byKey.set(key, response);
      return response;
    }
    const item = items.get(decoded(path.replace("/items/", "")));
    if (item === undefined) return respond(404);
    const etag: HeaderPair[] = faults.noEtag === true ? [] : [["ETag", etagOf(item)]];
    if (method === "GET") {
      const isKnown = faults.conditions !== true && headerIn("if-none-match") === etagOf(item);
      return isKnown ? respond(304, undefined, etag) : respond(200, item, etag);
    }
    if (method !== "PUT") return respond(405);
    const wanted = headerIn("if-match");
    if (faults.conditions !== true && wanted !== null && wanted !== "*" && wanted !== etagOf(item)) return respond(412);
    const n = numberIn(body);
    if (n === null || type !== "application/json") return respond(400);
    const changed = { id: item.id, n };
    items.set(item.id, changed);
    return respond(200, changed);
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function run(faults: Faults) {
  return runConformance({ description, url: "http://test", key: null, randomCases: 5, send: serviceWith(faults) });
}

const messagesOf = ({ findings }: Awaited<ReturnType<typeof run>>, check: string): string[] =>
  findings.filter((one) => one.check === check).map(({ message }) => message.replace(/"[0-9a-f]{32}"/, '"…"'));

const rowsOf = ({ checks }: Awaited<ReturnType<typeof run>>, name: string) =>
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
  verdictOn({
    headers: [
      ["x-count", "1"],
      [name, value],
    ],
    body: "{}",
  }).objections.map(({ message }) => message);

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
