// Security of operations and a key -> what carries the key, and every kind of wrong key.
import { describe, expect, it } from "vitest";
import type { SecurityScheme } from "waybill/description";
import {
  type Credential,
  credentialOf,
  needsKey,
  noCredential,
  schemesOf,
  spoiltCredentials,
  undeclaredPlaces,
  unmetNotes,
} from "../../src/run/credentials.ts";
import { openText } from "../description/opened.ts";

const securitySchemes = {
  bearer: { type: "http", scheme: "bearer" },
  basic: { type: "http", scheme: "basic" },
  digest: { type: "http", scheme: "digest" },
  oauth: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://a.example", scopes: {} } } },
  header: { type: "apiKey", in: "header", name: "X-Key" },
  query: { type: "apiKey", in: "query", name: "api key" },
  cookie: { type: "apiKey", in: "cookie", name: "sid" },
  tls: { type: "mutualTLS" },
};

function read(security: readonly object[] | undefined) {
  const operation = { responses: { 204: { description: "" } }, ...(security === undefined ? {} : { security }) };
  const { http, operations } = openText({
    openapi: "3.1.0",
    info: { title: "Test", version: "1" },
    paths: { "/a": { get: operation } },
    components: { securitySchemes },
  });
  const [first] = operations;
  if (http === null || first === undefined) throw new Error("no operation");
  return { http, operation: first, schemes: schemesOf(http, first) };
}

describe("a key", () => {
  it.each([
    ["bearer", { headers: [["Authorization", "Bearer k:1"]] }],
    ["oauth", { headers: [["Authorization", "Bearer k:1"]] }],
    ["basic", { headers: [["Authorization", `Basic ${btoa("k:1")}`]] }],
    ["header", { headers: [["X-Key", "k:1"]] }],
    ["query", { query: [["api%20key", "k%3A1"]] }],
    ["cookie", { cookies: [["sid", "k:1"]] }],
  ] as const)("goes where %s wants it", (name, place) => {
    const { schemes } = read([{ [name]: [] }]);
    expect(credentialOf(schemes, "k:1")).toEqual({ headers: [], query: [], cookies: [], ...place });
    expect(credentialOf(schemes, null)).toEqual({ headers: [], query: [], cookies: [] });
  });

  it.each([
    ["nothing", undefined, [], false, []],
    ["an explicit empty list", [], [], false, []],
    ["one of two", [{ digest: [] }, { header: [] }], ["header"], true, []],
    ["one rather than two", [{ header: [], query: [] }, { cookie: [] }], ["cookie"], true, []],
    ["two at once", [{ header: [], query: [] }], ["header", "query"], true, ["pass --key header=… --key query=…"]],
    ["what no key can meet", [{ tls: [] }], [], true, ["no key can meet their security"]],
    ["a key or none", [{}, { bearer: [] }], ["bearer"], false, []],
  ] as const)("is asked for: %s", (_, security, names, needs, missing) => {
    const { operation, schemes } = read(security?.map((one) => ({ ...one })));
    expect(schemes.map(({ name }) => name)).toEqual(names);
    const notes = unmetNotes(Array<typeof operation>(9).fill(operation), () => schemes);
    const nine = "rejections prove little for get_a, get_a, get_a, get_a, get_a and 4 others: ";
    expect([needsKey(operation), notes]).toEqual([needs, missing.map((hint) => nine + hint)]);
  });
});

