// Every request gets a 404 and the URL has another path than the spec's first server -> a note with the URL that may be meant.
import { describe, expect, test } from "vitest";
import { runConformance } from "../../src/run/run.ts";
import { openText } from "../description/opened.ts";

interface Tried {
  readonly url: string;
  readonly server?: object;
  readonly base?: string;
}

const noted = "every operation returned 404";
const local = "http://127.0.0.1:4923";

/** The notes of a run against a service below `base`. */
async function notesOf({ url, server = { url: "https://api.example/v2" }, base = "/v2" }: Tried): Promise<string> {
  const list = { operationId: "listCups", responses: { 200: { description: "" }, 404: { description: "" } } };
  const description = openText({
    openapi: "3.1.0",
    info: { title: "Test", version: "1" },
    servers: [server],
    paths: { "/cups": { get: list }, "/mugs": { get: { ...list, operationId: "listMugs" } } },
  });
  const { notes } = await runConformance({
    description,
    url,
    key: null,
    send: async (request) => {
      const path = `${new URL(request.server).pathname.replace(/\/$/, "")}${request.target.split("?", 1).join("")}`;
      const isThere = [`${base}/cups`, `${base}/mugs`].includes(path) && request.method === "GET";
      return { status: isThere ? 200 : 404, headers: [], body: new Uint8Array() };
    },
  });
  return notes.join("\n");
}

const [region, version, signs] = [{ default: "eu" }, { default: "v2" }, { default: "v$&$$" }];

describe("a wrong base path", () => {
  test.each<[string, Tried, string]>([
    ["no path", { url: local }, `${local}/v2`],
    ["another path", { url: `${local}/v3/` }, `${local}/v2`],
    ["a path too many", { url: `${local}/v2`, server: { url: "http://a.example" }, base: "" }, local],
    [
      "a path with a variable",
      { url: local, server: { url: "https://{region}.example/{version}/", variables: { region, version } } },
      `${local}/v2`,
    ],
    [
      "a variable with dollar signs",
      { url: local, server: { url: "https://api.example/{version}", variables: { version: signs } }, base: "/v$&$$" },
      `${local}/v$&$$`,
    ],
    ["a relative path", { url: local, server: { url: "/v2" } }, `${local}/v2`],
  ])("is noted: %s", async (_name, tried, meant) => {
    expect(await notesOf(tried)).toContain(`${noted}: did you mean --url ${meant}, `);
  });

  test.each<[string, Tried]>([
    ["the right path", { url: `${local}/v2` }],
    ["another path that is right", { url: `${local}/api`, base: "/api" }],
    ["the same path, which has nothing", { url: `${local}/v2`, base: "/v3" }],
  ])("is not noted: %s", async (_name, tried) => {
    expect(await notesOf(tried)).not.toContain(noted);
  });
});
