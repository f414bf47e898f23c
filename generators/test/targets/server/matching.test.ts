// Which route a request gets: specificity, percent-encoding, and the error when there is none.
import { describe, expect, it } from "vitest";
import {
  createMatcher,
  type Match,
  type Method,
  type Route,
  type Segment,
} from "../../../src/targets/server/runtime/runtime.ts";
import { bareRoute } from "./bare-route.ts";

describe("specificity", () => {
  const match = matcherOf("GET /v1/orders/{orderId}", "GET /v1/orders/list", "DELETE /v1/orders/{id}");

  it("prefers literal text to a parameter, in any order of the table", () => {
    expect(outcome(match("GET", "/v1/orders/list"))).toBe("GET /v1/orders/list");
    expect(outcome(match("GET", "/v1/orders/listing"))).toBe("GET /v1/orders/{orderId} orderId=listing");
  });

  it("names the parameter as the route does, where two routes name it differently", () => {
    expect(outcome(match("DELETE", "/v1/orders/7"))).toBe("DELETE /v1/orders/{id} id=7");
  });

  it("prefers mixed segments to parameters, and those with more literal text first", () => {
    const mixed = matcherOf("GET /r/{all}", "GET /r/{base}...{head}", "GET /r/{name}.json", "GET /r/{name}.j");
    expect(outcome(mixed("GET", "/r/main...topic"))).toBe("GET /r/{base}...{head} base=main head=topic");
    expect(outcome(mixed("GET", "/r/a.json"))).toBe("GET /r/{name}.json name=a");
    expect(outcome(mixed("GET", "/r/a.j"))).toBe("GET /r/{name}.j name=a");
    expect(outcome(mixed("GET", "/r/.json"))).toBe("GET /r/{all} all=.json");
  });
});

describe("mixed segments", () => {
  it.each([
    ["/{a}-{b}", "/x-y-z", "a=x b=y-z"],
    ["/{a}.json", "/x.json.json", "a=x.json"],
    ["/{a}-{b}", "/-y", null],
    ["/{a}-{b}", "/--y", "a=- b=y"],
    ["/v{major}.{minor}", "/v1%2E2", "major=1 minor=2"],
    ["/v{major}.{minor}", "/w1.2", null],
    ["/a b{x}", "/a%20bc", "x=c"],
    ["/é{x}", "/%c3%a9%c3%a9", "x=%C3%A9"],
    ["/{a}{b}", "/xyz", "a=x b=yz"],
  ])("are split at their literal text: %s and %s give %s", (path, pathname, expected) => {
    const found = outcome(matcherOf(`GET ${path}`)("GET", pathname));
    expect(found).toBe(expected === null ? "not-found" : `GET ${path} ${expected}`);
  });
});

describe("percent-encoding", () => {
  const match = matcherOf("GET /caf%C3%A9/{id}", "GET /a b", "GET /100%/x");

  it("compares literal text decoded", () => {
    for (const pathname of ["/caf%C3%A9/1", "/caf%c3%a9/1", "/c%61f%C3%A9/1", "/café/1"]) {
      expect(outcome(match("GET", pathname))).toBe("GET /caf%C3%A9/{id} id=1");
    }
    expect(outcome(match("GET", "/a%20b"))).toBe("GET /a b");
    expect(outcome(match("GET", "/100%25/x"))).toBe("GET /100%/x");
  });

  it("keeps an encoded slash inside its segment, and hands parameters over undecoded", () => {
    expect(outcome(match("GET", "/caf%C3%A9/a%2Fb%2Cc,d"))).toBe("GET /caf%C3%A9/{id} id=a%2Fb%2Cc,d");
    expect(outcome(matcherOf("GET /a/b")("GET", "/a%2Fb"))).toBe("not-found");
  });

  it("reports a parameter that is not percent-encoded UTF-8", () => {
    for (const id of ["%", "%zz", "%C3", "%ff"]) expect(outcome(match("GET", `/café/${id}`))).toBe("malformed");
  });

  it("finds nothing where only literal text is malformed", () => {
    expect(outcome(match("GET", "/a%b"))).toBe("not-found");
  });
});

describe("exactness", () => {
  const match = matcherOf("GET /v1/orders/{id}", "GET /v1/orders", "PUT /v1/orders", "GET /");

  it.each([
    "/v1/orders/",
    "//v1/orders",
    "/v1//orders",
    "/v1/orders/7/",
    "/V1/orders",
    "v1/orders",
    "",
    "/v1",
    "/v1/orders/7/8",
  ])("knows no %s", (pathname) => {
    expect(outcome(match("GET", pathname))).toBe("not-found");
  });

  it("knows the root, and a path that ends in a slash where the description has one", () => {
    expect(outcome(match("GET", "/"))).toBe("GET /");
    const slashed = matcherOf("GET /a/");
    expect(outcome(slashed("GET", "/a/"))).toBe("GET /a/");
    expect(outcome(slashed("GET", "/a"))).toBe("not-found");
  });

  it("lists the methods of every path that fits, in the order of the table", () => {
    const several = matcherOf("PUT /x/{a}", "GET /x/y", "PUT /x/y", "DELETE /{b}/y", "POST /x/z");
    expect(outcome(several("PATCH", "/x/y"))).toBe("method-not-allowed PUT GET DELETE");
    expect(outcome(several("PATCH", "/x/q"))).toBe("method-not-allowed PUT");
  });

  it("compares methods exactly, and does not make HEAD of GET", () => {
    expect(outcome(match("get", "/v1/orders"))).toBe("method-not-allowed GET PUT");
    expect(outcome(match("HEAD", "/v1/orders"))).toBe("method-not-allowed GET PUT");
  });

  it("treats names of object members as ordinary text", () => {
    const odd = matcherOf("GET /constructor/{__proto__}", "GET /__proto__");
    expect(outcome(odd("GET", "/constructor/toString"))).toBe("GET /constructor/{__proto__} __proto__=toString");
    expect(outcome(odd("GET", "/__proto__"))).toBe("GET /__proto__");
    expect(outcome(odd("GET", "/hasOwnProperty"))).toBe("not-found");
  });
});

/** Routes written as `GET /a/{b}`. */
function matcherOf(...routes: readonly string[]): (method: string, pathname: string) => Match<Route> {
  return createMatcher(routes.map(routeOf));
}

function routeOf(text: string): Route {
  const [method = "", ...rest] = text.split(" ");
  const path = rest.join(" ");
  const segments = path.slice(1).split("/").map(segmentOf);
  return { ...bareRoute, operationId: text, handler: text, method: method as Method, path, segments };
}

function segmentOf(text: string): Segment {
  const items = text.split(/(\{[^}]*\})/).filter((item) => item !== "");
  const parts = items.map((item) => (item.startsWith("{") ? { parameter: item.slice(1, -1) } : plain(item)));
  const [only = ""] = parts;
  return parts.length < 2 ? only : { parts };
}

function plain(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function outcome(match: Match<Route>): string {
  if (match.kind === "method-not-allowed") return [match.kind, ...match.allow].join(" ");
  if (match.kind !== "found") return match.kind;
  return [match.route.operationId, ...[...match.path].map(([name, text]) => `${name}=${text}`)].join(" ");
}
