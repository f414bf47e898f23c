// Bytes on the wire of generated clients and servers, and the messages of both when they run.

import { createHmac } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { corpusPath, describeWithCorpus } from "../../../scripts/testing/shared-corpus.ts";
import type { TargetName } from "../../src/targets/built-in-targets.ts";
import { Workspace } from "../cli/workspace.ts";
import { startServer } from "../local-server.ts";
import { compilerErrorsOf } from "../scenarios/compile.ts";
import { generate, temporaryDirectory } from "../scenarios/generation.ts";
import { fixture } from "./case.ts";
import { programs } from "./wire-programs.ts";

const output = temporaryDirectory();
const clientAndServer: readonly TargetName[] = ["client", "server"];

beforeAll(async () => {
  for (const [folder, { input, options, text, targets = clientAndServer }] of Object.entries(programs)) {
    const directory = path.join(output.directory, folder);
    await generate(
      new Map([["openapi.yaml", input.endsWith(".yaml") ? fixture(input) : input]]),
      targets,
      directory,
      options,
    );
    writeFileSync(path.join(directory, "usage.ts"), text.trimStart());
  }
}, 60_000);

afterAll(output.dispose);
afterEach(() => void vi.unstubAllGlobals());

function load<Usage>(folder: string): Promise<Usage> {
  return import(pathToFileURL(path.join(output.directory, folder, "usage.ts")).href);
}

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What `send` sends to a server on this machine, which responds with `text`, and what it resolves to. */
async function exchangeOf(
  send: (url: string) => Promise<unknown>,
  [type, text]: readonly [type: string, text: string],
): Promise<Received & { readonly result: unknown }> {
  let received: Received | null = null;
  await using server = await startServer(async (request, response) => {
    received = { headers: request.headers, body: await buffer(request) };
    if (type === "") response.writeHead(204).end();
    else response.writeHead(200, { "content-type": type }).end(text);
  });
  const result = await send(server.url);
  if (received === null) throw new Error("nothing was sent");
  return { ...(received satisfies Received as Received), result };
}

function receivedFrom(send: (url: string) => Promise<unknown>): Promise<Received> {
  return exchangeOf(send, ["", ""]);
}

it("every program compiles", async () => {
  const files = Object.keys(programs).map((folder) => `${folder}/usage.ts`);
  expect(await compilerErrorsOf("typescript-7.0", output.directory, files)).toBe("");
}, 60_000);

describe("binary-not-blob.yaml", () => {
  type Send = (url: string, value: unknown) => Promise<unknown>;
  const shared = new Uint8Array(new SharedArrayBuffer(3));
  shared.set([1, 2, 0xff]);
  const bytes = new Uint8Array([9, 1, 2, 0xff, 9]);
  it.each<[string, unknown]>([
    ["a Buffer", Buffer.from([1, 2, 0xff])],
    ["a view of a part of a buffer", bytes.subarray(1, 4)],
    ["an ArrayBuffer", bytes.slice(1, 4).buffer],
    ["a DataView", new DataView(bytes.buffer, 1, 3)],
    ["memory that is shared", shared],
    ["a shared buffer", shared.buffer],
    ["a Blob", new Blob([bytes.subarray(1, 4)])],
  ])("binary-not-blob.yaml: %s is sent as its bytes, as a part and as a body", async (_, value) => {
    const { up, raw } = await load<{ up: Send; raw: Send }>("binary-not-blob");
    const part = await receivedFrom((url) => up(url, value));
    expect(part.body.toString("latin1")).toContain(
      'name="file"; filename="blob"\r\nContent-Type: application/octet-stream\r\n\r\n\x01\x02\xff\r\n--',
    );
    const whole = await receivedFrom((url) => raw(url, value));
    expect([...whole.body]).toEqual([1, 2, 0xff]);
    expect(whole.headers["content-type"]).toBe("application/octet-stream");
  });

  it.each<[string, unknown]>([
    ["an object", { a: 1 }],
    ["a text", "text"],
    ["a number", 5],
    ["a stream", new ReadableStream()],
    ["a file of React Native, elsewhere", { uri: "file:///a.png", name: "a.png", type: "image/png" }],
  ])("binary-not-blob.yaml: %s is a TypeError, as a part and as a body", async (_, value) => {
    const { up, raw } = await load<{ up: Send; raw: Send }>("binary-not-blob");
    const message = "has to be a Blob, a buffer or a typed array";
    await expect(up("http://127.0.0.1:1", value)).rejects.toThrow(
      new TypeError(`up: cannot send body: file ${message}`),
    );
    await expect(raw("http://127.0.0.1:1", value)).rejects.toThrow(
      new TypeError(`raw: cannot send body: the body ${message}`),
    );
  });
});

