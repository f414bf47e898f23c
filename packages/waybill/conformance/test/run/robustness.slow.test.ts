import type { RequestListener, ServerResponse } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { type LocalServer, startServer } from "../../../../../generators/test/local-server.ts";
import { runConformance } from "../../src/run/run.ts";
import type { RunOptions } from "../../src/run/run-options.ts";
import type { RunReport } from "../../src/run/run-report.ts";
import { Unreachable } from "../../src/run/session.ts";
import { openPaths } from "../description/opened.ts";
import { smallApi } from "./obedient/apis.ts";
import { found, runAgainst } from "./obedient/run.ts";

const responses = {
  200: { description: "", content: { "application/json": { schema: { type: "object" } } } },
  302: { description: "" },
  "4XX": { description: "" },
};
const parameter = { name: "n", in: "query", schema: { type: "integer", minimum: 1 } };
const description = openPaths({
  "/a": { get: { operationId: "getA", parameters: [parameter], responses } },
  "/b": { get: { operationId: "getB", parameters: [parameter], responses } },
  "/c": { get: { operationId: "getC", responses } },
});

async function serve(listener: RequestListener): Promise<LocalServer> {
  const server = await startServer(listener);
  onTestFinished(server.close);
  return server;
}

async function run(url: string, more: Partial<RunOptions> = {}): Promise<RunReport> {
  return await runConformance({ description, url, key: null, responseMs: 5_000, ...more });
}

const json = (response: ServerResponse, text = "{}"): void =>
  void response.writeHead(200, { "Content-Type": "application/json" }).end(text);

/** Right but for good requests to one operation, or for all to it. */
const service =
  (wrong: RequestListener, isAlways = false): RequestListener =>
  (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://test");
    if (!["/a", "/b", "/c"].includes(pathname)) response.writeHead(404).end();
    else if (request.method !== "GET") response.writeHead(405).end();
    else if (pathname === "/b" && isAlways) wrong(request, response);
    else if (searchParams.has("n") && !/^[1-9]\d*$/.test(searchParams.get("n") ?? "")) response.writeHead(400).end();
    else if (pathname === "/b") wrong(request, response);
    else json(response);
  };

describe("an operation", () => {
  it.each<readonly [string, RequestListener, string[]]>([
    [
      "that responds in another format",
      (_, response) => void response.writeHead(200, { "Content-Type": "application/json" }).end("<p>"),
      ["unreadable-body getB"],
    ],
    ["that sends an empty body", (_, response) => void response.writeHead(200).end(), ["missing-body getB"]],
    ["that resets the connection", (request) => void request.socket.resetAndDestroy(), ["no-answer getB"]],
    [
      "that says less than it announces",
      (request, response) =>
        void response.writeHead(200, { "Content-Length": 9 }).write("{", () => request.socket.end()),
      ["no-answer getB"],
    ],
    [
      "that leads elsewhere, as declared",
      (_, response) => void response.writeHead(302, { Location: "/elsewhere" }).end(),
      [],
    ],
    [
      "that redirects without declaring it",
      (_, response) => void response.writeHead(307, { Location: "/elsewhere" }).end(),
      ["undeclared-status getB"],
    ],
    ["that closes each connection", (_, response) => void json(response.setHeader("Connection", "close")), []],
    [
      "that sends a large response",
      (_, response) => json(response, JSON.stringify({ text: "x".repeat(5_000_000) })),
      [],
    ],
  ])("does not break the run: one %s", async (_, wrong, findings) => {
    const { url } = await serve(service(wrong));
    const report = await run(url);
    expect(found(report)).toEqual(findings);
    const silent = report.findings.find(({ check }) => check === "no-answer");
    if (silent !== undefined) expect(silent.evidence.curl).toBe(`curl -i '${url}/b'`);
  });

  it("that hangs is tried a few times, and the other operations are tried as well", async () => {
    let asked = 0;
    const { url } = await serve(
      service(() => {
        asked += 1;
      }, true),
    );
    const report = await run(url, { responseMs: 900 });
    expect(found(report)).toEqual(["no-answer getB"]);
    expect(report.findings[0]?.message).toBe("getB does not respond: no response within 0.9 seconds");
    expect(asked).toBe(3);
    expect(report.cases.find(({ id }) => id === "getC/baseline")).toMatchObject({ skipped: null, findings: [] });
  });
});

describe("a service", () => {
  it("that is not there, or never responds, cannot be reached", async () => {
    const { url, close } = await serve(() => {});
    await expect(run(url, { responseMs: 50 })).rejects.toThrow(new Unreachable(url, "no response within 0.05 seconds"));
    await close();
    await expect(run(url)).rejects.toThrow(/^http:.* cannot be reached: connect ECONNREFUSED/);
  });

  it("that dies during the run ends it, with one finding and the reason", async () => {
    let left = 12;
    const { url, close } = await serve((request, response) => {
      left -= 1;
      if (left > 0) service((_, response) => json(response))(request, response);
      else void close();
    });
    const report = await run(url);
    expect(report.ok).toBe(false);
    expect(report.findings.map(({ check }) => check)).toEqual(["no-answer"]);
    expect(report.notes).toEqual([
      expect.stringMatching(/^\d+ cases were not run: the service stopped responding: connect ECONNREFUSED/),
    ]);
    expect(report.requests).toBeLessThan(16);
  });

  it("that delivers without end is received, and the run ends", async () => {
    const { report } = await runAgainst(
      "hooks",
      { hooks: { times: (event) => (event === "task.added" ? 40 : 1) } },
      { failFast: true, deliveryMs: 5_000 },
    );
    // Those that are still on their way when a secret is replaced are signed with the one before.
    expect(["repeated-delivery task.added", "bad-signature task.added"]).toEqual(expect.arrayContaining(found(report)));
    expect(report.ok).toBe(false);
    expect(report.deliveries).toBeGreaterThan(300);
  });

  it("leaves no port or socket open behind the run", async () => {
    const open = (): number => process.getActiveResourcesInfo().filter((name) => /TCP|Timeout/.test(name)).length;
    const { url, close } = await serve(service((_, response) => json(response)));
    const before = open();
    await run(url, { webhookPort: 0 });
    await close();
    await new Promise((resolve) => setImmediate(resolve));
    expect(open()).toBeLessThanOrEqual(before);
  });

  it("gets no request when the port for deliveries is in use", async () => {
    const { url } = await serve(service((_, response) => json(response)));
    const taken = Number(new URL(url).port);
    const hooks = smallApi("hooks").description;
    await expect(runConformance({ description: hooks, url, key: "key", webhookPort: taken })).rejects.toThrow(
      /EADDRINUSE/,
    );
  });
});
