// `--only` -> findings of the selected cases; what they depend on runs as well, and its findings are not reported.
import querystring from "node:querystring";
import { describe, expect, it } from "vitest";
import type { ReceivedResponse, SentRequest } from "../../src/exchange/exchange.ts";
import { runConformance } from "../../src/run/run.ts";
import type { RunReport } from "../../src/run/run-report.ts";
import { openPaths } from "../description/opened.ts";

const album = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
const of = (schema: object): object => ({ description: "", content: { "application/json": { schema } } });
const refused = { description: "" };
const parameters = [{ name: "albumId", in: "path", required: true, schema: { type: "string" } }];
const description = openPaths({
  "/albums": {
    get: { operationId: "listAlbums", responses: { 200: of({ type: "array", items: album }), "4XX": refused } },
    post: { operationId: "createAlbum", responses: { 201: of(album), "4XX": refused } },
  },
  "/albums/{albumId}": { get: { operationId: "getAlbum", parameters, responses: { 200: of(album), "4XX": refused } } },
});

/** A service whose every response has an undeclared member. `createStatus`: of a create. */
async function run(only: string | null, createStatus = 201): Promise<RunReport> {
  const known: string[] = [];
  const json = (status: number, value: unknown): ReceivedResponse => {
    const body = new TextEncoder().encode(JSON.stringify(value));
    return { status, headers: [["Content-Type", "application/json"]], body };
  };
  const shown = (id: string): object => ({ id, extra: 1 });
  const send = async ({ method, target }: SentRequest): Promise<ReceivedResponse> => {
    const [, id] = /^\/albums\/(.+)$/.exec(querystring.unescape(target)) ?? [];
    if (method === "GET" && target === "/albums") return json(200, known.map(shown));
    if (method === "GET" && id !== undefined && known.includes(id)) return json(200, shown(id));
    if (method !== "POST" || target !== "/albums") return { status: 404, headers: [], body: new Uint8Array() };
    if (createStatus === 201) known.push(`a${known.length}`);
    return json(createStatus, shown(known.at(-1) ?? ""));
  };
  return await runConformance({ description, url: "http://test", key: null, only, send });
}

const subjectsOf = ({ findings }: RunReport): unknown[] => [...new Set(findings.map(({ subject }) => subject))].sort();

describe("a run of some cases", () => {
  it("reports no findings of operations that they depend on", async () => {
    expect(subjectsOf(await run(null))).toEqual(["createAlbum", "getAlbum", "listAlbums"]);
    const report = await run("getAlbum");
    expect(subjectsOf(report)).toEqual(["getAlbum"]);
    expect(report.findings.map(({ caseId }) => caseId)).toEqual(["getAlbum/baseline"]);
    expect(report.requests).toBeGreaterThan(2);
  });

  it("reports what an earlier case shows as well", async () => {
    const { findings } = await run("getAlbum/unknown");
    expect(findings.map(({ check, caseId }) => [check, caseId])).toEqual([
      ["undeclared-field", "getAlbum/unknown/other-addresses"],
    ]);
  });

  it("notes what prevents it", async () => {
    const { notes, findings } = await run("getAlbum", 409);
    expect(notes.filter((note) => note.startsWith("createAlbum"))).toEqual([
      expect.stringMatching(
        /^createAlbum was not accepted \(409\), and getAlbum depends on it: run --only createAlbum$/,
      ),
    ]);
    expect(findings.filter(({ subject }) => subject === "createAlbum")).toEqual([]);
    expect((await run("listAlbums", 409)).notes).toEqual([]);
  });
});