describe("a part of a body with files", () => {
  type UpWith = (fetch: (url: string, init: RequestInit) => Promise<Response>, file: unknown) => Promise<unknown>;
  const native = { uri: "file:///a.png", name: "a.png", type: "image/png" };

  it("binary-not-blob.yaml: a file of React Native is appended to its FormData as it is", async () => {
    const appended: [string, unknown][] = [];
    vi.stubGlobal("crypto", undefined);
    vi.stubGlobal(
      "FormData",
      class {
        append(...pair: [string, unknown]): void {
          appended.push(pair);
        }
      },
    );
    const { upWith } = await load<{ upWith: UpWith }>("binary-not-blob");
    const sent: RequestInit[] = [];
    await upWith((_, init) => {
      sent.push(init);
      return Promise.resolve(new Response(null, { status: 204 }));
    }, native);
    expect(appended).toEqual([["file", native]]);
    expect(sent[0]?.body).toBeInstanceOf(FormData);
    // The platform adds the boundary.
    expect(new Headers(sent[0]?.headers).get("content-type")).toBeNull();
  });

  type RoundTrip = (body: object) => Promise<Readonly<Record<string, unknown>>>;

  it("is read as what was sent: lists of files, types of their own, names that are not listed, no null", async () => {
    const { roundTrip } = await load<{ roundTrip: RoundTrip }>("parts");
    const bytes = new Uint8Array([1, 2]);
    const body = { files: [bytes, new Blob([bytes])], image: bytes, zip: bytes, meta: { a: null }, note: null };
    const read = await roundTrip(body);
    const shown = await Promise.all(
      [read["files"], read["image"], read["zip"]].flat().map(async (file) => {
        if (!(file instanceof Blob)) throw new Error("no file");
        return [file.type, ...new Uint8Array(await file.arrayBuffer())];
      }),
    );
    const plain = ["application/octet-stream", 1, 2];
    expect(shown).toEqual([plain, plain, ["image/png", 1, 2], plain]);
    expect([read["meta"], "note" in read]).toEqual([{ a: null }, false]);
  });

  it.each([
    ["files", [new Blob([]), {}]],
    ["image", "text"],
    ["zip", { a: 1 }],
  ])("is a TypeError if it is something else: %s", async (name, value) => {
    const { roundTrip } = await load<{ roundTrip: RoundTrip }>("parts");
    await expect(roundTrip({ [name]: value })).rejects.toThrow(`cannot send body: ${name} has to be a Blob`);
  });

  it("may be text where its schema is one of text", async () => {
    const { roundTrip } = await load<{ roundTrip: RoundTrip }>("parts");
    expect(await roundTrip({ either: "https://a.example" })).toMatchObject({ either: "https://a.example" });
  });
});

it("form-null.yaml: null is no field of a form", async () => {
  const { login } = await load<{ login: (url: string, body: unknown) => Promise<unknown> }>("form-null");
  const { body } = await receivedFrom((url) => login(url, { username: "me", grant_type: null }));
  expect(body.toString()).toBe("username=me");
});