describe("keys of single schemes", () => {
  const own = { cookie: "c", header: "h" };
  const both = read([{ bearer: [] }, { cookie: [] }, { header: [], cookie: [] }]);

  it("decide which alternative is met", () => {
    const names = (keys: Record<string, string>): string[] =>
      schemesOf(both.http, both.operation, keys).map(({ name }) => name);
    expect([names({}), names({ cookie: "c" }), names(own)]).toEqual([["bearer"], ["cookie"], ["cookie"]]);
  });

  it("go where their schemes want them, and the shared key elsewhere", () => {
    const { http, operation } = read([{ header: [], cookie: [] }]);
    const schemes = schemesOf(http, operation, own);
    const headers = [["X-Key", "h"]];
    expect(credentialOf(schemes, { shared: "k", own })).toEqual({ headers, query: [], cookies: [["sid", "c"]] });
    expect([own, { cookie: "c" }].map((keys) => unmetNotes([operation], () => schemes, keys).length)).toEqual([0, 1]);
    expect(credentialOf(schemes, { shared: "k", own: { header: "h" } })).toMatchObject({
      headers,
      cookies: [["sid", "k"]],
    });
    expect(credentialOf(schemes, { shared: null, own: { header: "h" } })).toEqual(noCredential);
  });
});

describe("a spoilt key", () => {
  const namesFor = (scheme: string): string[] =>
    spoiltCredentials(read([{ [scheme]: [] }]).schemes, "Ab9zKeY5", ["old", "older"]).map(({ name }) => name);
  const unknown = ["unknown-key", "unknown-begin", "unknown-end", "other-case"];
  const all = ["short-key", "long-key", "tail-key", ...unknown, "revoked-key", "revoked-key-2"];
  const schemes = ["scheme-of-its-length", "scheme-but-one", "scheme-longer", "scheme-shorter", "basic-scheme"];
  const words = ["joined-scheme", "scheme-inside", "word-before", "word-behind"];
  const marks = ["quoted-key", "comma-behind", "key-twice"];

  it("is one of these", () => {
    const places = ["query-key", "header-key", "cookie-key"];
    const none = ["no-key", "no-key-json"];
    const headers = ["other-scheme", ...schemes, ...words, ...marks, "no-scheme"];
    expect(namesFor("bearer")).toEqual([...none, ...headers, "empty-key", ...places, ...all]);
    for (const scheme of ["basic", "header", "cookie", "query"]) {
      const others = places.filter((place) => place !== `${scheme}-key`);
      expect(namesFor(scheme)).toEqual([...none, "empty-key", ...others, ...all]);
    }
    expect(spoiltCredentials([], "key", [])).toEqual([]);
  });

  it("has blanks before it where the length of a key is stated", () => {
    const [scheme] = read([{ bearer: [] }]).schemes;
    if (scheme === undefined) throw new Error("the description has a bearer scheme");
    const stated = { ...scheme, extensions: { "x-waybill-api-key": { length: 8 } } };
    const names = spoiltCredentials([stated], "Ab9zKeY5", []).map(({ name }) => name);
    expect(names.filter((name) => name.endsWith("-before"))).toEqual(["word-before", "blank-before", "blanks-before"]);
  });

  it("is the good one as access_token only where it is a key: RFC 6750 allows that name for tokens", () => {
    const isTried = (schemes: readonly SecurityScheme[]): boolean =>
      JSON.stringify(spoiltCredentials(schemes, "Ab9zKeY5", [])).includes('"access_token"');
    const [bearer] = read([{ bearer: [] }]).schemes;
    const declared = bearer === undefined ? [] : [{ ...bearer, extensions: { "x-waybill-api-key": { length: 8 } } }];
    expect([isTried(read([{ bearer: [] }]).schemes), isTried(read([{ header: [] }]).schemes)]).toEqual([false, true]);
    expect(isTried(declared)).toBe(true);
  });

  it("is never the good one, and of the same length and kind where it is only unknown", () => {
    for (const key of ["Ab9zKeY5", "q", "ann:secret", "0", "----"]) {
      const { schemes } = read([{ header: [] }]);
      // The good key in another place is the one that is good.
      const spoilt = spoiltCredentials(schemes, key, []).filter(({ name }) => !undeclaredPlaces.has(name));
      const values = spoilt.map(({ credential }) => carried(credential));
      expect(values).not.toContain(key);
      expect(new Set(values).size).toBe(values.length);
      expect(carried(spoilt.find(({ name }) => name === "unknown-key")?.credential)).toHaveLength(key.length);
    }
  });
});

function carried(credential: Credential | undefined): string | undefined {
  return credential?.headers[0]?.[1];
}