it.each([
  ["json-array-part", ['{"id":1}', '{"id":2}']],
  ["json-array-part, whole", ['[{"id":1},{"id":2}]']],
])("json-array-part.yaml: an array is a part for each item, or by option one part: %s", async (folder, parts) => {
  const { send, roundTrip } =
    await load<Record<"send" | "roundTrip", (...args: unknown[]) => Promise<unknown>>>(folder);
  const products = [{ id: 1 }, { id: 2 }];
  const { body } = await receivedFrom((url) => send(url, products));
  const head = 'name="products"\r\nContent-Type: application/json\r\n\r\n';
  const contents = body
    .toString()
    .split(head)
    .slice(1)
    .map((part) => part.split("\r\n")[0]);
  expect(contents).toEqual(parts);
  for (const value of [products, [{ id: 1 }]]) expect(await roundTrip(value)).toEqual(value);
});

describe("a range as a media type", () => {
  type Usage = Readonly<Record<"addItem" | "getItems" | "named", (url: string) => Promise<unknown>>>;

  it.each([
    ["text/plain;charset=UTF-8", "Ünï"],
    ["application/json", '"Ünï"'],
    ["application/problem+json; charset=utf-8", '"Ünï"'],
  ])("any-media.yaml: a body is sent as JSON, and a text is read by its own type, %s", async (...sent) => {
    const { addItem } = await load<Usage>("any-media");
    const { headers, body, result } = await exchangeOf(addItem, sent);
    expect([headers["content-type"], body.toString(), result]).toEqual(["application/json", "{}", "Ünï"]);
    expect(headers.accept).toBe("*/*");
  });

  it("any-media.yaml: JSON is requested where the body is JSON, and a type may be named", async () => {
    const { getItems, named } = await load<Usage>("any-media");
    const { headers, result } = await exchangeOf(getItems, ["application/json", '[{"a":"x"}]']);
    expect([headers.accept, result]).toEqual(["application/json, */*;q=0.9", "x"]);
    const request = await exchangeOf(named, ["text/plain", "x"]);
    expect(request.headers["content-type"]).toBe("application/vnd.own+json");
  });
});

describe("the same values as JSON and as something else", () => {
  type Usage = Readonly<Record<"temp" | "response" | "text", (url: string) => Promise<unknown>>>;

  it("aspnet-media.yaml: only JSON is requested, and the type is that of JSON", async () => {
    const { temp, response } = await load<Usage>("aspnet-media");
    for (const call of [temp, response]) {
      const { headers, result } = await exchangeOf(call, ["application/json; charset=utf-8", '{"temp":3}']);
      expect([headers.accept, result]).toEqual(["application/json", 3]);
    }
    expect((await exchangeOf(temp, ["text/json", '{"temp":3}'])).result).toBe(3);
  });

  it("aspnet-media.yaml: text is requested on demand", async () => {
    const { temp, text } = await load<Usage>("aspnet-media");
    const { headers, result } = await exchangeOf(text, ["text/plain", "warm"]);
    expect([headers.accept, result]).toEqual(["text/plain", "warm"]);
    await expect(exchangeOf(temp, ["text/plain", "warm"])).rejects.toThrow("200 text/plain is not described");
  });
});

describe("a message at run time", () => {
  type Fetch = (url: string, init: RequestInit) => Promise<Response>;
  type Usage = Readonly<Record<"getA" | "lenient", (fetch: Fetch) => Promise<unknown>>>;
  const responding =
    (text: string, type: string, status = 200): Fetch =>
    async () =>
      new Response(text, { status, headers: { "content-type": type } });

  it("naive-date.yaml: names the member and the reason, and the mode that accepts it", async () => {
    const { getA, lenient } = await load<Record<"getA" | "lenient", (url: string) => Promise<unknown>>>("naive-date");
    const naive = ["application/json", '{"at":"2024-05-01T10:00:00"}'] as const;
    await expect(exchangeOf(getA, naive)).rejects.toThrow(
      'getA: 200 application/json: malformed body: at is a date-time without a time zone; unexpected: "lenient" accepts it',
    );
    await expect(exchangeOf(getA, ["application/json", '{"at":"soon"}'])).rejects.toThrow(
      "malformed body: at is no date-time that a Date can hold",
    );
    expect((await exchangeOf(lenient, naive)).result).toEqual({ at: "2024-05-01T10:00:00" });
  });

  it.each([
    ["", "it is empty"],
    ["{", "it is not JSON"],
  ])("problem-json.yaml: names what is wrong with %j", async (text, fault) => {
    const { getA } = await load<Usage>("problem-json");
    await expect(getA(responding(text, "application/json"))).rejects.toThrow(
      `getA: 200 application/json: malformed body: ${fault}; unexpected: "lenient" accepts it`,
    );
  });

  it("problem-json.yaml: reads problem details as the JSON that they are described with", async () => {
    const { getA, lenient } = await load<Usage>("problem-json");
    const problem = responding('{"title":"Bad","code":7}', "application/problem+json; charset=utf-8", 400);
    expect(await getA(problem)).toMatchObject({ status: 400, contentType: "application/json", body: { title: "Bad" } });
    expect(await lenient(problem)).toEqual({ title: "Bad", code: 7 });
    await expect(getA(responding('{"title":"Bad"}', "text/json", 400))).rejects.toThrow(
      "getA: 400 text/json is not described: expected 400 application/json",
    );
  });

  it.each<[string, unknown, string]>([
    [
      "Node",
      new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ECONNRESET" }) }),
      ": ECONNRESET",
    ],
    ["Chrome", new TypeError("Failed to fetch"), ""],
    ["Firefox", new TypeError("NetworkError when attempting to fetch resource."), ""],
    ["Safari", new TypeError("Load failed"), ""],
    ["Deno", new TypeError("error sending request for url (https://api.example/a)"), ""],
    ["Bun", Object.assign(new Error("Unable to connect."), { code: "ConnectionRefused" }), ": ConnectionRefused"],
    ["React Native", new TypeError("Network request failed"), ""],
    ["node-fetch", Object.assign(new Error("request failed"), { code: "ENOTFOUND" }), ": ENOTFOUND"],
  ])("says of connections that they failed: %s", async (_, cause, code) => {
    const { getA } = await load<Usage>("problem-json");
    await expect(getA(() => Promise.reject(cause))).rejects.toMatchObject({
      name: "NetworkError",
      message: `getA: the connection failed${code}`,
      cause,
    });
  });

  it.each([
    new TypeError("mocks.find is not a function"),
    new ReferenceError("handlers is not defined"),
    Object.assign(new TypeError("Failed to parse URL from /a"), {
      cause: Object.assign(new TypeError(), { code: "ERR_INVALID_URL" }),
    }),
  ])("leaves a mistake as it is: %s", async (mistake) => {
    const { getA } = await load<Usage>("problem-json");
    await expect(getA(() => Promise.reject(mistake))).rejects.toBe(mistake);
    await expect(
      getA(() => {
        throw mistake;
      }),
    ).rejects.toBe(mistake);
  });

  it("has the text of an error that may be either", async () => {
    const { getA } = await load<Usage>("problem-json");
    await expect(getA(() => Promise.reject(new Error("no route")))).rejects.toMatchObject({
      name: "NetworkError",
      message: "getA: no route",
    });
  });
});

it("a client works without what React Native lacks", async () => {
  for (const name of ["ReadableStream", "TransformStream", "TextDecoder", "crypto", "DOMException"])
    vi.stubGlobal(name, undefined);
  vi.stubGlobal("URL", class {});
  type Send = (fetch: unknown, file: unknown, signal?: AbortSignal) => Promise<unknown>;
  const { upWith } = await load<{ upWith: Send }>("binary-not-blob");
  const bodies: unknown[] = [];
  const fetch = async (_: string, init: RequestInit): Promise<Response> => {
    bodies.push(init.body);
    return new Response(null, { status: 204 });
  };
  // Before 0.88, its signals have neither.
  const controller = new AbortController();
  for (const name of ["throwIfAborted", "reason"]) Object.defineProperty(controller.signal, name, { value: undefined });
  await upWith(fetch, new Blob(["x"]), controller.signal);
  expect(bodies).toHaveLength(1);
  controller.abort();
  await expect(upWith(fetch, new Blob(["x"]), controller.signal)).rejects.toThrow("aborted");
  expect(bodies).toHaveLength(1);
});

/** A server that responds to a path and query with headers and JSON; the requests that it gets. */
async function pagesOf(
  ask: (url: string) => Promise<unknown>,
  pages: Readonly<Record<string, readonly [body: unknown, link?: string]>>,
): Promise<{ readonly asked: readonly string[]; readonly result: unknown }> {
  const asked: string[] = [];
  await using server = await startServer((request, response) => {
    const url = request.url ?? "";
    asked.push(url);
    const [body, link] = pages[url] ?? [];
    if (link !== undefined) response.setHeader("link", link);
    const type = url.startsWith("/api/balances") ? "application/hal+json" : "application/json";
    response.writeHead(body === undefined ? 404 : 200, { "content-type": type }).end(JSON.stringify(body));
  });
  const result = await ask(`${server.url}/api`);
  return { asked, result };
}

describe("pages", () => {
  it("link.yaml: a link below a described server is followed where the client sends", async () => {
    const { things } = await load<{ things: (url: string) => Promise<unknown> }>("link");
    const { asked, result } = await pagesOf(things, {
      "/api/things": [[{ id: 1 }], '<https://api.example.com/resource?page=2>; rel="next"'],
      "/api/resource?page=2": [[{ id: 2 }]],
    });
    expect([asked, result]).toEqual([
      ["/api/things", "/api/resource?page=2"],
      [1, 2],
    ]);
  });

  it("link.yaml: a link elsewhere fails the next page, not the one that arrived", async () => {
    const log = vi.spyOn(console, "log").mockReturnValue();
    const { things } = await load<{ things: (url: string) => Promise<unknown> }>("link");
    const { asked, result } = await pagesOf(things, {
      "/api/things": [[{ id: 1 }], '<https://evil.example/things?page=2>; rel="next"'],
    });
    expect([asked, result]).toEqual([["/api/things"], [1]]);
    expect(log.mock.calls[0]?.[0]).toContain(
      "PaginationError: listThings: the page links to https://evil.example/things",
    );
    log.mockRestore();
  });

  it("hal-pagination.yaml: items below _embedded, which an empty page leaves out", async () => {
    const { balances } = await load<{ balances: (url: string) => Promise<unknown> }>("hal-pagination");
    const { asked, result } = await pagesOf(balances, {
      "/api/balances": [{ _embedded: { balances: ["a"] }, _links: { next: { href: "/api/balances?from=b" } } }],
      "/api/balances?from=b": [{ _links: { next: { href: "/api/balances?from=c" } } }],
      "/api/balances?from=c": [{ _embedded: { balances: ["c"] }, _links: {} }],
    });
    expect([asked.length, result]).toEqual([3, ["a", "c"]]);
  });
});

it("enum-values.yaml: the schema has the values, and by option a constant object has their names", async () => {
  const { options, off, status, green } = await load<Readonly<Record<string, unknown>>>("enum-values");
  expect({ options, off, status, green }).toEqual({ options: ["red", "green"], off: 0, status: 1, green: "green" });
});

it("enums have objects with the names of any generator, but none for numbers without names", async () => {
  const { names, element, shape, nested, high } = await load<Readonly<Record<string, unknown>>>("enums");
  expect(names).toEqual([
    { Low: 1, High: 3 },
    { fast: "fast", slow: "slow" },
    { OnAir: "on air", Proto: "__proto__" },
  ]);
  expect([element, shape, nested, high]).toEqual([true, ["mode"], true, 3]);
  const text = readFileSync(path.join(output.directory, "enums/types/enums.gen.ts"), "utf8");
  expect([text.includes("Not *\\/ urgent"), /Count|Twice/.test(text)]).toEqual([true, false]);
});

it("pay-webhooks.yaml: a receiver names the events that it wants, and others for the rest", async () => {
  type Receiver = (log: (text: string) => void) => (request: Request) => Promise<Response>;
  const { receiver, incomplete } = await load<{ receiver: Receiver; incomplete: () => unknown }>("pay-webhooks");
  const log: string[] = [];
  const receive = receiver((text) => log.push(text));
  const deliver = async (payload: object): Promise<number> => {
    const body = JSON.stringify(payload);
    const time = Math.floor(Date.now() / 1000);
    const signature = createHmac("sha256", "s3cret").update(`${time}.${body}`).digest("hex");
    const headers = { "stripe-signature": `t=${time},v1=${signature}`, "content-type": "application/json" };
    return (await receive(new Request("https://shop.example/hooks", { method: "POST", headers, body }))).status;
  };
  const data = { object: { amount: 5 } };
  expect(await deliver({ id: "1", type: "payment_intent.succeeded", data })).toBe(200);
  expect(await deliver({ id: "2", type: "refund.created", data })).toBe(200);
  expect(log).toEqual(["5", "refund.created"]);
  expect(incomplete).toThrow("`handlers` has no handler for refund.created: add one, or `others`");
});

// As the guides of Next and React set it up: the application calls its own origin, which passes requests on to the API.
describeWithCorpus("GitHub behind a proxy", () => {
  it("pages go on at the proxy, although GitHub links to its own address", async () => {
    const { components, paths, ...github } = JSON.parse(
      gunzipSync(readFileSync(corpusPath("openapi/github.json.gz"))).toString(),
    );
    const at = "/repos/{owner}/{repo}/issues";
    const described = { ...github, webhooks: {}, paths: { [at]: { get: paths[at].get } }, components: {} };
    // All of it takes seconds to read: the components are those that the operation refers to.
    const add = (value: unknown): void => {
      for (const [, section = "", name = ""] of JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
        if (described.components[section]?.[name] !== undefined) continue;
        described.components[section] = { ...described.components[section], [name]: components[section][name] };
        add(components[section][name]);
      }
    };
    add(described.paths);
    const workspace = new Workspace({ "github.json": JSON.stringify(described) });
    const flags = ["--openapi", "github.json", "--out", ".", "--target", "client", "--include"];
    const { code, stderr } = await workspace.run(["generate", ...flags, "operation=issues/list-for-repo"]);
    expect([code, stderr.match(/error/g)]).toEqual([0, null]);
    const text = `
import { createClient } from "./client/index.gen.ts";
export async function issues(baseUrl: string): Promise<number[]> {
  const numbers: number[] = [];
  const request = { path: { owner: "octocat", repo: "hello" } };
  for await (const issue of createClient({ baseUrl }).issuesListForRepo.pages(request)) numbers.push(issue.number);
  return numbers;
}
`;
    workspace.write("usage.ts", text.trimStart());
    const { issues } = await import(pathToFileURL(workspace.path("usage.ts")).href);
    const { asked, result } = await pagesOf(issues, {
      "/api/repos/octocat/hello/issues": [
        [{ number: 1 }],
        '<https://api.github.com/repositories/129/issues?page=2>; rel="next", <https://api.github.com/repositories/129/issues?page=9>; rel="last"',
      ],
      "/api/repositories/129/issues?page=2": [[{ number: 2 }]],
    });
    expect([asked.length, result]).toEqual([2, [1, 2]]);
  }, 60_000);
});
